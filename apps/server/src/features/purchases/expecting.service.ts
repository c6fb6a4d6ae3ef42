import type { Db } from '../../db/db.ts'
import { changesBetween } from './change.rules.ts'
import type { FreightService } from './freight.service.ts'
import { findLines } from './lines.store.ts'
import type { PurchaseWriting } from './purchase-writing.service.ts'
import { findPurchase, keepFreight, lockPurchase } from './purchases.store.ts'
import { addressDoc } from './purchases.view.ts'
import { findAddressesOf } from './suppliers.store.ts'

/** Fills in what sending is expected to cost, once 1688 was asked; what was edited meanwhile is asked for anew by that edit. */
export function expectingService(deps: { db: Db; freight: FreightService; writing: PurchaseWriting }) {
  const { db, freight, writing } = deps
  return {
    async expectFreight(purchaseId: string, signal: AbortSignal): Promise<void> {
      const row = await findPurchase(db.handle, purchaseId)
      if (!row || !['reviewing', 'to-place'].includes(row.state) || row.addressId === null) return
      const [address] = await findAddressesOf(db.handle, [row.addressId])
      const lines = await findLines(db.handle, [purchaseId])
      const { freightMinor } = await freight.estimate(
        { accountId: row.accountId, address: address ? addressDoc(address) : null, lines },
        signal,
      )
      if (freightMinor === null) return
      await db.transaction(async (tx) => {
        const locked = await lockPurchase(tx, purchaseId)
        if (!locked || !(await keepFreight(tx, purchaseId, row.version, freightMinor))) return
        const before = await writing.wholeOf(tx, locked)
        const after = await findPurchase(tx, purchaseId)
        const whole = { ...before, row: after ?? locked }
        const changes = changesBetween(before, whole)
        if (changes.length > 0) await writing.record(tx, whole, { by: null, reason: '1688估算运费', changes })
      })
    },
  }
}
