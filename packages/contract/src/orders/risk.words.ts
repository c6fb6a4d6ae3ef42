/** The shop's risk assessment of an order, in words. */
export const ORDER_RISKS = { none: '无风险', low: '低风险', medium: '中风险', high: '高风险' } as const
export const RISKS = Object.entries(ORDER_RISKS).map(([value, label]) => ({ value, label }))

export const riskWord = (risk: string): string => RISKS.find(({ value }) => value === risk)?.label ?? risk

/** Shopify's recommendation (OrderRiskRecommendationResult). */
export const RISK_ADVICE: Readonly<Record<string, string>> = {
  ACCEPT: '可以接受',
  INVESTIGATE: '建议核实',
  CANCEL: '建议取消',
}

/** Appended to the risk; empty if there is no recommendation. An unknown value stays unchanged. */
export const adviceWord = (advice: string | null): string =>
  advice === null || advice === '' || advice === 'NONE' ? '' : `，${RISK_ADVICE[advice] ?? advice}`
