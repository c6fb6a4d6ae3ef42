import { parseChinaTime } from '@huoqiao/kit/time'
import * as z from '../zod.ts'
import { id, instant, requiredText } from '../wire.ts'
import { COMPARISONS, DIMENSION_NAMES, SUMS } from './analytics.figures.ts'
import type { Comparison, SumName } from './analytics.figures.ts'

const words = <T extends string>(names: readonly T[]) => z.enum(names as [T, ...T[]])

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, '应为YYYY-MM-DD')
  .refine((text) => parseChinaTime(text) !== undefined, '没有这一天')

/** Filters hold together; of a filter the days `from` to `to`, both included, by China's calendar. */
const analyticsView = z.object({
  group: words(DIMENSION_NAMES).default('day'),
  compare: words(Object.keys(COMPARISONS) as Comparison[]).default('none'),
  storeId: id.optional(),
  /** keys as the rows of their dimension have them; `none`: of none */
  supplier: requiredText(100).optional(),
  country: requiredText(4).optional(),
  category: requiredText(200).optional(),
  /** what no product of ours is known for has a key that is worked out, and no UUID of any version */
  product: z.guid().optional(),
})
export type AnalyticsView = z.infer<typeof analyticsView>
export const analyticsFilter = analyticsView.extend({ from: day, to: day })
export type AnalyticsFilter = z.infer<typeof analyticsFilter>

export const analyticsSums = z.object(
  Object.fromEntries(SUMS.map((name) => [name, z.int()])) as Record<SumName, z.ZodInt>,
)

export const analyticsRow = z.object({
  /** of the dimension: a day, an id, a country's code, a category's name; `none`: of none; `others`: what the rows leave */
  key: z.string(),
  name: z.string(),
  /** beside the name: SKU of a variant */
  note: z.string(),
  image: z.string().nullable(),
  sums: analyticsSums,
  /** of the time that is compared with; null: nothing is */
  before: analyticsSums.nullable(),
})
export type AnalyticsRow = z.infer<typeof analyticsRow>

export const analyticsAnswer = z.object({
  /** days by time, everything else by sale, the largest first; at most 500, and what they leave in one more */
  rows: z.array(analyticsRow),
  total: analyticsSums,
  /** of the time that is compared with, and its days */
  before: z.object({ from: z.string(), to: z.string(), total: analyticsSums }).nullable(),
  /** every day of the time, for a chart; `before` the day that stands in its place in the time that is compared with */
  days: z.array(z.object({ day: z.string(), sums: analyticsSums, before: analyticsSums.nullable() })),
  /** changes of orders that are not counted yet, at most MOST_BEHIND, which stands for that many or more; 0: exact as of now */
  behind: z.int(),
})
export type AnalyticsAnswer = z.infer<typeof analyticsAnswer>

const choice = z.object({ key: z.string(), name: z.string() })
/** What can be filtered by: everything that was ever sold. */
export const analyticsChoices = z.object({
  suppliers: z.array(choice),
  countries: z.array(choice),
  categories: z.array(choice),
})

/** A view of which a person is reminded once a week, with the seven days before. Weekdays count from Monday, 1, to Sunday, 7. */
const scheduled = { name: requiredText(32), weekday: z.int().min(1).max(7), view: analyticsView }
export const newAnalyticsSchedule = z.object(scheduled)
export const analyticsSchedule = z.object({
  ...scheduled,
  id,
  /** when it was sent last; null: not yet */
  sentAt: instant.nullable(),
})
export type AnalyticsSchedule = z.infer<typeof analyticsSchedule>
