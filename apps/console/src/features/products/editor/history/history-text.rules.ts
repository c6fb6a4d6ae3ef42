import { moneyText, yuanText } from '@huoqiao/kit/money-text'

const LONGEST = 160
const clip = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field's value in words: costs in yuan, weights in grams and as typed, stores by name. */
export function changeText(field: string, value: unknown, storeNames: ReadonlyMap<string, string>): string {
  const name = field.split('.').at(-1)
  if (name === 'costMinor' && typeof value === 'number') return yuanText(value)
  if (name === 'weightGrams' && typeof value === 'number') return `${value} g`
  if (name === 'weight' && isRecord(value)) return `${String(value['value'])} ${String(value['unit'])}`
  if (name === 'storeIds' && Array.isArray(value))
    return historyText(value.map((id) => storeNames.get(String(id)) ?? '已移除的店铺'))
  return historyText(value)
}

/** An empty value: no text, or an empty list. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A value of the history in words: text without markup, prices as money, lists by their contents. */
export function historyText(value: unknown): string {
  if (isNothing(value)) return '（无）'
  if (typeof value === 'string')
    return clip(
      value
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return listText(value)
  return clip(isRecord(value) ? (itemText(value) ?? JSON.stringify(value)) : JSON.stringify(value))
}

function listText(items: readonly unknown[]): string {
  const texts = items.map((item) => (typeof item === 'string' ? item : isRecord(item) ? itemText(item) : undefined))
  return texts.includes(undefined) ? `${items.length} 项` : clip(texts.join('，'))
}

/** A price, a picture, an option or a variant, in the contract's form. */
function itemText(item: Record<string, unknown>): string | undefined {
  const { currency, minor, compareAtMinor, name, values, url, dropped, optionValues, skuCode } = item
  if (typeof currency === 'string' && typeof minor === 'number') {
    const crossed =
      typeof compareAtMinor === 'number' ? `（划线 ${moneyText({ minor: compareAtMinor, currency })}）` : ''
    return `${moneyText({ minor, currency })}${crossed}`
  }
  if (typeof name === 'string' && Array.isArray(values)) {
    return `${name}：${values.map((value) => (isRecord(value) ? String(value['value']) : String(value))).join('、')}`
  }
  if (Array.isArray(optionValues)) return optionValues.join(' / ') || String(skuCode)
  if (typeof url === 'string')
    return `${url.split(/[/?]/).findLast((part) => part !== '') ?? url}${dropped === true ? '（不推送）' : ''}`
  return undefined
}
