import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { InboxConsumer, InboxMessageDoc, InboxOutcome } from '../inbox/index.ts'
import { rememberDeleted } from './deleted-orders.store.ts'
import { findHeldFacts, findHeldStamps } from './feeds.store.ts'
import { DELETED } from './intake.mapping.ts'
import { INTAKE_BATCH } from './intake.service.ts'
import type { IntakeService } from './intake.service.ts'
import { forgetStore, orderChanged, readRefunds, rereadOrders } from './orders.jobs.ts'
import { hintOf, whatShows } from './order-hints.rules.ts'
import type { OrderHint } from './order-hints.rules.ts'
import { findOrderIdsByShopIds } from './orders.store.ts'
import type { NewOrder } from './orders.types.ts'
import type { PersonsService } from './persons.service.ts'
import type { WritingService } from './writing.service.ts'
import type { OrderAlertsService } from './order-alerts.service.ts'
import { aboutMessage } from './webhook-hints.mapping.ts'
import { WHOLE_TOPICS, orderOfWebhook } from './webhook-order.mapping.ts'

/** An order read this soon after a message was sent may lack its change, because shops use whole seconds. */
const SAME_MOMENT_MS = 2_000
/** Orders in one reread job. */
const REREAD = 100

type Sorted = {
  whole: { message: InboxMessageDoc; order: NewOrder }[]
  orders: { message: InboxMessageDoc; shopifyId: string }[]
  hints: { message: InboxMessageDoc; hint: OrderHint }[]
  fulfillmentOrders: { message: InboxMessageDoc; id: string }[]
  returns: { message: InboxMessageDoc; id: string }[]
  deleted: { message: InboxMessageDoc; shopifyId: string }[]
  redacted: { message: InboxMessageDoc; shopifyIds: string[]; customerId: string | null }[]
  uninstalled: InboxMessageDoc[]
  others: { message: InboxMessageDoc; outcome: InboxOutcome; forgetStore?: boolean }[]
}

/**
 * Handles order webhooks of a shop. A body that is the whole order and newer than the stored one is stored directly. Any other message is a
 * hint: a job reads the order, and many hints of one order cause one read. What a body lacks (holds, risk) comes with the next pull, which
 * treats such an order as not yet known.
 */
export function orderMessages(deps: {
  clock: Clock
  jobs: Jobs
  intake: IntakeService
  writing: WritingService
  persons: PersonsService
  alerts: Pick<OrderAlertsService, 'uninstalled'>
}): InboxConsumer {
  const { jobs } = deps

  const takeWhole = async (
    tx: Tx,
    storeId: string,
    whole: Sorted['whole'],
    outcomes: Map<string, InboxOutcome>,
  ): Promise<{ again: string[]; refunds: string[] }> => {
    const again: string[] = []
    const refunds: string[] = []
    for (let from = 0; from < whole.length; from += INTAKE_BATCH) {
      const some = whole.slice(from, from + INTAKE_BATCH)
      const held = await findHeldStamps(
        tx,
        storeId,
        some.map(({ order }) => order.shopifyId),
      )
      const taken = await deps.intake.takeIn(
        tx,
        storeId,
        some.map(({ order }) => order),
        { rescued: false },
      )
      again.push(...taken.filter(({ isUnclear }) => isUnclear).map(({ shopifyId }) => shopifyId))
      const isTaken = new Set(taken.map(({ shopifyId }) => shopifyId))
      for (const { message, order } of some) {
        if (!isTaken.has(order.shopifyId)) {
          outcomes.set(message.id, handled(`订单 ${order.number} 已在店铺删除`))
          continue
        }
        const known = held.get(order.shopifyId)
        const sameMoment =
          known !== undefined &&
          known.depth === 1 &&
          known.shopUpdatedAt.getTime() === order.shopUpdatedAt.getTime() &&
          known.readAt.getTime() < order.reportedAt.getTime() + SAME_MOMENT_MS
        if (sameMoment) again.push(order.shopifyId)
        else if (order.refundedMinor === undefined) refunds.push(order.shopifyId)
        const late = known !== undefined && known.shopUpdatedAt.getTime() > order.shopUpdatedAt.getTime()
        outcomes.set(message.id, handled(late ? `订单 ${order.number} 已有更新的内容` : `订单 ${order.number}`))
      }
    }
    return { again, refunds }
  }

  /** Hints of edits and refunds that the stored orders do not show yet. */
  const openHints = async (
    tx: Tx,
    storeId: string,
    given: Sorted['hints'],
    outcomes: Map<string, InboxOutcome>,
  ): Promise<{ hints: OrderHint[]; refunds: string[] }> => {
    if (given.length === 0) return { hints: [], refunds: [] }
    const ids = given.map(({ hint }) => hint.shopifyId)
    const edited = given.filter(({ message }) => message.topic === 'orders/edited').map(({ hint }) => hint.shopifyId)
    await deps.writing.change(tx, await findOrderIdsByShopIds(tx, storeId, edited), ({ order }) =>
      order.edited ? undefined : { order: { edited: true } },
    )
    const held = await findHeldFacts(tx, storeId, ids)
    const found: { hints: OrderHint[]; refunds: string[] } = { hints: [], refunds: [] }
    for (const { message, hint } of given) {
      const shown = whatShows(held.get(hint.shopifyId), hint)
      if (shown === 'not') found.hints.push(hint)
      if (shown === 'but-the-sum') found.refunds.push(hint.shopifyId)
      outcomes.set(message.id, handled(shown === 'not' ? '已安排重新读取订单' : '订单自己的消息已经带来这个变化'))
    }
    return found
  }

  return {
    source: 'shopify',
    takes: (topic) => /^(orders|refunds|returns|fulfillments|fulfillment_orders|customers|shop|app)\//.test(topic),

    async handle(tx, storeId, messages) {
      const sorted = sort(messages)
      const outcomes = new Map<string, InboxOutcome>()
      const taken = await takeWhole(tx, storeId, sorted.whole, outcomes)
      const again = new Set(taken.again)
      for (const { message, shopifyId } of sorted.orders) {
        again.add(shopifyId)
        outcomes.set(message.id, handled('已安排重新读取订单'))
      }
      const { hints, refunds } = await openHints(tx, storeId, sorted.hints, outcomes)
      const sums = [...new Set([...taken.refunds, ...refunds])].filter((id) => !again.has(id))
      for (let from = 0; from < sums.length; from += REREAD)
        await jobs.enqueue(tx, readRefunds, { storeId, shopifyIds: sums.slice(from, from + REREAD) })
      for (const { message } of [...sorted.fulfillmentOrders, ...sorted.returns])
        outcomes.set(message.id, handled('已安排重新读取订单'))
      for (const [shopifyIds, fulfillmentOrderIds, returnIds] of sliced(
        [...again],
        idsOf(sorted.fulfillmentOrders),
        idsOf(sorted.returns),
      ))
        await jobs.enqueue(tx, rereadOrders, { storeId, shopifyIds, fulfillmentOrderIds, returnIds })
      for (let from = 0; from < hints.length; from += REREAD)
        await jobs.enqueue(tx, rereadOrders, {
          storeId,
          shopifyIds: [],
          fulfillmentOrderIds: [],
          hints: hints.slice(from, from + REREAD),
        })

      if (sorted.deleted.length > 0)
        await rememberDeleted(
          tx,
          storeId,
          sorted.deleted.map(({ shopifyId }) => shopifyId),
        )
      for (const { message, shopifyId } of sorted.deleted) {
        const ids = await findOrderIdsByShopIds(tx, storeId, [shopifyId])
        const now = new Date(deps.clock.now())
        await deps.writing.change(tx, ids, ({ order }) =>
          order.cancelReason === DELETED
            ? undefined
            : { order: { cancelledAt: order.cancelledAt ?? now, cancelReason: DELETED } },
        )
        if (ids.length > 0) await jobs.emit(tx, orderChanged, { orderIds: ids, why: 'cancelled' })
        outcomes.set(message.id, handled('订单已在店铺删除'))
      }
      for (const { message, shopifyIds, customerId } of sorted.redacted) {
        const n = await deps.persons.redactFor(tx, storeId, { shopifyIds, customerId })
        outcomes.set(message.id, handled(`已删除 ${n} 个订单的客户信息`))
      }
      for (const message of sorted.uninstalled) {
        const isSo = await deps.alerts.uninstalled(tx, storeId, message.triggeredAt ?? message.receivedAt)
        outcomes.set(message.id, handled(isSo ? '店铺卸载了应用，已停止拉取和同步' : '店铺在这之后又连上了'))
      }
      for (const { message, outcome, forgetStore: forget } of sorted.others) {
        if (forget) await jobs.enqueue(tx, forgetStore, { storeId })
        outcomes.set(message.id, outcome)
      }
      return outcomes
    },
  }
}

