import type { SourceOrder } from '@huoqiao/connector-1688'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { handOrdersEndpoints } from '@huoqiao/contract/placement/hand-orders.endpoints'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import { byColumnsOf, byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { RowResult } from '../../platform/each-row.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { asMarketplaceRefusal } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchaseDoc, PurchasesApi, PurchaseState } from '../purchases/index.ts'
import { closedWhy, goodsDiffer, PARTS_MAX, proposeHandOrders, UNPLACED } from './hand-orders.rules.ts'
import { handOrderView } from './hand-orders.view.ts'
import type { OrderRecord } from './order-record.ts'
import { cargoOf } from './placement.mapping.ts'
import { isClosed } from './placement.rules.ts'
import {
  findLivePlacement,
  findOrderByNumber,
  findOrdersByNumbers,
  insertPlacement,
  removePriceCheck,
} from './placement.store.ts'
import type { NewPlacement } from './placement.store.ts'

type Endpoints = typeof handOrdersEndpoints
export type HandOrdersService = ReturnType<typeof handOrdersService>

const PAGE = 20
/** Maximum pages of one search, because a person waits for the result. */
const PAGES_MAX = 25
/** Maximum purchases of each state that are compared with the orders. */
const PURCHASES_MAX = 500

const refused = (why: string): Refusal => new Refusal('state-not-allowed', { why })

/**
 * Orders that somebody placed at 1688 outside the app. Binding one, or several that add up to a purchase, marks the purchase as placed, as
 * an answer to a placing call does; nothing is sent to 1688.
 */
export function handOrdersService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  marketplace: Pick<MarketplaceService, 'withConnector' | 'requireAccount'>
  purchases: PurchasesApi
  record: OrderRecord
}) {
  const { db, purchases, record } = deps

  return {
    async getHandPlacedOrders(
      call: Call,
      { accountId, from, to }: InputOf<Endpoints['getHandPlacedOrders']>,
    ): Promise<OutputOf<Endpoints['getHandPlacedOrders']>> {
      const account = await deps.marketplace.requireAccount(db.handle, accountId)
      const { orders, isCut } = await readOrders(call, account.id, { from, to })
      const known = new Set(
        (
          await findOrdersByNumbers(
            db.handle,
            orders.map(({ orderId }) => orderId),
          )
        ).map(({ orderId }) => orderId),
      )
      const unknown: SourceOrder[] = []
      for (const order of orders)
        if (!known.has(order.orderId) && !isClosed(order.status) && !(await hasPurchase(order))) unknown.push(order)
      const proposed = proposeHandOrders(unknown, await openPurchases(account.id))
      const newest = unknown.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
      return { list: newest.map((order) => handOrderView(order, proposed.get(order.orderId))), isCut }
    },

    async takeOverAlibabaOrders(
      call: Call,
      { accountId, items }: InputOf<Endpoints['takeOverAlibabaOrders']>,
    ): Promise<BulkOutcome> {
      const account = await deps.marketplace.requireAccount(db.handle, accountId)
      const rows = [...new Map(items.map((item) => [item.orderId, item])).values()]
      const byPurchase = new Map<string, Promise<RowResult>>()
      return eachRow(
        rows,
        ({ orderId }) => orderId,
        ({ purchaseNumber }) => {
          const orderIds = rows.flatMap((row) => (row.purchaseNumber === purchaseNumber ? [row.orderId] : []))
          const result = byPurchase.get(purchaseNumber) ?? takeOver(call, account, orderIds, purchaseNumber)
          byPurchase.set(purchaseNumber, result)
          return result
        },
        asMarketplaceRefusal,
      )
    },
  }

  /** Binds all of these orders to the purchase, or none of them. */
  async function takeOver(
    call: Call,
    account: { id: string; name: string },
    orderIds: readonly string[],
    purchaseNumber: string,
  ): Promise<RowResult> {
    if (orderIds.length > PARTS_MAX) throw refused(`一张采购单最多由 ${PARTS_MAX} 个1688订单组成`)
    const reported: SourceOrder[] = []
    for (const orderId of orderIds)
      reported.push(
        await deps.marketplace.withConnector(account.id, (connector) =>
          connector.getOrder(orderId, { signal: call.signal }),
        ),
      )
    try {
      return await db.transaction((tx) => bind(tx, call, account, reported, purchaseNumber))
    } catch (error) {
      if (isUniqueViolation(error, 'placement_live')) throw refused('采购单已经向1688下过单')
      throw error
    }
  }

  async function readOrders(
    call: Call,
    accountId: string,
    { from, to }: { from: number; to: number },
  ): Promise<{ orders: SourceOrder[]; isCut: boolean }> {
    const orders = new Map<string, SourceOrder>()
    for (let page = 1; page <= PAGES_MAX; page++) {
      const answer = await deps.marketplace.withConnector(accountId, (connector) =>
        connector.listOrders({ page, pageSize: PAGE, createdFrom: from, createdTo: to }, { signal: call.signal }),
      )
      for (const order of answer.orders) orders.set(order.orderId, order)
      if (answer.orders.length < PAGE) return { orders: [...orders.values()], isCut: false }
    }
    return { orders: [...orders.values()], isCut: true }
  }

  /** An order that carries the number of a purchase is adopted automatically. */
  async function hasPurchase({ outOrderId }: SourceOrder): Promise<boolean> {
    return outOrderId !== null && (await purchases.purchaseByNumber(db.handle, outOrderId)) !== undefined
  }

  /** Purchases that were not placed, of this account or of none. */
  async function openPurchases(accountId: string): Promise<PurchaseDoc[]> {
    const before = new Date(deps.clock.now() + 1)
    const ids: string[] = []
    for (const state of Object.keys(UNPLACED) as PurchaseState[])
      ids.push(...(await purchases.purchasesInState(db.handle, state, before, PURCHASES_MAX)).map(({ id }) => id))
    const docs = await purchases.purchaseDocs(db.handle, ids)
    return docs.filter((doc) => doc.accountId === null || doc.accountId === accountId)
  }

  async function bind(
    tx: Tx,
    call: Call,
    account: { id: string; name: string },
    reported: readonly SourceOrder[],
    purchaseNumber: string,
  ): Promise<RowResult> {
    const found = await purchases.purchaseByNumber(tx, purchaseNumber)
    const doc = found && (await purchases.purchaseForPlacement(tx, found.id))
    if (!doc) throw new Refusal('not-found', { why: `没有采购单 ${purchaseNumber}` })
    const way = UNPLACED[doc.state]
    if (way === undefined || (await findLivePlacement(tx, doc.id)))
      throw refused(`${doc.number}：已经下过单，或正在下单，不能再接管一个订单`)
    if (doc.accountId !== null && doc.accountId !== account.id) throw refused(`${doc.number}：用的是另一个1688账号`)
    const closed = reported.flatMap((order) => closedWhy(order) ?? [])[0] ?? goodsDiffer(reported, doc)
    if (closed !== undefined) throw refused(`${doc.number}：${closed}`)
    for (const { orderId, outOrderId } of reported) {
      const other = outOrderId === null ? undefined : await purchases.purchaseByNumber(tx, outOrderId)
      if (other && other.id !== doc.id) throw refused(`1688订单 ${orderId} 带着另一张采购单的号 ${other.number}`)
      if (await findOrderByNumber(tx, orderId)) throw refused(taken(orderId))
    }
    const at = new Date(deps.clock.now())
    const [first] = reported
    const outOrderIds = new Set(reported.map(({ outOrderId }) => outOrderId))
    const placement: NewPlacement = {
      id: deps.newId(),
      purchaseId: doc.id,
      outOrderId: (outOrderIds.size === 1 ? first!.outOrderId : null) ?? doc.number,
      accountId: account.id,
      accountName: account.name,
      state: 'adopted',
      sent: {
        cargo: cargoOf(doc.lines),
        address: receiverOf(first!),
        flow: first!.flow ?? 'general',
        tradeType: first!.tradeType,
        message: '',
        expectedTotalMinor: reported.reduce((sum, { totalFen }) => sum + (totalFen ?? 0), 0),
      },
      message: '手工在1688下的订单，接管',
      ...byColumnsOf(call),
      sentAt: at,
      resolvedAt: at,
    }
    const row = await insertPlacement(tx, placement)
    // Always in the order of ids: of two calls that share orders, one waits for the other instead of a deadlock.
    for (const one of reported.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))) {
      const { orderId, totalFen, freightFen } = one
      const order = { orderId, totalFen, freightFen, reported: one }
      // False: somebody else took the order over at the same moment, for another purchase.
      if (!(await record.add(tx, { placement: row, number: doc.number, kind: 'place-taken-over', order })))
        throw refused(taken(orderId))
    }
    const ids = reported.map(({ orderId }) => orderId).join('、')
    let from = doc.state
    for (const to of way) {
      await purchases.moveState(tx, doc.id, [from], to, { reason: `接管手工下的1688订单 ${ids}`, by: byOf(call) })
      from = to
    }
    await removePriceCheck(tx, doc.id)
    await record.summarise(tx, doc, '接管手工下的1688订单')
    call.notes.object('purchase', doc.id, doc.number)
    const these = reported.length === 1 ? '' : `${reported.length} 个订单一起`
    return { ok: true, message: `${doc.number}：已${these}接管，付款、包裹和收货照常进行`, id: doc.id }
  }
}

/** As far as 1688 reports where the order goes; nothing was sent by us. */
const receiverOf = ({ receiver }: SourceOrder): NewPlacement['sent']['address'] => ({
  fullName: receiver.fullName ?? '',
  districtCode: receiver.districtCode ?? '',
  address: receiver.address ?? '',
})

const taken = (orderId: string): string => `1688订单 ${orderId} 已经属于一张采购单`
