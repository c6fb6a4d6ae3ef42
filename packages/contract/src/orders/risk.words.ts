/** How risky the shop takes an order to be, as people say it. */
export const RISKS = [
  { value: 'none', label: '无风险' },
  { value: 'low', label: '低风险' },
  { value: 'medium', label: '中风险' },
  { value: 'high', label: '高风险' },
] as const

export const riskWord = (risk: string): string => RISKS.find(({ value }) => value === risk)?.label ?? risk

/** What Shopify recommends (OrderRiskRecommendationResult). */
export const RISK_ADVICE: Readonly<Record<string, string>> = {
  ACCEPT: '可以接受',
  INVESTIGATE: '建议核实',
  CANCEL: '建议取消',
}

/** To stand after the risk; empty where nothing is recommended. A word of a later version of Shopify stays as it is. */
export const adviceWord = (advice: string | null): string =>
  advice === null || advice === '' || advice === 'NONE' ? '' : `，${RISK_ADVICE[advice] ?? advice}`
