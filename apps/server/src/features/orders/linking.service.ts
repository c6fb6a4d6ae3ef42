import type { SourceOffer } from '@huoqiao/connector-1688'
import type { InputOf, RowOutcome } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { CollectionApi } from '../collection/index.ts'
import { refusedRow } from './decisions.service.ts'
import { canOf } from './orders.rules.ts'
import { findOrders } from './orders.store.ts'
import type { LineRow, OrderRow } from './orders.store.ts'
import { personEvents } from './person-events.ts'
import { findRenamedSkus } from './proposals.store.ts'
import { findOpenLines, findSoldOfLines, isRememberable, keepRelation } from './relations.store.ts'
import type { Sold } from './relations.store.ts'
import { skuOfSource } from './source-sku.rules.ts'
import type { RenamedSkus } from './source-sku.rules.ts'
import { NO_SOURCE } from './sources.service.ts'
import type { LineSourceColumns } from './sources.service.ts'
import type { WritingService } from './writing.service.ts'

type LinkRequest = InputOf<(typeof ordersEndpoints)['relateShopifyOrder']>
export type Link = Pick<LinkRequest, 'offerId' | 'skuId' | 'specId' | 'saleQuantity' | 'sourceQuantity'>
export type LinkScope = LinkRequest['scope']
/** A link that was checked against the offer: the SKU exists, and this is the cost of one piece, fen. */
export type CheckedLink = Link & { unitCostCny: number | null }
export type Linked = {
  /** outcomes of the chosen lines, by line id */
  outcomes: Map<string, RowOutcome>
  orders: Set<string>
  /** number of other lines that took the source too */
  followed: number
}
export type LinkingService = ReturnType<typeof linkingService>

/** Maximum of open lines that follow one relation at once; older ones are finished or left to a person. */
export const FOLLOWERS = 5_000

