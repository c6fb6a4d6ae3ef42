import * as z from './zod.ts'
import { CARD_PAGE_SIZE } from './specification.ts'

/** Shared field types. Forms and queries carry text, so their numbers, booleans and lists are parsed here. */

/** Our own identifiers: UUID version 7. */
export const id = z.uuid()
/** Marketplace identifiers: up to 19 digits, always text. */
export const remoteId = z
  .string()
  .regex(/^\d{1,19}$/, '应为数字编号')
  // Stored as 64-bit integers, whose maximum also has 19 digits.
  .refine((digits) => digits.length < 19 || digits <= '9223372036854775807', '编号太大')
/** UTC instant in epoch milliseconds. */
export const instant = z.int()
export const money = z.object({ minor: z.int(), currency: z.string().length(3) })
/** Number of saves of a row. The database column has 32 bits, and a save increments it, so the maximum is one less. */
export const version = z.int().min(0).max(2_147_483_646)

/** Text without control characters, trimmed. `max` counts UTF-16 units. */
export const text = (max: number) => z.string().trim().max(max, `最多${max}个字`)
export const requiredText = (max: number) => text(max).min(1, '该项为必填项')

/** Addresses of uploaded pictures. */
export const uploadedPictures = z
  .array(
    z.string().regex(/^(?:https?:\/\/[^\s?#]+)?\/files\/[0-9a-f-]{36}\/[0-9a-f]{32}\.[a-z]{3,4}$/, '应为已上传的图片'),
  )
  .max(9, '最多9张')

/** Integers in a query or form: "24" → 24. */
export const formInt = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** A list in a form: repeated keys, a comma list, or JSON text. */
export const formList = <T extends z.ZodType>(item: T, max: number, min = 0) =>
  z.preprocess(
    (value) => {
      if (typeof value !== 'string') return value
      if (value.trim().startsWith('[')) return parseJson(value)
      return value.split(',').filter((part) => part !== '')
    },
    z.array(item).min(min, '请至少选择一项').max(max, `一次最多${max}个`),
  )

/** A structured value in a form, as JSON text. */
export const formJson = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? parseJson(value) : value), schema)

/** Text that is not JSON stays text, so that the schema refuses it with a field error. */
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const pageInput = { page: formInt(1, 100_000).default(1), pageSize: formInt(1, 200).default(CARD_PAGE_SIZE) }

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    list: z.array(item),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    /** true: there are more than `total`, where counting stopped */
    totalCapped: z.boolean().optional(),
  })

/** Counts for a list's tabs: how many rows of each state match its other filters. */
export const stateCounts = <S extends z.core.$ZodRecordKey & z.ZodType>(state: S) =>
  z.object({
    counts: z.partialRecord(state, z.int()),
    all: z.int(),
    /** the states of which there may be more rows than were counted; if there are any, `all` is a lower bound too */
    capped: z.array(state),
  })

/** The actions that a row allows: call name → true, or the reason why not. Only the server decides this. */
export const can = z.record(z.string(), z.union([z.literal(true), z.string()]))
export type Can = z.infer<typeof can>

/** The outcome of one row of a bulk action. */
export const rowOutcome = z.object({
  key: z.string(),
  ok: z.boolean(),
  /** only partly done: the message says what was not done and why */
  partly: z.boolean().optional(),
  word: z.string().optional(),
  message: z.string(),
  id: z.string().optional(),
})
export type RowOutcome = z.infer<typeof rowOutcome>
export const bulkOutcome = z.object({
  succeeded: z.int(),
  failed: z.int(),
  rows: z.array(rowOutcome),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>

/** The output of a call that returns only success. */
export const nothing = z.null()
