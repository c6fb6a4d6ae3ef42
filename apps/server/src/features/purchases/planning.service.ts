import type { RowOutcome } from '@huoqiao/contract'
import type {
  PlannedGroup,
  PurchasePlan,
  PurchaseWarning,
  PurchaseRequest,
} from '@huoqiao/contract/purchases/purchases.schema'
import { isRefusal, invalidField, Refusal } from '../../platform/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { CollectionApi } from '../collection/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { OrdersApi, PurchasableLine } from '../orders/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { FreightService } from './freight.service.ts'
import { findLastPrices } from './lines.store.ts'
import { packsOf, sourceNeed } from './need.rules.ts'
import { skuKey } from './offer-price.rules.ts'
import { planOf } from './plan.rules.ts'
import type { KnownSource, PlanGroup, PlanRequest } from './plan.rules.ts'
import { withCovers } from './covers.rules.ts'
import type { Cover } from './covers.rules.ts'
import { findPools } from './spares.store.ts'
import { coverView } from './spares.view.ts'
import { addressDoc } from './addresses.view.ts'
import { findSuppliersByKeys } from './suppliers.store.ts'
import { findAddress, findDefaultAddress } from './addresses.store.ts'
import type { SupplierRow } from './suppliers.store.ts'
import type { AddressRow } from './addresses.store.ts'

export type PlanningService = ReturnType<typeof planningService>
export type Terms = { account: { id: string; name: string }; address: AddressRow | undefined }
export type Planned = { groups: PlanGroup[]; left: RowOutcome[]; terms: Terms; covers: Cover[] }
/** The offers of a request, and what is known about them. */
export type RequestedOffers = { offerIds: readonly string[]; sources: ReadonlyMap<string, KnownSource> }

