import type { Db } from '../../db/db.ts'
import { changesBetween } from './change.rules.ts'
import type { FreightService } from './freight.service.ts'
import { findLines } from './lines.store.ts'
import type { PurchaseWriting } from './purchase-writing.service.ts'
import { findPurchase, keepFreight, lockPurchase } from './purchases.store.ts'
import { addressDoc } from './addresses.view.ts'
import { findAddressesOf } from './addresses.store.ts'

/** Stores the freight that 1688's preview quotes. If the purchase changed in the meantime, 1688 is asked again. */
export function expectingService(deps: { db: Db; freight: FreightService; writing: PurchaseWriting }) {
  const { db, freight, writing } = deps
  const service = {
    async expectFreight(purchaseId: string, signal: AbortSignal): Promise<void> {
      while ((await service.estimateOnce(purchaseId, signal)) === 'changed');
    },

    async estimateOnce(purchaseId: string, signal: AbortSignal): Promise<'changed' | undefined> {
      const row = await findPurchase(db.handle, purchaseId)
      if (!row || !['reviewing', 'to-place'].includes(row.state) || row.addressId === null) return undefined
      const [address] = await findAddressesOf(db.handle, [row.addressId])
      const lines = await findLines(db.handle, [purchaseId])
      const { freightMinor, passing } = await freight.estimate(
        { accountId: row.accountId, address: address ? addressDoc(address) : null, lines },
        signal,
      )
      if (passing) throw passing
      if (freightMinor === null) return undefined
      return db.transaction(async (tx) => {
        const locked = await lockPurchase(tx, purchaseId)
        if (!locked) return undefined
        if (locked.version !== row.version) return 'changed'
        if (!(await keepFreight(tx, purchaseId, row.version, freightMinor))) return undefined
        const before = await writing.wholeOf(tx, locked)
        const after = await findPurchase(tx, purchaseId)
        const whole = { ...before, row: after ?? locked }
        const changes = changesBetween(before, whole)
        if (changes.length > 0) await writing.record(tx, whole, { by: null, reason: '1688估算运费', changes })
        return undefined
      })
    },
  }
  return service
}
