import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { OrderStamp, ShopOrder } from '@huoqiao/connector-shopify'
import type { OrderTask } from '@huoqiao/contract/orders/orders.schema'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import { findHeldStamps } from './feeds.store.ts'
import type { IntakeService } from './intake.service.ts'
import type { TaskInput } from './orders.types.ts'
import { legacyOf, newOrder } from './shop-order.mapping.ts'
import { updateOpenTask } from './tasks.store.ts'
import type { TaskRow } from './tasks.store.ts'

type RecoverRequest = Extract<TaskInput, { kind: 'recover' }>
type Tally = OrderTask['stores'][number]

const STAMPS = 100
const NAMES = 50
const BROUGHT_SHOWN = 200

/** 补单: searches the shops for orders that are missing here and stores them. A restart finds the orders that were stored before it. */
export function recoverService(deps: { db: Db; clock: Clock; stores: StoresApi; intake: IntakeService }) {
  const { db, stores } = deps

  return {
    async run(task: TaskRow, request: RecoverRequest, signal: AbortSignal): Promise<void> {
      const docs = await stores.storesById(db.handle, request.storeIds)
      const tallies: Tally[] = []
      // Carried over from an earlier run of the same task: the orders that it stored count as recovered by this task.
      const brought = [...task.brought]
      const seen = new Set<string>()
      const keep = async (): Promise<void> => {
        const done = tallies.reduce((sum, { already, brought: n, failed }) => sum + already + n + failed, 0)
        const total = tallies.reduce((sum, { found }) => sum + found, 0)
        const row = await updateOpenTask(db.handle, task.id, {
          stores: tallies,
          brought: brought.slice(0, BROUGHT_SHOWN),
          done,
          total,
          updatedAt: new Date(deps.clock.now()),
        })
        if (!row) throw new CalledOff()
      }
      try {
        for (const storeId of request.storeIds) {
          const store = docs.get(storeId)
          const tally: Tally = {
            storeId,
            storeName: store?.name ?? '已删除的店铺',
            found: 0,
            already: 0,
            brought: 0,
            failed: 0,
            message: store ? '' : '店铺已删除',
          }
          tallies.push(tally)
          if (store) await lookIn(store, request, { tally, brought, seen, keep, signal })
          await keep()
        }
        await finish(task, request, tallies, seen)
      } catch (error) {
        if (!(error instanceof CalledOff)) throw error
      }
    },
  }

  async function finish(
    task: TaskRow,
    request: RecoverRequest,
    tallies: readonly Tally[],
    seen: ReadonlySet<string>,
  ): Promise<void> {
    const missing = request.numbers.filter((number) => !seen.has(plain(number)))
    const incomplete = tallies.filter(({ message, failed }) => message !== '' || failed > 0).length
    const state = incomplete === tallies.length ? 'failed' : incomplete > 0 ? 'partial' : 'succeeded'
    await updateOpenTask(db.handle, task.id, {
      state,
      message: missing.length > 0 ? `店铺里没有找到：${missing.slice(0, 50).join('、')}` : '',
      finishedAt: new Date(deps.clock.now()),
    })
  }

  type Looking = {
    tally: Tally
    brought: OrderTask['brought']
    seen: Set<string>
    keep: () => Promise<void>
    signal: AbortSignal
  }

  /** A store that cannot be reached is reported in its own line, and the others continue. */
  async function lookIn(store: StoreDoc, request: RecoverRequest, looking: Looking): Promise<void> {
    try {
      if (request.numbers.length > 0) await byNumbers(store, request.numbers, looking)
      else await byWindow(store, request, looking)
    } catch (error) {
      if (looking.signal.aborted || (!isRemoteFailure(error) && !isRefusal(error))) throw error
      if (isRemoteFailure(error)) await stores.noteFailure(store.id, error)
      const reported = isRefusal(error) ? error : stores.explainStoreFailure(error, store)
      looking.tally.message = (reported.detail.why ?? reported.message).slice(0, 300)
    }
  }

  async function byWindow(store: StoreDoc, request: RecoverRequest, looking: Looking): Promise<void> {
    const shop = await stores.connectorOf(store.id)
    for (let after: string | undefined; ;) {
      looking.signal.throwIfAborted()
      const page = await shop.listOrderStamps(
        {
          first: STAMPS,
          ...(request.from === null ? {} : { createdFrom: new Date(request.from).toISOString() }),
          // Up to the end of the millisecond that a person chose.
          ...(request.to === null ? {} : { createdTo: new Date(request.to + 1).toISOString() }),
          ...(after === undefined ? {} : { after }),
        },
        { lane: 'background', signal: looking.signal },
      )
      await bringMissing(store, page.stamps, looking)
      await looking.keep()
      if (!page.hasNext || page.endCursor === undefined) return
      after = page.endCursor
    }
  }

  async function bringMissing(store: StoreDoc, stamps: readonly OrderStamp[], looking: Looking): Promise<void> {
    const { tally, signal } = looking
    tally.found += stamps.length
    const held = await findHeldStamps(
      db.handle,
      store.id,
      stamps.map(({ id }) => legacyOf(id)),
    )
    const missing = stamps.filter(({ id }) => !held.has(legacyOf(id)))
    countHeld(
      stamps.filter(({ id }) => held.has(legacyOf(id))).map(({ name }) => name),
      looking,
    )
    if (missing.length === 0) return
    const shop = await stores.connectorOf(store.id)
    const orders = await shop.readOrders(
      missing.map(({ id }) => id),
      { lane: 'background', signal },
    )
    const there = orders.filter((one): one is ShopOrder => one !== undefined)
    tally.failed += missing.length - there.length
    await take(store, there, looking)
  }

  async function byNumbers(store: StoreDoc, numbers: readonly string[], looking: Looking): Promise<void> {
    const shop = await stores.connectorOf(store.id)
    for (let from = 0; from < numbers.length; from += NAMES) {
      looking.signal.throwIfAborted()
      const names = numbers.slice(from, from + NAMES)
      const orders = await shop.ordersByNames(names, { lane: 'background', signal: looking.signal })
      looking.tally.found += orders.length
      for (const { name } of orders) looking.seen.add(plain(name))
      const held = await findHeldStamps(
        db.handle,
        store.id,
        orders.map(({ legacyId }) => legacyId),
      )
      countHeld(
        orders.filter(({ legacyId }) => held.has(legacyId)).map(({ name }) => name),
        looking,
      )
      await take(
        store,
        orders.filter(({ legacyId }) => !held.has(legacyId)),
        looking,
      )
      await looking.keep()
    }
  }

  async function take(store: StoreDoc, orders: readonly ShopOrder[], { tally, brought }: Looking): Promise<void> {
    const readAt = new Date(deps.clock.now())
    for (const one of await deps.intake.takeInAll(
      store.id,
      orders.map((one) => newOrder(one, readAt)),
      { rescued: true },
    )) {
      // Somebody else (a webhook, a pull) stored it first.
      if (one.outcome !== 'new') tally.already += 1
      else {
        tally.brought += 1
        brought.push({ orderId: one.orderId, number: one.number })
      }
    }
  }

  function countHeld(numbers: readonly string[], { tally, brought }: Looking): void {
    const ours = new Set(brought.map(({ number }) => number))
    for (const number of numbers) {
      if (ours.has(number)) tally.brought += 1
      else tally.already += 1
    }
  }
}

/** A person cancelled the task: this is no failure and is not retried. */
class CalledOff extends Error {
  override readonly name = 'CalledOff'
}

/** Numbers may be typed with or without the shop's prefix. */
const plain = (number: string): string => number.trim().replace(/^#+/, '').toLowerCase()
