import { parseChinaTime } from '@huoqiao/kit/time'
import * as z from '../zod.ts'
import { id, instant, requiredText, text } from '../wire.ts'
import { COMPARISONS, DIMENSION_NAMES, SUMS } from './analytics.figures.ts'
import type { Comparison, SumName } from './analytics.figures.ts'

const words = <T extends string>(names: readonly T[]) => z.enum(names as [T, ...T[]])

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, '应为YYYY-MM-DD')
  .refine((text) => parseChinaTime(text) !== undefined, '没有这一天')

/** A row must match all filters. The days `from` to `to` are inclusive, in China's calendar. */
const analyticsView = z.object({
  group: words(DIMENSION_NAMES).default('day'),
  compare: words(Object.keys(COMPARISONS) as Comparison[]).default('none'),
  storeId: id.optional(),
  /** keys as in the rows of their dimension; `none`: without a value */
  supplier: requiredText(100).optional(),
  country: requiredText(4).optional(),
  category: requiredText(200).optional(),
  /** a shop's product without a product of ours has a derived key, which is not a valid UUID of any version */
  product: z.guid().optional(),
  /** words of the names and SKUs of goods */
  keyword: text(64).optional(),
})
export type AnalyticsView = z.infer<typeof analyticsView>
export const analyticsFilter = analyticsView.extend({ from: day, to: day })
export type AnalyticsFilter = z.infer<typeof analyticsFilter>

export const analyticsSums = z.object(
  Object.fromEntries(SUMS.map((name) => [name, z.int()])) as Record<SumName, z.ZodInt>,
)

export const analyticsRow = z.object({
  /** key in the dimension: a day, an id, a country code, a category name; `none`: without a value; `others`: sum of the rows that were cut */
  key: z.string(),
  name: z.string(),
  /** beside the name: SKU of a variant */
  note: z.string(),
  image: z.string().nullable(),
  sums: analyticsSums,
  /** of the compared period; null: no comparison */
  before: analyticsSums.nullable(),
})
export type AnalyticsRow = z.infer<typeof analyticsRow>

export const analyticsAnswer = z.object({
  /** days in order of time, otherwise by sales, largest first; at most 500, the rest in one more row */
  rows: z.array(analyticsRow),
  total: analyticsSums,
  /** the compared period and its total */
  before: z.object({ from: z.string(), to: z.string(), total: analyticsSums }).nullable(),
  /** every day of the period, for a chart; `before`: the corresponding day of the compared period */
  days: z.array(z.object({ day: z.string(), sums: analyticsSums, before: analyticsSums.nullable() })),
  /** number of order changes not counted yet; MOST_BEHIND means that many or more; 0: exact as of now */
  behind: z.int(),
})
export type AnalyticsAnswer = z.infer<typeof analyticsAnswer>

const choice = z.object({ key: z.string(), name: z.string() })
/** Options of the filters: everything that was ever sold. */
export const analyticsChoices = z.object({
  suppliers: z.array(choice),
  countries: z.array(choice),
  categories: z.array(choice),
})

/** A view of which a person gets a notice once a week, with the seven days before. `weekday`: Monday is 1, Sunday 7. */
const scheduled = { name: requiredText(32), weekday: z.int().min(1).max(7), view: analyticsView }
export const newAnalyticsSchedule = z.object(scheduled)
export const analyticsSchedule = z.object({
  ...scheduled,
  id,
  /** when it was sent last; null: not yet */
  sentAt: instant.nullable(),
})
export type AnalyticsSchedule = z.infer<typeof analyticsSchedule>
