import type { OrderPreview } from '@huoqiao/connector-1688'
import type { Leases } from '../../acts/lease.ts'
import type { PlacementPreview } from '@huoqiao/contract/placement/placement.schema'
import type { Db } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { orderAddressOf } from '../purchases/index.ts'
import type { PurchaseDoc, PurchasesDoor } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { cargoOf } from './placement.mapping.ts'
import { nextLookAfterMs } from './placement.rules.ts'
import { insertPlacement } from './placement.store.ts'
import type { NewPlacement } from './placement.store.ts'

export type By = { byId: string | null; by: string }

/** 1688 notes hold more, but sellers read the beginning. */
const MESSAGE_MAX = 450

/** What every line of the ledger about an attempt begins with. */
export const aboutPlacement = (placementId: string, doc: { id: string; number: string }, accountName: string) => ({
  placementId,
  purchaseId: doc.id,
  purchaseNumber: doc.number,
  accountName,
})

/**
 * Writes, before anything is sent, that and what is sent (decisions, section 5). Undefined when another worker wrote an
 * intent or the purchase moved on: then nothing may be sent.
 */
export async function writeIntent(
  deps: {
    db: Db
    clock: Clock
    leases: Leases
    newId: NewId
    marketplace: Pick<MarketplaceService, 'requireAccount'>
    purchases: PurchasesDoor
    ledger: LedgerService
  },
  doc: PurchaseDoc,
  preview: OrderPreview,
  view: PlacementPreview,
  { by, tradeType }: { by: By; tradeType: string | null },
): Promise<string | undefined> {
  const account = await deps.marketplace.requireAccount(deps.db.handle, doc.accountId ?? undefined)
  try {
    return await deps.db.transaction(async (tx) => {
      const fresh = await deps.purchases.purchaseForPlacement(tx, doc.id)
      if (fresh?.state !== 'placing' || fresh.version !== doc.version || fresh.address === null) return undefined
      const now = deps.clock.now()
      const row: NewPlacement = {
        id: deps.newId(),
        purchaseId: doc.id,
        outOrderId: doc.number,
        accountId: account.id,
        accountName: account.name,
        state: 'sent',
        sent: {
          cargo: cargoOf(fresh.lines),
          address: orderAddressOf(fresh.address, account.id),
          flow: preview.orders[0]?.flow ?? 'general',
          // The very way of paying that a person agreed to, and not whichever 1688 would pick.
          tradeType,
          message: `${doc.number} ${doc.message}`.trim().slice(0, MESSAGE_MAX),
          expectedTotalMinor: view.now.totalMinor,
        },
        nextLookAt: new Date(now + nextLookAfterMs(4)),
        ...by,
        sentAt: new Date(now),
      }
      await insertPlacement(tx, row)
      await deps.leases.open(tx, row.id, 'place')
      await deps.purchases.setExpected(tx, doc.id, {
        goodsMinor: view.now.goodsMinor,
        freightMinor: view.now.freightMinor,
      })
      await deps.ledger.append(tx, {
        ...aboutPlacement(row.id, doc, account.name),
        kind: 'place-intent',
        orderId: null,
        amountMinor: view.now.totalMinor,
        by: by.by,
        summary: `向1688下单 ${row.sent.cargo.length} 个规格`,
        facts: { ...row.sent },
      })
      return row.id
    })
  } catch (error) {
    if (isUniqueViolation(error, 'placement_live')) return undefined
    throw error
  }
}
