import type { Tx } from '../../db/db.ts'
import type { By } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { addEvents } from './orders.store.ts'

/** `by` is null where the server did it, by a rule that a person set. */
export type PersonEvents = (tx: Tx, orderIds: Iterable<string>, text: string, by: By | null) => Promise<void>

/** What people did to orders, in the orders' own histories: one entry an order. */
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
