import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { scorecardsEndpoints } from '@huoqiao/contract/scorecards/scorecards.endpoints'
import { SCORECARD_WINDOWS, windowStart } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { Scorecard, SupplierSpending } from '@huoqiao/contract/scorecards/scorecards.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CollectionApi } from '../collection/index.ts'
import type { DeliveriesApi } from '../deliveries/index.ts'
import type { PlacementApi } from '../placement/index.ts'
import type { PurchasesApi, SupplierDoc } from '../purchases/index.ts'
import { figuresOf, permille, scoreOf } from './scorecards.view.ts'

type Endpoints = typeof scorecardsEndpoints
type Scored = Pick<Scorecard, 'windows'>['windows']

/** Suppliers per transaction. */
const AT_ONCE = 20

/**
 * Combines the figures of several features per supplier on request. Only what the list of suppliers is sorted by is stored, because sorting a page
 * needs the figures of all suppliers; figures that are shown are always calculated.
 */
export function scorecardsService(deps: {
  clock: Clock
  collection: Pick<CollectionApi, 'sellersOfOffers' | 'sellerScores'>
  purchases: PurchasesApi
  placement: PlacementApi
  deliveries: Pick<DeliveriesApi, 'receivedOfSuppliers'>
}) {
  const { collection, purchases, placement, deliveries } = deps
  const timesOf = (days: number): { now: Date; since: Date } => {
    const now = deps.clock.now()
    return { now: new Date(now), since: new Date(windowStart(now, days)) }
  }

  const suppliersOfOffers = async (tx: Tx, offerIds: readonly string[]) => {
    const sellers = await collection.sellersOfOffers(tx, offerIds)
    const suppliers = await purchases.suppliersOfSellers(tx, sellers)
    return sellers.flatMap((seller) => {
      const supplier = suppliers(seller)
      return supplier ? [{ offerId: seller.offerId, supplier }] : []
    })
  }

  const windowsOf = async (tx: Tx, ids: readonly string[]): Promise<(supplierId: string) => Scored> => {
    const windows: ((supplierId: string) => Scored[number])[] = []
    for (const days of SCORECARD_WINDOWS) {
      const times = timesOf(days)
      const bought = await purchases.boughtOfSuppliers(tx, ids, times.since)
      // All other figures depend on purchases: suppliers without any are left out of the next queries.
      const known = [...bought.keys()]
      const orders = await placement.ordersOfSuppliers(tx, known, times)
      const goods = await deliveries.receivedOfSuppliers(tx, known, times.since)
      windows.push((id) => ({
        days,
        figures: figuresOf({
          bought: bought.get(id),
          orders: orders.get(id),
          goods: goods.get(id),
        }),
      }))
    }
    return (supplierId) => windows.map((window) => window(supplierId))
  }

  const vendorScoresOf = async (tx: Tx, suppliers: readonly SupplierDoc[]) => {
    const scores = await collection.sellerScores(
      tx,
      suppliers.flatMap(({ openId }) => openId ?? []),
    )
    return ({ openId }: SupplierDoc): Scorecard['vendor'] => {
      const found = openId === null ? undefined : scores.get(openId)
      if (!found) return null
      const { composite, consulting, logistics, dispute, afterSales } = found.scores
      return { composite, consulting, logistics, dispute, afterSales, readAt: found.readAt.getTime() }
    }
  }

  return {
    /** Counts all suppliers again. Stops between two transactions if `signal` says so; the next run begins again. */
    async keepScores(db: Db, signal: AbortSignal): Promise<void> {
      let after: string | undefined
      do {
        signal.throwIfAborted()
        const from = after
        after = await db.transaction(async (tx) => {
          const ids = await purchases.supplierIds(tx, from, AT_ONCE)
          const windows = await windowsOf(tx, ids)
          await purchases.keepSupplierScores(
            tx,
            ids.map((supplierId) => ({ supplierId, ...scoreOf(windows(supplierId)) })),
          )
          return ids.at(-1)
        })
      } while (after !== undefined)
    },

    async querySupplierScorecards(
      tx: Tx,
      input: InputOf<Endpoints['querySupplierScorecards']>,
    ): Promise<OutputOf<Endpoints['querySupplierScorecards']>> {
      const ofOffers = await suppliersOfOffers(tx, [...new Set(input.offerIds)])
      const asked = await purchases.suppliersByIds(tx, [
        ...new Set([...input.supplierIds, ...ofOffers.map(({ supplier }) => supplier.id)]),
      ])
      const windows = await windowsOf(
        tx,
        asked.map(({ id }) => id),
      )
      const vendor = await vendorScoresOf(tx, asked)
      return {
        list: asked.map((supplier) => ({
          supplierId: supplier.id,
          name: supplier.name,
          rating: supplier.rating,
          windows: windows(supplier.id),
          vendor: vendor(supplier),
        })),
        offers: ofOffers.map(({ offerId, supplier }) => ({ offerId, supplierId: supplier.id })),
      }
    },

    async querySupplierSpending(
      tx: Tx,
      { supplierIds }: InputOf<Endpoints['querySupplierSpending']>,
    ): Promise<OutputOf<Endpoints['querySupplierSpending']>> {
      const ids = (await purchases.suppliersByIds(tx, [...new Set(supplierIds)])).map(({ id }) => id)
      const windows: ((supplierId: string) => SupplierSpending['windows'][number])[] = []
      for (const days of ids.length === 0 ? [] : SCORECARD_WINDOWS) {
        const { since } = timesOf(days)
        const whole = await purchases.spentSince(tx, since)
        const bought = await purchases.boughtOfSuppliers(tx, ids, since)
        const refunds = await placement.refundsOfSuppliers(tx, ids, since)
        windows.push((id) => {
          const spentMinor = bought.get(id)?.spentMinor ?? 0
          const { askedMinor = 0, refundedMinor = 0 } = refunds.get(id) ?? {}
          const sharePermille = permille(spentMinor, whole)
          return { days, spentMinor, sharePermille, refundAskedMinor: askedMinor, refundedMinor }
        })
      }
      return ids.map((supplierId) => ({ supplierId, windows: windows.map((window) => window(supplierId)) }))
    },
  }
}
