import { KEPT_TOO_MUCH, MAX_KEPT_PERCENT } from '@huoqiao/contract/pricing/pricing.limits'
import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import { currencyDigits, formatMoney } from '../../../lib/format.ts'

type Rounding = PriceRuleFields['rounding']

const ROUNDINGS: readonly Rounding[] = ['none', '.99', '.95', '.90', '.00']

/** In a currency without decimals the ending applies to the hundreds: JP¥1,999. */
export function roundingWord(rounding: Rounding, currency: string): string {
  if (rounding === 'none') return '不取整'
  if (rounding === '.00') return '进到整数'
  return currencyDigits(currency) === 0 ? `进到 ${rounding.slice(1)} 结尾` : `进到 ${rounding}`
}

export const roundingOptions = (currency: string): { value: Rounding; label: string }[] =>
  ROUNDINGS.map((value) => ({ value, label: roundingWord(value, currency) }))

type Formula = Pick<
  PriceRuleFields,
  'currency' | 'rate' | 'multiplier' | 'additionMinor' | 'freightPerKgMinor' | 'rounding' | 'compareAtMultiplier'
> &
  Partial<Pick<PriceRuleFields, 'feePercent' | 'targetMarginPercent'>>

/** The rule in words: 成本 ÷ 7.10 × 2.5 + $2.00 + $8.00/kg × 重量，进到 .99。 */
export function ruleWords(rule: Formula): string {
  const money = (minor: number): string => formatMoney({ minor, currency: rule.currency })
  const { feePercent: fee = 0, targetMarginPercent: target = null } = rule
  const cost = `成本 ÷ ${rule.rate || '?'}`
  const parts = [
    target === null ? `${cost} × ${rule.multiplier || '?'}` : cost,
    ...(rule.additionMinor === 0 ? [] : [money(rule.additionMinor)]),
    ...(rule.freightPerKgMinor === 0 ? [] : [`${money(rule.freightPerKgMinor)}/kg × 重量`]),
  ]
  return [
    target === null
      ? `售价 = ${parts.join(' + ')}`
      : `售价 = （${parts.join(' + ')}） ÷ （1 − 毛利 ${target}%${fee > 0 ? ` − 手续费 ${fee}%` : ''}）`,
    ...(rule.rounding === 'none' ? [] : [roundingWord(rule.rounding, rule.currency)]),
    ...(target === null && fee > 0 ? [`毛利已减去手续费 ${fee}%`] : []),
    ...(rule.compareAtMultiplier === null ? [] : [`划线价 = 售价 × ${rule.compareAtMultiplier}`]),
  ].join('，')
}

/**
 * About how many CNY one unit of a currency costs, with a wide range, so that only obvious typing errors are questioned (beyond, item 15),
 * such as an inverted rate.
 */
const USUAL_RATES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  USD: [5, 9],
  EUR: [6, 10],
  GBP: [7, 12],
  JPY: [0.03, 0.1],
  HKD: [0.6, 1.3],
  AUD: [3.5, 7],
  CAD: [4, 7],
  SGD: [4, 7],
}

/** Warnings about values that look like typing errors; the person may keep them. */
export function doubts(
  rule: Pick<Formula, 'currency' | 'rate' | 'multiplier'> &
    Partial<Pick<Formula, 'compareAtMultiplier' | 'feePercent' | 'targetMarginPercent'>>,
): {
  rate?: string
  multiplier?: string
  compareAtMultiplier?: string
  targetMarginPercent?: string
} {
  const usual = USUAL_RATES[rule.currency]
  const rate = Number(rule.rate)
  const multiplier = Number(rule.multiplier)
  return {
    ...(usual && rule.rate !== '' && (rate < usual[0] || rate > usual[1])
      ? { rate: `1 ${rule.currency} 一般值 ${usual[0]} – ${usual[1]} 元，请核对` }
      : {}),
    ...(rule.multiplier !== '' && multiplier < 1 ? { multiplier: '倍率小于 1，售价会低于成本' } : {}),
    ...(rule.compareAtMultiplier && Number(rule.compareAtMultiplier) <= 1
      ? { compareAtMultiplier: '划线价要高于售价：填大于 1 的数，或留空' }
      : {}),
    ...((rule.feePercent ?? 0) + (rule.targetMarginPercent ?? 0) > MAX_KEPT_PERCENT
      ? { targetMarginPercent: KEPT_TOO_MUCH }
      : {}),
    ...(multiplier > 20 ? { multiplier: '倍率很大，请核对' } : {}),
  }
}