/** Turns requests into groups that can be bought. Reads and locks; writes nothing. */
export function planningService(deps: {
  db: Db
  orders: OrdersApi
  products: Pick<ProductsApi, 'variantsByIds'>
  collection: CollectionApi
  marketplace: MarketplaceService
  freight: FreightService
}) {
  const { db, collection } = deps

  /** Offers as last fetched; offers that were never fetched are read from 1688. Never called inside a transaction. */
  const sourcesOf = async (offerIds: readonly string[], signal?: AbortSignal): Promise<Map<string, KnownSource>> => {
    const known = await keptSources(db.handle, offerIds)
    const unread = [...new Set(offerIds)].filter((offerId) => !known.has(offerId))
    const renamed = await deps.orders.renamedSkus(db.handle, unread)
    for (const offerId of unread) {
      try {
        known.set(offerId, { ...(await collection.refetchOffer(offerId, signal ? { signal } : {})), renamed })
      } catch (error) {
        // If one offer is gone, its own row reports it; if 1688 cannot be reached, the whole plan fails.
        if (!isRefusal(error) || error.word !== 'offer-gone') throw error
      }
    }
    return known
  }

  const keptSources = async (tx: Tx, offerIds: readonly string[]): Promise<Map<string, KnownSource>> => {
    const known = new Map<string, KnownSource>()
    const renamed = await deps.orders.renamedSkus(tx, [...new Set(offerIds)])
    for (const offerId of new Set(offerIds)) {
      const kept = await collection.offerOf(tx, offerId)
      if (kept) known.set(offerId, { ...kept, renamed })
    }
    return known
  }

  const termsOf = async (
    tx: Tx,
    request: { accountId?: string | undefined; addressId?: string | undefined },
  ): Promise<Terms> => {
    const { id, name } = await deps.marketplace.requireAccount(tx, request.accountId)
    const address =
      request.addressId === undefined ? await findDefaultAddress(tx) : await findAddress(tx, request.addressId)
    if (request.addressId !== undefined && !address) throw new Refusal('not-found', { why: '收货地址已被删除' })
    return { account: { id, name }, address }
  }

  /** The cost of the products when they were claimed; if unknown, the last price paid. */
  const formerPrices = async (
    tx: Tx,
    lines: readonly PurchasableLine[],
    requests: readonly PlanRequest[],
  ): Promise<Map<string, number>> => {
    const prices = await findLastPrices(tx, requests)
    const variants = new Map(
      (
        await deps.products.variantsByIds(
          tx,
          lines.flatMap((line) => line.variantId ?? []),
        )
      ).map((one) => [one.id, one]),
    )
    for (const { variantId, source } of lines) {
      const variant = variantId === null ? undefined : variants.get(variantId)
      if (variant?.costMinor == null || !source) continue
      if (variant.sourceSkuId === source.skuId) prices.set(skuKey(source), variant.costMinor)
      // The seller has since given this SKU another number.
      else if (source.skuId !== null && variant.sourceSkuAliases.includes(source.skuId))
        prices.set(skuKey({ offerId: source.offerId, specId: variant.sourceSpecId }), variant.costMinor)
    }
    return prices
  }

  /** The offers of the order lines, read before the transaction that locks the lines. */
  const offersOfRequest = async (request: PurchaseRequest): Promise<string[]> => {
    const ids = request.orderLines.map((one) => one.orderLineId)
    const lines = ids.length === 0 ? [] : await db.transaction((tx) => deps.orders.linesForPurchase(tx, ids))
    return [...lines.flatMap((line) => line.source?.offerId ?? []), ...request.items.map((item) => item.offerId)]
  }

  const requestedOffers = async (request: PurchaseRequest, signal?: AbortSignal): Promise<RequestedOffers> => {
    const offerIds = await offersOfRequest(request)
    return { offerIds, sources: await sourcesOf(offerIds, signal) }
  }

  /** Spare pieces are used first; the rest is bought. Purchases are locked before orders, as everywhere. */
  const plan = async (tx: Tx, request: PurchaseRequest, { offerIds, sources }: RequestedOffers): Promise<Planned> => {
    const terms = await termsOf(tx, request)
    const ids = request.orderLines.map((one) => one.orderLineId)
    const pools = ids.length === 0 ? [] : await findPools(tx, offerIds)
    const lines = ids.length === 0 ? [] : await deps.orders.linesForPurchase(tx, ids)
    const { requests, left } = requestsOf(request, new Map(lines.map((line) => [line.lineId, line])))
    const { covers, rest } = withCovers(requests, sources, pools)
    const planned = planOf(rest, sources, await formerPrices(tx, lines, rest))
    return { groups: planned.groups, left: [...left, ...planned.left], terms, covers }
  }

  return {
    sourcesOf,
    keptSources,
    termsOf,
    requestedOffers,
    plan,

    async planPurchase(call: Call, input: PurchaseRequest & { estimate: boolean }): Promise<PurchasePlan> {
      checkRequest(input)
      const offers = await requestedOffers(input, call.signal)
      const { planned, suppliers } = await db.transaction(async (tx) => {
        const planned = await plan(tx, input, offers)
        const keys = planned.groups.map((group) => group.sellerKey)
        const suppliers = new Map((await findSuppliersByKeys(tx, keys)).map((row) => [row.sellerKey, row]))
        return { planned, suppliers }
      })
      const { account, address } = planned.terms
      const freights = input.estimate
        ? await deps.freight.estimateAll(
            planned.groups.map(({ lines }) => ({
              accountId: account.id,
              address: address ? addressDoc(address) : null,
              lines,
            })),
            call.signal,
          )
        : planned.groups.map(() => ({ freightMinor: null, note: '没有询问1688', refusal: false }))
      return {
        groups: planned.groups.map((group, index) =>
          groupView(group, index, planned.terms, suppliers.get(group.sellerKey), freights[index]!),
        ),
        left: planned.left,
        covers: planned.covers.map(coverView),
      }
    },
  }
}

/** A request without pieces, or two for one line, is an error of the form. */
export function checkRequest(request: PurchaseRequest): void {
  if (request.orderLines.length + request.items.length === 0)
    throw invalidField('orderLines', '请选择要采购的订单行或货源')
  const ids = request.orderLines.map((one) => one.orderLineId)
  if (new Set(ids).size < ids.length) throw invalidField('orderLines', '同一个订单行选了两次')
}