/** The only way in which a person gives lines a source; used by the dialog for one line, the page for many goods, and the sheet import. */
export function linkingService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  writing: WritingService
  collection: CollectionApi
}) {
  const { db, writing } = deps
  const now = (): Date => new Date(deps.clock.now())

  const addEvents = personEvents(deps)

  /** Sets the source of lines, with one outcome for each chosen line; following lines get none. */
  const give = async (
    tx: Tx,
    lines: { chosen: ReadonlySet<string>; followers: ReadonlyMap<string, string> },
    orderIds: readonly string[],
    source: LineSourceColumns,
  ): Promise<Linked> => {
    const outcomes = new Map<string, RowOutcome>()
    const orders = new Set<string>()
    let followed = 0
    await writing.change(tx, orderIds, ({ order, lines: own }) => {
      const changed: LineRow[] = []
      for (const line of own) {
        const isChosen = lines.chosen.has(line.id)
        if (!isChosen && !lines.followers.has(line.id)) continue
        const why = linkFault(order, line)
        if (isChosen)
          outcomes.set(
            line.id,
            why === undefined
              ? { key: line.id, ok: true, message: order.number }
              : refusedRow(line.id, 'state-not-allowed', `${order.number}：${why}`),
          )
        // A source that was set for this order only is not replaced by a remembered one.
        if (why !== undefined || (!isChosen && line.sourceOrigin === 'order')) continue
        if (!isChosen) followed += 1
        changed.push({ ...line, ...source, productId: line.productId, variantId: line.variantId })
      }
      if (changed.length === 0) return undefined
      orders.add(order.id)
      return { lines: changed }
    })
    return { outcomes, orders, followed }
  }

  /** Locks the orders and returns the chosen lines that may get another source; only these are remembered. */
  const linkable = async (tx: Tx, orderIds: readonly string[], chosen: ReadonlySet<string>): Promise<Set<string>> => {
    const free = new Set<string>()
    await writing.change(tx, orderIds, ({ order, lines }) => {
      for (const line of lines) if (chosen.has(line.id) && linkFault(order, line) === undefined) free.add(line.id)
      return undefined
    })
    return free
  }

  const followersOf = async (
    tx: Tx,
    solds: readonly Sold[],
    chosen: ReadonlySet<string>,
  ): Promise<Map<string, string>> => {
    const followers = new Map<string, string>()
    for (const sold of solds)
      for (const line of await findOpenLines(tx, sold, FOLLOWERS))
        if (line.purchased === 0 && !chosen.has(line.lineId)) followers.set(line.lineId, line.orderId)
    return followers
  }

  /** Names the orders in the operation log by their numbers. */
  const named = async (tx: Tx, call: Call, orderIds: ReadonlySet<string>): Promise<void> => {
    for (const { id, number } of await findOrders(tx, [...orderIds])) call.notes.object('order', id, number)
  }

  /** Remembers the link for all later orders of these goods. */
  const remember = async (tx: Tx, call: Call, solds: readonly Sold[], link: CheckedLink): Promise<void> => {
    for (const { storeId, variantId, sku } of solds)
      await keepRelation(tx, {
        id: deps.newId(),
        version: 0,
        storeId,
        variantId,
        sku,
        ...link,
        byId: call.actor.accountId,
        byName: call.actor.name,
        createdAt: now(),
        updatedAt: now(),
      })
  }

  return {
    addEvents,
    give,
    named,
    remember,

    /** The offer as last fetched; an offer that was never fetched is read now. Never called inside a transaction. */
    async checked(call: Call, link: Link): Promise<CheckedLink> {
      const known = await deps.collection.offerOf(db.handle, link.offerId)
      const { offer } = known ?? (await deps.collection.refetchOffer(link.offerId, { signal: call.signal }))
      return { ...link, ...skuOf(offer, link, await findRenamedSkus(db.handle, [link.offerId])) }
    },

    /**
     * Links lines. `remember`: also stores the link for the goods, and open lines of other orders follow. Goods without variant and SKU
     * cannot be recognised again, so for them the link holds for these lines only.
     */
    async link(
      tx: Tx,
      call: Call,
      { lineIds, link, scope }: { lineIds: readonly string[]; link: CheckedLink; scope: LinkScope },
    ): Promise<Linked> {
      const chosen = new Set(lineIds)
      const found = await findSoldOfLines(tx, lineIds)
      const rememberable = scope === 'remember' ? distinctSold(found).filter(isRememberable) : []
      const candidates = await followersOf(tx, rememberable, chosen)
      const orderIds = [...new Set([...found.map(({ orderId }) => orderId), ...candidates.values()])]
      // Locks all orders at once and in a fixed order, so that two links cannot deadlock.
      const free = await linkable(tx, orderIds, chosen)
      const taking = found.filter(({ lineId }) => free.has(lineId))
      const kept = scope === 'remember' ? distinctSold(taking).filter(isRememberable) : []
      const followers = kept.length === rememberable.length ? candidates : await followersOf(tx, kept, chosen)
      const sourceOrigin = kept.length > 0 ? 'relation' : 'order'
      const given = await give(tx, { chosen, followers }, orderIds, { ...NO_SOURCE, ...link, sourceOrigin })
      await remember(tx, call, kept, link)
      const ratio =
        link.saleQuantity === link.sourceQuantity ? '' : `，${link.saleQuantity}件 = 货源${link.sourceQuantity}件`
      await addEvents(
        tx,
        given.orders,
        `关联货源 ${link.offerId}${ratio}${kept.length > 0 ? '（已记住）' : '（仅本单）'}`,
        call.actor,
      )
      await named(tx, call, given.orders)
      call.notes.change('source', null, link)
      return given
    },
  }
}

/** What the lines sold, without repeats. */
export const distinctSold = (solds: readonly Sold[]): Sold[] => [
  ...new Map(
    solds.map(({ storeId, variantId, sku, key }) => [
      `${storeId} ${variantId ?? (sku === '' ? key : sku)}`,
      { storeId, variantId, sku, key },
    ]),
  ).values(),
]

function linkFault(order: OrderRow, line: LineRow): string | undefined {
  if (line.purchased > 0) return '已采购的商品不能换货源'
  const may = canOf(order.state)['relateShopifyOrder']
  return may === true || may === undefined ? undefined : may
}

/** The SKU that the link names, and today's price of one piece. If an offer has SKUs, one must be named. */
function skuOf(
  offer: SourceOffer,
  link: Link,
  renamed: RenamedSkus,
): { skuId: string | null; specId: string | null; unitCostCny: number | null } {
  const tier = offer.tiers[0]
  const tierPrice = tier?.promotionPriceMinor ?? tier?.priceMinor ?? null
  if (offer.skus.length === 0) return { skuId: null, specId: null, unitCostCny: tierPrice }
  const sku = skuOfSource(offer.skus, link, renamed)
  if (!sku)
    throw invalidField('skuId', link.skuId === null && link.specId === null ? '请选择货源的规格' : '货源没有这个规格')
  const price = sku.channelPriceMinor ?? sku.promotionPriceMinor ?? sku.priceMinor ?? tierPrice
  return { skuId: sku.skuId, specId: sku.specId, unitCostCny: price }
}
