import { closed, unknownFieldsOf } from '@huoqiao/contract/closed'
import type { z } from 'zod'
import { Refusal } from '../platform/refusal.ts'

/** No input of ours is nested deeper; deeper input could overflow the stack of later code. */
export const NESTING_MAX = 60

type Unusable = { at: string[]; why: string }

/**
 * Finds text that PostgreSQL cannot store (NUL, a lone surrogate), in values or names, and excessive nesting, so that it is refused with
 * its field named instead of failing later as an internal error. Returns the first such place, innermost name first, and the reason. The
 * path is built only on the way out, because bodies may have 300,000 places.
 */
function unusable(value: unknown, depth = 0): Unusable | undefined {
  if (typeof value === 'string') return unstorable(value) ? { at: [], why: UNSTORABLE } : undefined
  if (value === null || typeof value !== 'object') return undefined
  if (depth > NESTING_MAX) return { at: [], why: TOO_DEEP }
  if (Array.isArray(value)) {
    for (let place = 0; place < value.length; place++) {
      const found = unusable(value[place], depth + 1)
      if (found) return inside(found, String(place))
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (unstorable(key)) return { at: [], why: UNSTORABLE }
    const found = unusable((value as Readonly<Record<string, unknown>>)[key], depth + 1)
    if (found) return inside(found, key)
  }
  return undefined
}

const TOO_DEEP = '嵌套层次太多'
const UNSTORABLE = '含有不能保存的字符'
const inside = ({ at, why }: Unusable, name: string): Unusable => ({ at: [...at, name], why })

const LONE_SURROGATE = /\p{Surrogate}/u
const unstorable = (text: string): boolean => text.includes('\u0000') || LONE_SURROGATE.test(text)

function refuseUnusable(value: unknown): void {
  const found = unusable(value)
  if (!found) return
  const names = found.at.toReversed()
  // For nesting, only the first name is given: sixty names would not help.
  const field = found.why === TOO_DEEP ? names[0] : names.join('.')
  throw new Refusal('invalid', { fields: { [field || WHOLE]: found.why } })
}

/** The field name for errors of the whole input. */
export const WHOLE = '(整体)'

/** Parses input by its schema, which names all allowed fields; throws the refusal `invalid` with one message for each field. */
export function parseInput<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const value: unknown = raw ?? {}
  refuseUnusable(value)
  const parsed = closed(schema).safeParse(value)
  if (parsed.success) {
    // Checked again: a form carries JSON as text, in which escapes can hide such characters.
    refuseUnusable(parsed.data)
    return parsed.data
  }
  // Without a prototype, because a field may be called __proto__.
  const fields = Object.create(null) as Record<string, string>
  for (const issue of parsed.error.issues.slice(0, 50)) {
    const path = issue.path.map(String).join('.') || WHOLE
    const unknown = unknownFieldsOf(issue).slice(0, 50)
    for (const name of unknown) fields[name] ??= UNKNOWN
    if (unknown.length > 0) continue
    fields[path] ??= isMissing(value, issue) ? REQUIRED : chinese(issue.message) ? issue.message : describe(issue)
  }
  throw new Refusal('invalid', { fields })
}

const REQUIRED = '该项为必填项'
const UNKNOWN = '没有这个字段'

/** Whether the schema found no value at all. Cannot be checked for JSON inside a form field. */
function isMissing(value: unknown, { path, code }: z.core.$ZodIssue): boolean {
  if (code === 'custom' || path.length === 0) return false
  let at: unknown = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null) return false
    at = (at as Readonly<Record<PropertyKey, unknown>>)[name]
  }
  return at === undefined
}

const chinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text)

const SMALL: Readonly<Record<string, string>> = { array: '至少要有', string: '至少', set: '至少要有' }
const BIG: Readonly<Record<string, string>> = { array: '最多', string: '最多', set: '最多' }
const UNIT: Readonly<Record<string, string>> = { array: '项', string: '个字', set: '项' }

/** Zod's own messages are English; users read Chinese. */
function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return '类型不正确'
    case 'too_small':
      return `${SMALL[issue.origin] ?? '不能小于'}${String(issue.minimum)}${UNIT[issue.origin] ?? ''}`
    case 'too_big':
      return `${BIG[issue.origin] ?? '不能大于'}${String(issue.maximum)}${UNIT[issue.origin] ?? ''}`
    case 'invalid_value':
      return '不在允许的取值之内'
    case 'invalid_format':
      return '格式不正确'
    default:
      return '输入不规范'
  }
}
