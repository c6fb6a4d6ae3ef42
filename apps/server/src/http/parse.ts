import type { z } from 'zod'
import { Refusal } from '../platform/refusal.ts'

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Text that PostgreSQL cannot keep (a NUL, half a surrogate pair) is refused at the door with its field named,
 * since further in it would be a fault of ours. Returns the path of the first such text.
 */
function unstorablePath(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') || LONE_SURROGATE.test(value) ? path : undefined
  if (value === null || typeof value !== 'object') return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorablePath(inner, path === '' ? key : `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads input by its schema; throws the refusal `invalid` with one message a field. */
export function parseInput<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const value: unknown = raw ?? {}
  const unstorable = unstorablePath(value, '')
  if (unstorable !== undefined) throw new Refusal('invalid', { fields: { [unstorable]: '含有不能保存的字符' } })
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues.slice(0, 50)) {
    const path = issue.path.map(String).join('.') || '(整体)'
    fields[path] ??= chinese(issue.message) ? issue.message : describe(issue)
  }
  throw new Refusal('invalid', { fields })
}

const chinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text)

const SMALL: Readonly<Record<string, string>> = { array: '至少要有', string: '至少', set: '至少要有' }
const BIG: Readonly<Record<string, string>> = { array: '最多', string: '最多', set: '最多' }
const UNIT: Readonly<Record<string, string>> = { array: '项', string: '个字', set: '项' }

/** Zod's own sentences are English; people read these. */
function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'input' in issue && issue.input === undefined ? '该项为必填项' : '类型不正确'
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