function requestsOf(
  request: PurchaseRequest,
  lines: ReadonlyMap<string, PurchasableLine>,
): { requests: PlanRequest[]; left: RowOutcome[] } {
  const requests: PlanRequest[] = []
  const left: RowOutcome[] = []
  for (const { orderLineId, saleQuantity } of request.orderLines) {
    const found = requestOf(orderLineId, saleQuantity, lines.get(orderLineId))
    if ('ok' in found) left.push(found)
    else requests.push(found)
  }
  for (const { offerId, skuId, specId, quantity } of request.items)
    requests.push({ key: `${offerId}:${specId ?? skuId ?? ''}`, offerId, skuId, specId, extra: quantity })
  return { requests, left }
}

function requestOf(
  key: string,
  asked: number | undefined,
  line: PurchasableLine | undefined,
): PlanRequest | RowOutcome {
  const refused = (word: string, message: string): RowOutcome => ({ key, ok: false, word, message })
  if (!line) return refused('not-found', '订单行不存在或已被删除')
  const name = `${line.orderNumber} ${line.title}`.slice(0, 60)
  if (line.source === null) return refused('no-source', `${name}：还没有关联货源`)
  // Checked before the order's state, because a second press is the more common cause.
  if (line.wanted > 0 && line.purchased >= line.wanted)
    return refused('beyond-need', `${name}：已全部采购，不再重复购买`)
  if (line.refusal !== null || line.toBuy === 0)
    return refused('state-not-allowed', `${name}：${line.refusal ?? '不需要采购'}`)
  if (asked !== undefined && asked > line.toBuy)
    return refused('beyond-need', `${name}：只需再买${line.toBuy}件，不能买${asked}件`)
  const { offerId, skuId, specId, saleQuantity, sourceQuantity } = line.source
  return {
    key,
    offerId,
    skuId,
    specId,
    extra: 0,
    part: {
      orderId: line.orderId,
      orderLineId: line.lineId,
      orderName: line.orderNumber,
      storeName: line.storeName,
      saleQuantity: asked ?? line.toBuy,
      ratioSource: sourceQuantity,
      ratioSale: saleQuantity,
    },
  }
}

function groupView(
  group: PlanGroup,
  index: number,
  { account, address }: Terms,
  known: SupplierRow | undefined,
  freight: { freightMinor: number | null; note: string; refusal: boolean },
): PlannedGroup {
  const rating = known?.rating ?? 'normal'
  const warn = (word: PurchaseWarning['word'], message: string): PurchaseWarning => ({ word, message, offerId: null })
  return {
    key: `${group.sellerKey}#${index}`,
    supplier: { id: known?.id ?? null, openId: group.openId, name: group.supplierName, rating },
    accountId: account.id,
    accountName: account.name,
    addressId: address?.id ?? null,
    addressName: address?.name ?? '',
    lines: group.lines.map((line) => ({
      offerId: line.offerId,
      skuId: line.skuId,
      specId: line.specId,
      title: line.title,
      specText: line.specText,
      image: line.image,
      need: line.need,
      batchNumber: line.batchNumber,
      packs: packsOf(line.need, line.batchNumber).packs,
      quantity: line.quantity,
      unitPriceMinor: line.unitPriceMinor,
      amountMinor: line.unitPriceMinor === null ? null : line.unitPriceMinor * line.quantity,
      formerPriceMinor: line.formerPriceMinor,
      stock: line.stock,
      orders: [
        ...new Map(
          line.parts.map(({ orderId, orderName, storeName }) => [orderId, { orderId, orderName, storeName }]),
        ).values(),
      ],
      parts: line.parts.map((part) => ({ orderLineId: part.orderLineId, pieces: sourceNeed([part]) })),
    })),
    quantity: group.lines.reduce((sum, line) => sum + line.quantity, 0),
    goodsMinor: group.goodsMinor,
    freightMinor: freight.freightMinor,
    freightNote: freight.note,
    minimum: group.minimum,
    warnings: [
      ...(rating === 'blacklisted' ? [warn('supplier-blacklisted', blacklistedText(known!))] : []),
      ...(address ? [] : [warn('no-address', '还没有收货地址，创建后请补上再审核')]),
      ...group.warnings,
      ...(freight.refusal ? [warn('previewed', freight.note)] : []),
    ],
  }
}

export const blacklistedText = (supplier: Pick<SupplierRow, 'name' | 'note'>): string =>
  `供应商“${supplier.name}”在黑名单中${supplier.note ? `：${supplier.note}` : ''}`
