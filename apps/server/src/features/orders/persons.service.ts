import type { InputOf } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { OrderPerson } from '@huoqiao/contract/orders/orders.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { findOrder, findPerson } from './orders.store.ts'
import { withdrawPersonExports } from './orders.jobs.ts'
import { personEvents } from './person-events.ts'
import { personView } from './orders.view.ts'
import { expirePersons, forgetPersons, forgetSomeOfStore } from './persons.store.ts'

type Endpoints = typeof ordersEndpoints
export type PersonsService = ReturnType<typeof personsService>
const SLICE = 2_000
const DAY_MS = 86_400_000

/** Deletes personal data: on request of a shop (reference shopify-admin, section 6), on request of a user, and by age. */
export function personsService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  config: Pick<SystemConfigService, 'setting'>
}) {
  const reported = personEvents(deps)
  const withdrawExports = (tx: Tx) => deps.jobs.enqueue(tx, withdrawPersonExports, {})

  return {
    /** Shows the unmasked customer of one order. The reason is recorded in the operation log and in the order's timeline. */
    async revealCustomer(tx: Tx, call: Call, input: InputOf<Endpoints['revealCustomer']>): Promise<OrderPerson> {
      const order = await findOrder(tx, input.orderId)
      if (!order) throw new Refusal('not-found')
      const person = await findPerson(tx, order.id)
      if (!person) throw new Refusal('state-not-allowed', { why: '没有保存这张订单的客户信息' })
      call.notes.object('order', order.id, order.number)
      call.notes.change('reason', null, input.reason)
      await reported(tx, [order.id], `查看客户信息：${input.reason}`, call.actor)
      return personView(order, person, true)
    },

    async redactCustomer(tx: Tx, call: Call, orderId: string): Promise<{ orders: number }> {
      const order = await findOrder(tx, orderId)
      if (!order) throw new Refusal('not-found')
      const person = await findPerson(tx, orderId)
      const ids = await forgetPersons(tx, order.storeId, {
        orderIds: [orderId],
        customerId: person?.customerId ?? null,
      })
      call.notes.object('order', order.id, order.number)
      call.notes.change('person', '***', null)
      await reported(tx, ids, '删除客户信息', call.actor)
      await withdrawExports(tx)
      return { orders: ids.length }
    },

    /** customers/redact: these orders, and all other data of the customer. */
    async redactFor(
      tx: Tx,
      storeId: string,
      who: { shopifyIds: readonly string[]; customerId: string | null },
    ): Promise<number> {
      const ids = await forgetPersons(tx, storeId, who)
      await reported(tx, ids, '按店铺要求删除客户信息', null)
      if (ids.length > 0) await withdrawExports(tx)
      return ids.length
    },

    /** shop/redact */
    async redactStore(storeId: string): Promise<number> {
      for (let total = 0; ;) {
        const gone = await deps.db.transaction(async (tx) => {
          const n = await forgetSomeOfStore(tx, storeId, SLICE)
          if (n > 0) await withdrawExports(tx)
          return n
        })
        total += gone
        if (gone < SLICE) return total
      }
    },

    /** Nightly: personal data older than the retention. */
    async expire(): Promise<void> {
      const days = await deps.config.setting(deps.db.handle, 'orders.personDays')
      const before = new Date(deps.clock.now() - days * DAY_MS)
      while ((await deps.db.transaction((tx) => expirePersons(tx, before, SLICE))) === SLICE);
    },
  }
}
