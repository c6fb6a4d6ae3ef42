import type { Tx } from '../../db/db.ts'
import { changesBetween, receivedChanges } from './change.rules.ts'
import {
  addReceived,
  findDemand,
  findDemandByIds,
  findDemandOfOrders,
  findLines,
  lockDemand,
  patchLine,
} from './lines.store.ts'
import type { PurchaseWriting } from './purchase-writing.service.ts'
import {
  findInState,
  findMembers,
  findPurchase,
  findPurchaseByNumber,
  findPurchases,
  lockPurchase,
  patchPurchase,
} from './purchases.store.ts'
import type { PurchasePatch, PurchaseRow } from './purchases.store.ts'
import type { PurchaseDoc, PurchasesApi } from './purchases.types.ts'
import { demandDoc, lineDoc, purchaseDoc } from './purchases.view.ts'
import { addressDoc } from './addresses.view.ts'
import type { SpareBooking } from './spare-booking.service.ts'
import { findSpareLine } from './spares.store.ts'
import { sellerKeyOf } from './plan.rules.ts'
import { findSpentSince, findSupplierPurchases } from './supplier-purchases.store.ts'
import { findSupplierIds, findSuppliers, findSuppliersByKeys, rememberPayWay, saveScores } from './suppliers.store.ts'
import { supplierDoc } from './suppliers.view.ts'
import { findAddressesOf, findDefaultAddress } from './addresses.store.ts'

