import * as z from '../zod.ts'
import { id, instant } from '../wire.ts'
import { LOGGED_OUTCOMES } from './operation-log.status.ts'
import type { LoggedOutcome } from './operation-log.status.ts'

export const loggedOutcome = z.enum(Object.keys(LOGGED_OUTCOMES) as [LoggedOutcome, ...LoggedOutcome[]])

/**
 * One line of the append-only operation log: who, when, from where, which call, changes, outcome. Secrets are masked before it is written.
 */
export const operationLogEntry = z.object({
  id,
  at: instant,
  accountId: z.string().nullable(),
  accountName: z.string(),
  ip: z.string(),
  call: z.string(),
  title: z.string(),
  objects: z.array(z.object({ kind: z.string(), id: z.string(), label: z.string().optional() })),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  outcome: loggedOutcome,
  word: z.string().nullable(),
  message: z.string(),
  durationMs: z.int(),
  requestId: z.string(),
})
export type OperationLogEntry = z.infer<typeof operationLogEntry>