const handled = (message: string): InboxOutcome => ({ kind: 'handled', message })

function sort(messages: readonly InboxMessageDoc[]): Sorted {
  const sorted: Sorted = {
    whole: [],
    orders: [],
    hints: [],
    fulfillmentOrders: [],
    returns: [],
    deleted: [],
    redacted: [],
    uninstalled: [],
    others: [],
  }
  for (const message of messages) {
    const body = parsed(message.body)
    const order = WHOLE_TOPICS.has(message.topic)
      ? orderOfWebhook(body, message.triggeredAt ?? message.receivedAt)
      : undefined
    if (order) {
      sorted.whole.push({ message, order })
      continue
    }
    const hint = hintOf(message.topic, body, message.triggeredAt ?? message.receivedAt)
    if (hint) {
      sorted.hints.push({ message, hint })
      continue
    }
    const about = aboutMessage(message.topic, body)
    switch (about.kind) {
      case 'order':
        sorted.orders.push({ message, shopifyId: about.shopifyId })
        break
      case 'fulfillment-order':
        sorted.fulfillmentOrders.push({ message, id: about.id })
        break
      case 'return':
        sorted.returns.push({ message, id: about.id })
        break
      case 'deleted':
        sorted.deleted.push({ message, shopifyId: about.shopifyId })
        break
      case 'redact-customer':
        sorted.redacted.push({ message, shopifyIds: about.shopifyIds, customerId: about.customerId })
        break
      case 'redact-shop':
        sorted.others.push({ message, outcome: handled('已安排删除这家店铺的客户信息'), forgetStore: true })
        break
      case 'uninstalled':
        sorted.uninstalled.push(message)
        break
      case 'unreadable':
        throw new Error(`消息内容读不懂（${message.topic}）`)
      default:
        sorted.others.push({ message, outcome: { kind: 'ignored', message: about.why } })
    }
  }
  return sorted
}

/** Undefined: the body is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const idsOf = (named: readonly { id: string }[]): string[] => [...new Set(named.map(({ id }) => id))]

/** Splits the three lists into batches of at most REREAD each. */
function sliced(...lists: readonly [string[], string[], string[]]): [string[], string[], string[]][] {
  const slices: [string[], string[], string[]][] = []
  for (let from = 0; from < Math.max(...lists.map((list) => list.length)); from += REREAD) {
    const [orders, parts, returns] = lists
    slices.push([
      orders.slice(from, from + REREAD),
      parts.slice(from, from + REREAD),
      returns.slice(from, from + REREAD),
    ])
  }
  return slices
}
