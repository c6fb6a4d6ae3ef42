import * as z from '../zod.ts'
import { supplierRating } from '../purchases/suppliers.schema.ts'
import { id, instant, remoteId } from '../wire.ts'
import { SCORE_KEYS, SCORECARD_WINDOWS } from './scorecards.figures.ts'
import type { ScoreKey } from './scorecards.figures.ts'

const days = z.literal([...SCORECARD_WINDOWS])

/** `value` null: there is no case. */
const figure = z.object({ value: z.int().nullable(), cases: z.int() })
const figures = z.object(Object.fromEntries(SCORE_KEYS.map((key) => [key, figure])) as Record<ScoreKey, typeof figure>)

export const scorecard = z.object({
  supplierId: id,
  name: z.string(),
  rating: supplierRating,
  /** by SCORECARD_WINDOWS */
  windows: z.array(z.object({ days, figures })),
  /** scores from 1688, read together with one of the seller's offers; null: none of its offers was read */
  vendor: z
    .object({
      composite: z.string().nullable(),
      consulting: z.string().nullable(),
      logistics: z.string().nullable(),
      dispute: z.string().nullable(),
      afterSales: z.string().nullable(),
      readAt: instant,
    })
    .nullable(),
})
export type Scorecard = z.infer<typeof scorecard>

export const scorecardAnswer = z.object({
  list: z.array(scorecard),
  /** suppliers of the requested offers; an offer that was never read, or whose seller we never bought from, is left out */
  offers: z.array(z.object({ offerId: remoteId, supplierId: id })),
})

/** All sums are fen. */
export const supplierSpending = z.object({
  supplierId: id,
  windows: z.array(
    z.object({
      days,
      spentMinor: z.int(),
      /** share of everything spent in the window */
      sharePermille: z.int().nullable(),
      refundAskedMinor: z.int(),
      refundedMinor: z.int(),
    }),
  ),
})
export type SupplierSpending = z.infer<typeof supplierSpending>
