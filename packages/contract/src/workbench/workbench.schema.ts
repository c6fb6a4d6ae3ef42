import * as z from '../zod.ts'
import { SEVERITIES } from '../reconciliation/reconciliation.status.ts'
import type { Severity } from '../reconciliation/reconciliation.status.ts'
import { instant } from '../wire.ts'
import { TRIAGE_KINDS } from './workbench.status.ts'
import type { TriageKind } from './workbench.status.ts'

export const triageKind = z.enum(Object.keys(TRIAGE_KINDS) as [TriageKind, ...TriageKind[]])
const severity = z.enum(Object.keys(SEVERITIES) as [Severity, ...Severity[]])

/** One action in the triage list: a call with its complete input, or a link to the dialog that sends it. */
export const remedy = z.object({
  /** its keyboard key */
  key: z.string().length(1),
  label: z.string(),
  /** name of the call; for a link, the call that the dialog sends */
  call: z.string(),
  /** address of the dialog; null: the call is sent directly */
  to: z.string().nullable(),
  input: z.record(z.string(), z.unknown()),
  /** confirmation question; null: it can be undone or is harmless */
  confirm: z.string().nullable(),
  /** true, or why this person may not use it */
  allowed: z.union([z.literal(true), z.string()]),
})
export type Remedy = z.infer<typeof remedy>

export const triageItem = z.object({
  /** kind and object together: the key for snoozing */
  key: z.string(),
  kind: triageKind,
  severity,
  title: z.string(),
  why: z.string(),
  /** since when it has been waiting */
  since: instant,
  /** the page that Enter opens */
  to: z.string(),
  remedies: z.array(remedy),
  snoozedUntil: instant.nullable(),
})
export type TriageItem = z.infer<typeof triageItem>

export const triageCounts = z.object({
  kinds: z.partialRecord(triageKind, z.int()),
  all: z.int(),
  snoozed: z.int(),
  /** as in `stateCounts` */
  capped: z.array(triageKind),
  snoozedCapped: z.boolean(),
})

/** When something last happened, as proof for the connection guide that it works. Null: never. */
const lastTime = instant.nullable()
export const connectionEvidence = z.object({
  claimed: lastTime,
  synced: lastTime,
  ordered: lastTime,
  placed: lastTime,
  paid: lastTime,
  /** the last message of each 1688 account and shop that sent one */
  messages: z.array(z.object({ ownerId: z.uuid(), at: instant })),
})
export type ConnectionEvidence = z.infer<typeof connectionEvidence>

/** Today's figures; null: this person may not see the list behind it, or the value is unknown. */
const figure = z.int().nullable()
export const homeFigures = z.object({
  ordersToday: figure,
  toBuy: figure,
  toPlace: figure,
  toPay: figure,
  onTheWay: figure,
  toShip: figure,
  /** part of `toShip`: shipping deadline by the end of today, and deadline before today */
  shipToday: figure,
  shipLate: figure,
  /** listings pushed successfully today */
  synced: figure,
  /** fen: sales of today's orders, and their profit where it is known */
  salesToday: figure,
  profitToday: figure,
  /** fen: sum of the purchases that wait for payment */
  toPayMinor: figure,
  /** orders with a return or a return request */
  returns: figure,
  /** items waiting in the triage list */
  waiting: figure,
  /** open differences */
  differences: figure,
})
export type HomeFigures = z.infer<typeof homeFigures>

/** Kinds of items that wait for a person, by the money at stake, largest first. */
export const stoppedKind = z.object({
  kind: triageKind,
  count: z.int(),
  /** there may be more than `count` */
  isCapped: z.boolean(),
  /** fen; null: no money is at stake, or the sum is unknown */
  minor: z.int().nullable(),
})
export type StoppedKind = z.infer<typeof stoppedKind>

export const homeAnswer = homeFigures.extend({
  /** the same weekday of last week. Counts of a day's events: up to this time of day; current values: as of the end of that day. Absent: unknown */
  before: z.partialRecord(z.enum(Object.keys(homeFigures.shape) as [keyof HomeFigures]), z.int()),
  beforeDay: z.string(),
  stopped: z.array(stoppedKind),
  /** figures of which there may be more than counted */
  capped: z.array(z.enum(Object.keys(homeFigures.shape) as [keyof HomeFigures])),
})
export type HomeAnswer = z.infer<typeof homeAnswer>
