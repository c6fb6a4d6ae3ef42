import * as z from '../zod.ts'
import { can, id, instant } from '../wire.ts'
import {
  DIFFERENCE_GROUPS,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  REPAIRS,
  RECONCILIATION_PASSES,
  RECONCILIATION_STATES,
  SEVERITIES,
} from './reconciliation.status.ts'
import type {
  DifferenceGroup,
  DifferenceKind,
  DifferenceState,
  RepairName,
  ReconciliationPass,
  ReconciliationState,
  Severity,
} from './reconciliation.status.ts'

const codes = <T extends string>(table: Readonly<Record<T, unknown>>) => z.enum(Object.keys(table) as [T, ...T[]])
export const differenceGroup = codes<DifferenceGroup>(DIFFERENCE_GROUPS)
export const differenceKind = codes<DifferenceKind>(DIFFERENCE_KINDS)
export const differenceState = codes<DifferenceState>(DIFFERENCE_STATES)
export const severity = codes<Severity>(SEVERITIES)
export const reconciliationState = codes<ReconciliationState>(RECONCILIATION_STATES)
export const reconciliationPass = codes<ReconciliationPass>(RECONCILIATION_PASSES)
export const repairName = codes<RepairName>(REPAIRS)

const count = z.int()

/** An object that a difference refers to. `to`: a console page, or an external address. */
export const differenceObject = z.object({
  kind: z.enum([
    'order',
    'purchase',
    'alibaba-order',
    'parcel',
    'shipment',
    'ledger',
    'product',
    'offer',
    'shop-product',
  ]),
  id: z.string(),
  label: z.string(),
  to: z.string().nullable(),
})
export type DifferenceObject = z.infer<typeof differenceObject>

/** The two values side by side, as numbers or texts. null: that side has none. */
export const differenceFigure = z.discriminatedUnion('unit', [
  z.object({
    label: z.string(),
    ours: z.int().nullable(),
    theirs: z.int().nullable(),
    unit: z.enum(['pieces', 'fen']),
  }),
  z.object({ label: z.string(), ours: z.string().nullable(), theirs: z.string().nullable(), unit: z.literal('text') }),
])
export type DifferenceFigure = z.infer<typeof differenceFigure>

/** The call that would repair it, with its input. */
export const repair = z.object({ name: repairName, label: z.string(), input: z.record(z.string(), z.unknown()) })

export const difference = z.object({
  id,
  kind: differenceKind,
  group: differenceGroup,
  severity,
  state: differenceState,
  /** what happened, why, what it affects, what to do next (beyond, item 10) */
  what: z.string(),
  why: z.string(),
  affects: z.string(),
  next: z.string(),
  /** the same for all differences of a kind and severity with the same next step and repair, which one repair can resolve together */
  cause: z.string(),
  objects: z.array(differenceObject),
  figures: z.array(differenceFigure),
  /** the difference in money, or the amount at stake; fen; null: not about money */
  amountMinor: count.nullable(),
  repair: repair.nullable(),
  /** result of the last repair */
  repairMessage: z.string(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  closedAt: instant.nullable(),
  ignored: z.object({ by: z.string(), at: instant, note: z.string() }).nullable(),
  can,
})
export type Difference = z.infer<typeof difference>

export const reconciliationRun = z.object({
  id,
  state: reconciliationState,
  /** null: the app's nightly run */
  by: z.string().nullable(),
  /** the current walk */
  pass: reconciliationPass.nullable(),
  /** objects compared so far, and their number at the start */
  done: count,
  total: count,
  found: count,
  opened: count,
  closed: count,
  /** why a part could not be compared, for example 1688 was unreachable */
  problems: z.array(z.string()),
  createdAt: instant,
  finishedAt: instant.nullable(),
  can,
})
export type ReconciliationRun = z.infer<typeof reconciliationRun>
