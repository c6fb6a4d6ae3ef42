import { z } from 'zod'
import { SEVERITIES } from '../reconciliation/reconciliation.status.ts'
import type { Severity } from '../reconciliation/reconciliation.status.ts'
import { instant } from '../wire.ts'
import { TRIAGE_KINDS } from './workbench.status.ts'
import type { TriageKind } from './workbench.status.ts'

export const triageKind = z.enum(Object.keys(TRIAGE_KINDS) as [TriageKind, ...TriageKind[]])
const severity = z.enum(Object.keys(SEVERITIES) as [Severity, ...Severity[]])

/** One step that a person may take from the list: a call with everything that it needs, or the way to the window where it is taken. */
export const remedy = z.object({
  /** the letter that takes it */
  key: z.string().length(1),
  label: z.string(),
  /** name of the call; of a step that leads to a window, the call that is made there */
  call: z.string(),
  /** the window's address; null: the call is made at once */
  to: z.string().nullable(),
  input: z.record(z.string(), z.unknown()),
  /** asked before it is taken; null: it can be taken back or does no harm */
  confirm: z.string().nullable(),
  /** true, or why this person may not */
  allowed: z.union([z.literal(true), z.string()]),
})
export type Remedy = z.infer<typeof remedy>

export const triageItem = z.object({
  /** kind and object together: what is snoozed */
  key: z.string(),
  kind: triageKind,
  severity,
  title: z.string(),
  why: z.string(),
  /** since when it waits */
  since: instant,
  /** where Enter leads */
  to: z.string(),
  remedies: z.array(remedy),
  snoozedUntil: instant.nullable(),
})
export type TriageItem = z.infer<typeof triageItem>

export const triageCounts = z.object({
  kinds: z.partialRecord(triageKind, z.number().int()),
  all: z.number().int(),
  snoozed: z.number().int(),
  /** some count stopped at its cap */
  capped: z.boolean(),
})

/** Today's figures; null: this person may not see the list behind it. */
const figure = z.number().int().nullable()
export const homeFigures = z.object({
  ordersToday: figure,
  toBuy: figure,
  toPlace: figure,
  toPay: figure,
  onTheWay: figure,
  toShip: figure,
  /** listings that were pushed well today */
  synced: figure,
  /** what waits at the triage list */
  waiting: figure,
  /** differences that are open */
  differences: figure,
})
export type HomeFigures = z.infer<typeof homeFigures>
