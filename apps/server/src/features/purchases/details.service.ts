import { offerStatusText } from '@huoqiao/contract/collection/collection.words'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { Tx } from '../../db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SupplierRating } from '@huoqiao/contract/purchases/suppliers.status'
import { findOrderRefs } from './lines.store.ts'
import { minimumOf } from './offer-price.rules.ts'
import { lineWarnings, minimumWarnings, offersOf, stockOf } from './plan.rules.ts'
import { blacklistedText } from './planning.service.ts'
import type { PlanningService } from './planning.service.ts'
import { countPurchases, findPurchasePage } from './purchase-list.store.ts'
import type { PurchaseWriting, Whole } from './purchase-writing.service.ts'
import { findMembers, findPurchase, findPurchaseByNumber } from './purchases.store.ts'
import type { PurchaseRow } from './purchases.store.ts'
import type { PurchaseState } from './purchases.types.ts'
import { cardView, detailView } from './purchases.view.ts'
import { findSupplier, findSuppliers } from './suppliers.store.ts'

type Endpoints = typeof ENDPOINTS
export type DetailsService = ReturnType<typeof detailsService>
const STATES = Object.keys(PURCHASE_STATES) as PurchaseState[]

/** Read access to purchases for the screens. */
export function detailsService({ planning, writing }: { planning: PlanningService; writing: PurchaseWriting }) {
  const ratingsOf = async (tx: Tx, rows: readonly PurchaseRow[]): Promise<Map<string, SupplierRating>> =>
    new Map(
      (await findSuppliers(tx, [...new Set(rows.map((row) => row.supplierId))])).map((one) => [one.id, one.rating]),
    )

  const cards = async (tx: Tx, rows: readonly PurchaseRow[]) => {
    const ratings = await ratingsOf(tx, rows)
    const orders = await findOrderRefs(
      tx,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => cardView(row, ratings.get(row.supplierId) ?? 'normal', orders.get(row.id) ?? []))
  }

  const detailOf = async (tx: Tx, whole: Whole): Promise<PurchaseDetail> => {
    const supplier = await findSupplier(tx, whole.row.supplierId)
    const sources = await planning.keptSources(
      tx,
      whole.lines.map((line) => line.offerId),
    )
    const minimum = minimumOf(offersOf(sources), whole.lines)
    // Shown only while a person can still act on them, that is before the purchase is placed.
    const open = ['reviewing', 'to-place', 'place-failed', 'price-check'].includes(whole.row.state)
    const stocks = new Map(whole.lines.map((line) => [line.id, open ? stockOf(line, sources) : null]))
    const members = whole.row.origin === 'merge' ? await findMembers(tx, [whole.row.id]) : []
    return detailView(whole, {
      stocks,
      orders: await findOrderRefs(
        tx,
        [whole.row, ...members].map(({ id }) => id),
      ),
      rating: supplier?.rating ?? 'normal',
      members,
      minimum,
      warnings: open
        ? [
            ...(supplier?.rating === 'blacklisted'
              ? [{ word: 'supplier-blacklisted' as const, message: blacklistedText(supplier), offerId: null }]
              : []),
            ...whole.lines.flatMap(
              (line) => goneWarning(line, sources) ?? lineWarnings({ ...line, stock: stocks.get(line.id) ?? null }),
            ),
            ...minimumWarnings(minimum),
          ]
        : [],
    })
  }

  return {
    cards,
    detailOf,

    async detail(tx: Tx, purchaseId: string): Promise<PurchaseDetail> {
      const row = await findPurchase(tx, purchaseId)
      if (!row) throw new Refusal('not-found')
      return detailOf(tx, await writing.wholeOf(tx, row))
    },

    async getPurchaseOrderSkuDetails(
      tx: Tx,
      input: InputOf<Endpoints['getPurchaseOrderSkuDetails']>,
    ): Promise<PurchaseDetail> {
      const row =
        input.purchaseId === undefined
          ? await findPurchaseByNumber(tx, (input.number ?? '').toUpperCase())
          : await findPurchase(tx, input.purchaseId)
      if (!row) throw new Refusal('not-found')
      return detailOf(tx, await writing.wholeOf(tx, row))
    },

    async getPurchaseOrdersByCondition(
      tx: Tx,
      input: InputOf<Endpoints['getPurchaseOrdersByCondition']>,
    ): Promise<OutputOf<Endpoints['getPurchaseOrdersByCondition']>> {
      const { page, pageSize, sort, direction, ...filter } = input
      const { rows, ...count } = await findPurchasePage(tx, filter, { page, pageSize, sort, direction })
      return { list: await cards(tx, rows), ...count, page, pageSize }
    },

    getOrderCountByStatus: (tx: Tx, filter: InputOf<Endpoints['getOrderCountByStatus']>) =>
      countPurchases(tx, filter, STATES),
  }
}

function goneWarning(
  line: { offerId: string; title: string },
  sources: Awaited<ReturnType<PlanningService['keptSources']>>,
) {
  const source = sources.get(line.offerId)
  if (!source || source.published) return undefined
  const message = `${line.title.slice(0, 24)}：货源已下架（1688状态：${offerStatusText(source.status)}）`
  return [{ word: 'offer-gone' as const, message, offerId: line.offerId }]
}
