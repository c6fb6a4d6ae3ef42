import type { SourceOffer } from '@huoqiao/connector-1688'
import type { BulkOutcome, InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { SkuRelation } from '@huoqiao/contract/orders/orders.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { CollectionDoor } from '../collection/index.ts'
import type { StoresDoor } from '../stores/index.ts'
import { bulk, refusedRow } from './decisions.service.ts'
import { findOfferNames } from './order-source.store.ts'
import type { OfferNames } from './order-source.store.ts'
import { canOf } from './orders.rules.ts'
import { addEvents, findOrders } from './orders.store.ts'
import type { LineRow, OrderRow } from './orders.store.ts'
import {
  findOpenLines,
  findRelationById,
  findRelationPage,
  findSoldOfLines,
  keepRelation,
  removeRelation,
  removeRelationById,
} from './relations.store.ts'
import type { ShownRelation, Sold } from './relations.store.ts'
import { NO_SOURCE } from './sources.service.ts'
import type { LineSourceColumns } from './sources.service.ts'
import type { StandingService } from './standing.service.ts'

type Endpoints = typeof ordersEndpoints
type Link = Pick<
  InputOf<Endpoints['relateShopifyOrder']>,
  'offerId' | 'skuId' | 'specId' | 'saleQuantity' | 'sourceQuantity'
>
export type RelationsService = ReturnType<typeof relationsService>

/** Orders of one relation that follow at once; what is older is done with, or a person's. */
const FOLLOWERS = 5_000

/** Links of what a shop sells to what is bought for it (issue 4, point 2). */
export function relationsService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  standing: StandingService
  stores: Pick<StoresDoor, 'storeNames'>
  collection: CollectionDoor
}) {
  const { db, standing } = deps
  const now = (): Date => new Date(deps.clock.now())

  const said = (tx: Tx, call: Call, orderIds: Iterable<string>, text: string): Promise<void> =>
    addEvents(
      tx,
      [...orderIds].map((orderId) => ({
        id: deps.newId(),
        orderId,
        at: now(),
        kind: 'person',
        text,
        byId: call.actor.accountId,
        byName: call.actor.name,
      })),
    )

  /** The offer as last fetched; one that was never fetched is asked for now. Never inside a transaction. */
  const checked = async (call: Call, link: Link): Promise<Link & { unitCostCny: number | null }> => {
    const known = await deps.collection.offerOf(db.handle, link.offerId)
    const { offer } = known ?? (await deps.collection.refetchOffer(link.offerId, { signal: call.signal }))
    return { ...link, ...skuOf(offer, link) }
  }

  /** Gives lines another source, an outcome a line; lines beside the chosen ones follow silently. */
  const give = async (
    tx: Tx,
    lines: { chosen: ReadonlySet<string>; followers: ReadonlyMap<string, string> },
    orderIds: readonly string[],
    source: LineSourceColumns,
  ): Promise<{ outcomes: Map<string, RowOutcome>; orders: Set<string>; followed: number }> => {
    const outcomes = new Map<string, RowOutcome>()
    const orders = new Set<string>()
    let followed = 0
    await standing.change(tx, orderIds, ({ order, lines: own }) => {
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
        // What was typed for this order only is not overrun by what is remembered.
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

  /** In the operation log, by the numbers that people know. */
  const named = async (tx: Tx, call: Call, orderIds: ReadonlySet<string>): Promise<void> => {
    for (const { id, number } of await findOrders(tx, [...orderIds])) call.notes.object('order', id, number)
  }

  const shown = async (tx: Tx, rows: readonly ShownRelation[]): Promise<SkuRelation[]> => {
    const offers = await findOfferNames(tx, [...new Set(rows.map(({ offerId }) => offerId))])
    const names = await deps.stores.storeNames()
    return rows.map((row) => relationView(row, offers.get(row.offerId), names.get(row.storeId) ?? '已删除的店铺'))
  }

  return {
    async preview(
      tx: Tx,
      { lineIds }: InputOf<Endpoints['previewRelation']>,
    ): Promise<OutputOf<Endpoints['previewRelation']>> {
      const found = await findSoldOfLines(tx, lineIds)
      if (found.length === 0) throw new Refusal('not-found')
      const chosen = new Set(lineIds)
      const others = new Map<string, OutputOf<Endpoints['previewRelation']>['others'][number]>()
      const relations: ShownRelation[] = []
      for (const sold of distinct(found)) {
        for (const { lineId, purchased, ...line } of await findOpenLines(tx, sold, FOLLOWERS))
          if (!chosen.has(lineId)) others.set(lineId, { lineId, ...line, purchased: purchased > 0 })
        const { rows } = await findRelationPage(tx, { storeId: sold.storeId }, { page: 1, pageSize: 200 })
        relations.push(
          ...rows.filter(
            (row) => row.variantId === sold.variantId && (sold.variantId !== null || row.sku === sold.sku),
          ),
        )
      }
      return {
        others: [...others.values()].slice(0, 200),
        total: others.size,
        relations: await shown(tx, relations),
      }
    },

    async relate(
      call: Call,
      { lineIds, scope, ...wish }: InputOf<Endpoints['relateShopifyOrder']>,
    ): Promise<OutputOf<Endpoints['relateShopifyOrder']>> {
      const link = await checked(call, wish)
      return db.transaction(async (tx) => {
        const chosen = new Set(lineIds)
        const found = await findSoldOfLines(tx, lineIds)
        const followers =
          scope === 'remember' ? await followersOf(tx, distinct(found), chosen) : new Map<string, string>()
        const orderIds = [...new Set([...found.map(({ orderId }) => orderId), ...followers.values()])]
        const origin = scope === 'remember' ? 'relation' : 'order'
        const given = await give(tx, { chosen, followers }, orderIds, { ...NO_SOURCE, ...link, sourceOrigin: origin })
        if (scope === 'remember')
          for (const sold of distinct(found))
            await keepRelation(tx, {
              id: deps.newId(),
              version: 0,
              storeId: sold.storeId,
              variantId: sold.variantId,
              sku: sold.sku,
              ...link,
              byId: call.actor.accountId,
              byName: call.actor.name,
              createdAt: now(),
              updatedAt: now(),
            })
        const ratio =
          link.saleQuantity === link.sourceQuantity ? '' : `，${link.saleQuantity}件 = 货源${link.sourceQuantity}件`
        await said(
          tx,
          call,
          given.orders,
          `关联货源 ${link.offerId}${ratio}${scope === 'remember' ? '（已记住）' : '（仅本单）'}`,
        )
        await named(tx, call, given.orders)
        call.notes.change('source', null, link)
        const rows = [...chosen].map((id) => given.outcomes.get(id) ?? refusedRow(id, 'not-found'))
        return { rows: bulk(rows), followed: given.followed }
      })
    },

    async unlink(
      tx: Tx,
      call: Call,
      { lineIds, scope }: InputOf<Endpoints['unlinkShopifyOrder']>,
    ): Promise<BulkOutcome> {
      const chosen = new Set(lineIds)
      const found = await findSoldOfLines(tx, lineIds)
      const orderIds = found.map(({ orderId }) => orderId)
      const { outcomes, orders } = await give(tx, { chosen, followers: new Map() }, orderIds, NO_SOURCE)
      if (scope === 'forget') for (const sold of distinct(found)) await removeRelation(tx, sold)
      await said(tx, call, orders, scope === 'forget' ? '取消货源关联，并不再记住' : '取消货源关联（仅本单）')
      await named(tx, call, orders)
      return bulk([...chosen].map((id) => outcomes.get(id) ?? refusedRow(id, 'not-found')))
    },

    async query(
      tx: Tx,
      { page, pageSize, ...filter }: InputOf<Endpoints['querySkuRelations']>,
    ): Promise<OutputOf<Endpoints['querySkuRelations']>> {
      const { rows, total } = await findRelationPage(tx, filter, { page, pageSize })
      return { list: await shown(tx, rows), total, page, pageSize }
    },

    async remove(tx: Tx, call: Call, input: InputOf<Endpoints['deleteSkuRelation']>): Promise<null> {
      const before = await findRelationById(tx, input.id)
      if (!before) throw new Refusal('not-found')
      if (!(await removeRelationById(tx, input.id, input.version)))
        throw new Refusal('stale', { current: (await shown(tx, [{ ...before, title: null, image: null }]))[0] })
      call.notes.object('sku-relation', before.id, before.sku)
      call.notes.change('deleted', { offerId: before.offerId, skuId: before.skuId }, null)
      return null
    },
  }
}

const distinct = (solds: readonly Sold[]): Sold[] => [
  ...new Map(
    solds.map(({ storeId, variantId, sku }) => [`${storeId} ${variantId ?? sku}`, { storeId, variantId, sku }]),
  ).values(),
]

function linkFault(order: OrderRow, line: LineRow): string | undefined {
  if (line.purchased > 0) return '已采购的商品不能换货源'
  const may = canOf(order.state)['relateShopifyOrder']
  return may === true || may === undefined ? undefined : may
}

/** The SKU that is meant, and what a piece of it costs today. An offer that has SKUs is bought as one of them. */
function skuOf(
  offer: SourceOffer,
  link: Link,
): { skuId: string | null; specId: string | null; unitCostCny: number | null } {
  const tier = offer.tiers[0]
  const tierPrice = tier?.promotionPriceMinor ?? tier?.priceMinor ?? null
  if (offer.skus.length === 0) return { skuId: null, specId: null, unitCostCny: tierPrice }
  const sku = offer.skus.find((one) => (link.skuId === null ? one.specId === link.specId : one.skuId === link.skuId))
  if (!sku)
    throw invalidField('skuId', link.skuId === null && link.specId === null ? '请选择货源的规格' : '货源没有这个规格')
  const price = sku.channelPriceMinor ?? sku.promotionPriceMinor ?? sku.priceMinor ?? tierPrice
  return { skuId: sku.skuId, specId: sku.specId, unitCostCny: price }
}

const relationView = (row: ShownRelation, offer: OfferNames | undefined, storeName: string): SkuRelation => ({
  id: row.id,
  version: row.version,
  storeId: row.storeId,
  storeName,
  variantId: row.variantId,
  sku: row.sku,
  title: row.title ?? row.sku,
  image: row.image,
  source: {
    offerId: row.offerId,
    skuId: row.skuId,
    specId: row.specId,
    saleQuantity: row.saleQuantity,
    sourceQuantity: row.sourceQuantity,
    title: offer?.subject ?? '',
    supplierName: offer?.supplierName ?? null,
    unitCostMinor: row.unitCostCny,
  },
  by: row.byName,
  updatedAt: row.updatedAt.getTime(),
})
