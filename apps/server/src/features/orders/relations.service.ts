import type { BulkOutcome, InputOf, OutputOf } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { SkuRelation } from '@huoqiao/contract/orders/orders.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { bulk, refusedRow } from './decisions.service.ts'
import { distinctSold, FOLLOWERS } from './linking.service.ts'
import type { LinkingService } from './linking.service.ts'
import { findOfferNames } from './order-source.store.ts'
import type { OfferNames } from './order-source.store.ts'
import {
  findOpenLines,
  findRelationById,
  findRelationPage,
  findSoldOfLines,
  isRememberable,
  removeRelation,
  removeRelationById,
} from './relations.store.ts'
import type { ShownRelation } from './relations.store.ts'
import { NO_SOURCE } from './sources.service.ts'

type Endpoints = typeof ordersEndpoints
export type RelationsService = ReturnType<typeof relationsService>

/** Links between what a shop sells and what is bought for it (issue 4, point 2). */
export function relationsService(deps: { db: Db; linking: LinkingService; stores: Pick<StoresApi, 'storeNames'> }) {
  const { db, linking } = deps

  const shown = async (tx: Tx, rows: readonly ShownRelation[]): Promise<SkuRelation[]> => {
    const offers = await findOfferNames(tx, [...new Set(rows.map(({ offerId }) => offerId))])
    const names = await deps.stores.storeNames()
    return rows.map((row) => relationView(row, offers.get(row.offerId), names.get(row.storeId) ?? '已删除的店铺'))
  }

  return {
    async previewRelation(
      tx: Tx,
      { lineIds }: InputOf<Endpoints['previewRelation']>,
    ): Promise<OutputOf<Endpoints['previewRelation']>> {
      const found = await findSoldOfLines(tx, lineIds)
      if (found.length === 0) throw new Refusal('not-found')
      const chosen = new Set(lineIds)
      const others = new Map<string, OutputOf<Endpoints['previewRelation']>['others'][number]>()
      const relations: ShownRelation[] = []
      for (const sold of distinctSold(found).filter(isRememberable)) {
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

    async relateShopifyOrder(
      call: Call,
      { lineIds, scope, ...request }: InputOf<Endpoints['relateShopifyOrder']>,
    ): Promise<OutputOf<Endpoints['relateShopifyOrder']>> {
      const link = await linking.checked(call, request)
      return db.transaction(async (tx) => {
        const { outcomes, followed } = await linking.link(tx, call, { lineIds, link, scope })
        const rows = [...new Set(lineIds)].map((id) => outcomes.get(id) ?? refusedRow(id, 'not-found'))
        return { rows: bulk(rows), followed }
      })
    },

    async unlinkShopifyOrder(
      tx: Tx,
      call: Call,
      { lineIds, scope }: InputOf<Endpoints['unlinkShopifyOrder']>,
    ): Promise<BulkOutcome> {
      const chosen = new Set(lineIds)
      const found = await findSoldOfLines(tx, lineIds)
      const orderIds = found.map(({ orderId }) => orderId)
      const { outcomes, orders } = await linking.give(tx, { chosen, followers: new Map() }, orderIds, NO_SOURCE)
      if (scope === 'forget')
        for (const sold of distinctSold(found.filter(({ lineId }) => outcomes.get(lineId)?.ok)).filter(isRememberable))
          await removeRelation(tx, sold)
      await linking.addEvents(
        tx,
        orders,
        scope === 'forget' ? '取消货源关联，并不再记住' : '取消货源关联（仅本单）',
        call.actor,
      )
      await linking.named(tx, call, orders)
      return bulk([...chosen].map((id) => outcomes.get(id) ?? refusedRow(id, 'not-found')))
    },

    async querySkuRelations(
      tx: Tx,
      { page, pageSize, ...filter }: InputOf<Endpoints['querySkuRelations']>,
    ): Promise<OutputOf<Endpoints['querySkuRelations']>> {
      const { rows, total } = await findRelationPage(tx, filter, { page, pageSize })
      return { list: await shown(tx, rows), total, page, pageSize }
    },

    async deleteSkuRelation(tx: Tx, call: Call, input: InputOf<Endpoints['deleteSkuRelation']>): Promise<null> {
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