/** The API for later features; see `PurchasesApi` for what each function guarantees. */
export function purchasesApi({
  writing,
  booking,
}: {
  writing: PurchaseWriting
  booking: Pick<SpareBooking, 'putBack'>
}): PurchasesApi {
  const docsOf = async (tx: Tx, rows: readonly PurchaseRow[]): Promise<PurchaseDoc[]> => {
    const ids = rows.map(({ id }) => id)
    const [lines, members] = [await findLines(tx, ids), await findMembers(tx, ids)]
    const addresses = new Map(
      (await findAddressesOf(tx, [...new Set(rows.flatMap((row) => row.addressId ?? []))])).map((one) => [one.id, one]),
    )
    return rows.map((row) =>
      purchaseDoc(
        row,
        lines.filter((line) => line.purchaseId === row.id),
        row.addressId === null ? undefined : addresses.get(row.addressId),
        members.filter((member) => member.mergedInto === row.id).map(({ id }) => id),
      ),
    )
  }

  /** Writes facts that 1688 reported, without a new version, so that a person's open editor does not become stale. */
  const note = async (
    tx: Tx,
    purchaseId: string,
    reason: string,
    patch: PurchasePatch,
    writeLines: () => Promise<void> = () => Promise.resolve(),
  ) => {
    const row = await lockPurchase(tx, purchaseId)
    if (!row) throw new Error(`purchase ${purchaseId} is not there`)
    const before = await writing.wholeOf(tx, row)
    await writeLines()
    await patchPurchase(tx, purchaseId, patch)
    const whole = await writing.rework(tx, purchaseId, 'keep')
    const changes = changesBetween(before, whole)
    if (changes.length > 0) await writing.record(tx, whole, { by: null, reason, changes })
  }

  const priceLines = async (
    tx: Tx,
    field: 'unitPriceMinor' | 'actualUnitPriceMinor',
    prices: ReadonlyMap<string, number> | undefined,
  ): Promise<void> => {
    for (const [lineId, minor] of prices ?? []) await patchLine(tx, lineId, { [field]: minor })
  }

  const linesOfOrders: PurchasesApi['linesOfOrders'] = async (tx, orderIds) =>
    (await findDemandOfOrders(tx, orderIds)).map((one) => ({
      ...demandDoc(one),
      purchaseId: one.purchaseId,
      purchaseNumber: one.purchaseNumber,
    }))

  /** For a merged purchase, both the member's line and the target's line keep the pieces. */
  const keepAsStock = async (tx: Tx, lineId: string): Promise<void> => {
    const line = await findSpareLine(tx, lineId)
    if (!line) return
    if (line.targetLineId !== null) await keepAsStock(tx, line.targetLineId)
    await writing.keepAsStock(tx, line)
  }

  return {
    async purchaseForPlacement(tx, purchaseId) {
      const row = await lockPurchase(tx, purchaseId)
      return row && (await docsOf(tx, [row]))[0]
    },
    async purchaseDocs(tx, purchaseIds) {
      const docs = new Map((await docsOf(tx, await findPurchases(tx, purchaseIds))).map((doc) => [doc.id, doc]))
      return purchaseIds.flatMap((id) => docs.get(id) ?? [])
    },
    async purchaseByNumber(tx, number) {
      const row = await findPurchaseByNumber(tx, number)
      return row && (await docsOf(tx, [row]))[0]
    },
    purchasesInState: findInState,
    async moveState(tx, purchaseId, from, to, why) {
      await writing.move(tx, purchaseId, from, to, why)
    },
    async setExpected(tx, purchaseId, { goodsMinor, freightMinor, unitPrices }) {
      await note(tx, purchaseId, '预览价格', { goodsMinor, freightMinor }, () =>
        priceLines(tx, 'unitPriceMinor', unitPrices),
      )
    },
    async setActual(tx, purchaseId, { goodsMinor, freightMinor, totalMinor, unitPrices }) {
      const patch = { actualGoodsMinor: goodsMinor, actualFreightMinor: freightMinor, actualTotalMinor: totalMinor }
      await note(tx, purchaseId, '1688实际金额', patch, () => priceLines(tx, 'actualUnitPriceMinor', unitPrices))
    },
    setAlibabaOrders: (tx, purchaseId, orderIds) =>
      note(tx, purchaseId, `1688订单 ${orderIds.join('、')}`, { alibabaOrderIds: [...orderIds] }),
    async linesOf(tx, purchaseIds) {
      return (await docsOf(tx, await findPurchases(tx, purchaseIds))).flatMap((doc) => doc.lines)
    },
    async demandOf(tx, lineIds) {
      return (await findDemand(tx, lineIds)).map(demandDoc)
    },
    linesOfOrders,
    async linesOfDemand(tx, demandId) {
      const orderIds = (await findDemandByIds(tx, [demandId])).map((row) => row.orderId)
      return (await linesOfOrders(tx, orderIds)).filter((one) => one.id === demandId)
    },
    async markAskedFor(tx, purchaseIds, askedFor) {
      for (const id of purchaseIds) await patchPurchase(tx, id, { askedFor })
    },
    markPayment: (tx, purchaseId, payment) => note(tx, purchaseId, '付款状态', { payment }),
    async rememberPayWay(tx, purchaseId, payWay) {
      const row = await findPurchase(tx, purchaseId)
      if (row) await rememberPayWay(tx, row.supplierId, payWay)
    },
    async suppliersByIds(tx, supplierIds) {
      const known = await findSuppliers(tx, supplierIds)
      return known.map(supplierDoc).sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    supplierIds: findSupplierIds,
    keepSupplierScores: saveScores,
    async suppliersOfSellers(tx, sellers) {
      const keys = [...new Set(sellers.map(sellerKeyOf))]
      const known = new Map((await findSuppliersByKeys(tx, keys)).map((row) => [row.sellerKey, supplierDoc(row)]))
      return (seller) => known.get(sellerKeyOf(seller))
    },
    boughtOfSuppliers: findSupplierPurchases,
    spentSince: findSpentSince,
    async payWaysOf(tx, supplierIds) {
      return (await findSuppliers(tx, [...new Set(supplierIds)])).flatMap(({ payWay }) => payWay ?? [])
    },
    markReconciled: async (tx, purchaseId, reconciliation) => {
      await patchPurchase(tx, purchaseId, { reconciliation })
    },
    async addReceived(tx, purchaseId, entries, { by, reason, stateOf }) {
      const row = await lockPurchase(tx, purchaseId)
      if (!row) throw new RangeError(`purchase ${purchaseId} is not there`)
      const before = await findLines(tx, [purchaseId])
      for (const entry of entries) {
        if (await addReceived(tx, entry)) continue
        const { lineId, quantity } = entry
        const received = before.find(({ id }) => id === lineId)?.received
        throw new RangeError(
          received === undefined ? `no line ${lineId}` : `line ${lineId} has received ${received}, not ${-quantity}`,
        )
      }
      const lines = await findLines(tx, [purchaseId])
      const changes = receivedChanges(before, lines)
      const to = stateOf(
        lines.map((line) => lineDoc(line, row.state)),
        row.state,
      )
      if (to !== row.state) await writing.move(tx, purchaseId, [row.state], to, { reason, by, changes })
      else await writing.record(tx, await writing.rework(tx, purchaseId, 'keep'), { by, reason, changes })
      return lines.map((line) => lineDoc(line, to))
    },
    async noteAllocation(tx, purchaseId, moved, { by, reason }) {
      const row = await findPurchase(tx, purchaseId)
      if (!row) throw new RangeError(`purchase ${purchaseId} is not there`)
      const changes = moved.map(({ demandId, goods, orderName, from, to }) => ({
        field: `allocations.${demandId}`,
        label: `分给 ${orderName} · ${goods}`,
        before: from,
        after: to,
      }))
      await writing.record(tx, await writing.wholeOf(tx, row), { by, reason, changes })
    },
    async releaseDemand(tx, parts, why, { asStock } = { asStock: false }) {
      const rows = await lockDemand(
        tx,
        parts.map((part) => part.demandId),
      )
      const lines = new Map(
        (await findDemand(tx, [...new Set(rows.map((row) => row.lineId))])).map((one) => [one.id, one]),
      )
      await writing.release(
        tx,
        parts.map(({ demandId, saleQuantity }) => {
          const demand = lines.get(demandId)
          if (!demand) throw new RangeError(`no demand ${demandId}`)
          return { demand, saleQuantity }
        }),
        why,
      )
      if (asStock) for (const lineId of new Set(rows.map((row) => row.lineId))) await keepAsStock(tx, lineId)
      for (const purchaseId of new Set([...lines.values()].map((one) => one.purchaseId))) {
        const whole = await writing.rework(tx, purchaseId, 'keep')
        if (asStock) await writing.record(tx, whole, { by: null, reason: `到货留作库存：${why}` })
      }
    },
    async demandByIds(tx, demandIds) {
      const lineIds = (await findDemandByIds(tx, demandIds)).map((row) => row.lineId)
      const wanted = new Set(demandIds)
      return (await findDemand(tx, [...new Set(lineIds)]))
        .filter((one) => wanted.has(one.id))
        .map((one) => ({ ...demandDoc(one), purchaseId: one.purchaseId }))
    },
    addMissing: (tx, purchaseId, pieces) =>
      note(tx, purchaseId, '1688订单已关闭，部分不会到货', { updatedAt: writing.now() }, async () => {
        for (const line of await findLines(tx, [purchaseId])) {
          const missing = Math.min(line.quantity, line.missing + (pieces.get(line.id) ?? 0))
          if (missing !== line.missing) await patchLine(tx, line.id, { missing })
        }
      }),
    putBack: (tx, back, by) => booking.putBack(tx, back, by),
    async setSpareCosts(tx, costs) {
      for (const [lineId, spareCostMinor] of costs) await patchLine(tx, lineId, { spareCostMinor })
    },
    async defaultAddress(tx) {
      const row = await findDefaultAddress(tx)
      return row && addressDoc(row)
    },
  }
}
