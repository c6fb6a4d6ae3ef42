import { moneyText, yuanText } from '@huoqiao/kit/money-text'
import { formatChinaTime } from '@huoqiao/kit/time'
import { formatGrams } from '@huoqiao/kit/weight'
import { choiceLabel } from './fields.ts'
import type { Field, Fields } from './fields.ts'

/** Returns the field of a key; undefined: the key is its own label. */
export type FieldFinder = (key: string) => Field | undefined

/** Looks up the parts of a record in that record first. */
export const within =
  (fields: Fields | undefined, find: FieldFinder): FieldFinder =>
  (key) =>
    fields?.[key] ?? find(key)

/** The text for a missing value. */
export const NOTHING = '（无）'
/** Deeper objects are not shown; only their size is. */
const DEPTH = 2

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The value of one field as text for people; '' for none, and for an empty list. */
export const fieldText = (field: Field, value: unknown): string =>
  isMissing(value) ? '' : textOf(() => undefined, field, value)

/** Any value as text for people: labels of choices, 是/否, money, times in China's time zone, objects field by field. */
export function textOf(
  find: FieldFinder,
  field: Field | undefined,
  value: unknown,
  depth = DEPTH,
  currency?: unknown,
): string {
  if (isMissing(value)) return NOTHING
  if (Array.isArray(value)) return listText(find, field, value, depth)
  if (typeof value === 'object')
    return documentText(within(field?.fields, find), value as Record<string, unknown>, depth)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return numberText(field, value, currency)
  return typeof value === 'string' ? wordText(field, value) : JSON.stringify(value)
}

const wordText = (field: Field | undefined, word: string | number): string =>
  field?.format === 'choice' ? choiceLabel(field, word) : String(word)

function numberText(field: Field | undefined, value: number, currency: unknown): string {
  if (field?.format === 'time') return formatChinaTime(value)
  if (field?.format === 'percent') return `${value}%`
  if (field?.format === 'grams') return formatGrams(value)
  if (field?.format === 'milliseconds') return durationText(value)
  if (field?.format === 'fen' && Number.isInteger(value)) return yuanText(value)
  if (field?.format === 'minor' && Number.isInteger(value) && typeof currency === 'string')
    return moneyText({ minor: value, currency })
  if (field?.format === 'minor') return `${value}（最小货币单位）`
  return wordText(field, value)
}

const durationText = (ms: number): string => (ms < 1000 ? `${ms}毫秒` : `${(ms / 1000).toFixed(1)}秒`)

function listText(find: FieldFinder, field: Field | undefined, values: readonly unknown[], depth: number): string {
  if (depth === 0) return `${values.length} 项`
  return values.map((one) => textOf(find, field, one, depth - 1)).join('、')
}

function documentText(find: FieldFinder, document: Record<string, unknown>, depth: number): string {
  const nameKey = NAMES.find((key) => typeof document[key] === 'string' && document[key] !== '')
  const named = nameKey === undefined ? undefined : String(document[nameKey])
  if (depth === 0) return named ?? `${Object.keys(document).length} 个字段`
  const rest = Object.entries(document)
    .filter(([key, inner]) => key !== nameKey && !HIDDEN.has(key) && inner !== null && inner !== '')
    .map(
      ([key, inner]) =>
        `${find(key)?.label ?? key}：${textOf(find, find(key), inner, depth - 1, document['currency'])}`,
    )
    .join('；')
  if (named === undefined) return rest
  return rest === '' ? named : `${named}（${rest}）`
}
/** The keys whose value names an object. */
const NAMES = ['label', 'name', 'title']
/** Parts of an object that are not shown to people. */
const HIDDEN: ReadonlySet<string> = new Set(['id', 'version', 'can', 'updatedAt', 'createdAt'])
