import type { Tx } from '../../db/db.ts'
import type { By } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { addEvents } from './orders.store.ts'

/** `by` is null if the server acted, by a rule that a person set. */
export type PersonEvents = (tx: Tx, orderIds: Iterable<string>, text: string, by: By | null) => Promise<void>

/** Adds what people did to the timelines of the orders: one entry for each order. */
export const personEvents =
  (deps: { clock: Clock; newId: NewId }): PersonEvents =>
  (tx, orderIds, text, by) =>
    addEvents(
      tx,
      Array.from(orderIds, (orderId) => ({
        id: deps.newId(),
        orderId,
        at: new Date(deps.clock.now()),
        kind: 'person',
        text,
        byId: by?.accountId ?? null,
        byName: by?.name ?? null,
      })),
    )
