import type { Db } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { orderAddressOf } from '../purchases/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { cargoOf } from './placement.mapping.ts'
import { aboutPlacement } from './place.act.ts'
import type { PlaceAct, PlaceActs } from './place.act.ts'
import type { Amounts } from './placement.rules.ts'
import { insertPlacement } from './placement.store.ts'
import type { NewPlacement } from './placement.store.ts'
import type { Actor, ByColumns } from '../../platform/call.ts'
import type { Hooks } from '../../define-feature.ts'
import { moneyIsCommitted } from './placement.hooks.ts'

/** A note at 1688 may be longer, but sellers read only its beginning. */
const MESSAGE_MAX = 450

/** The purchase is still to be placed, but it changed since 1688 was asked for the preview. The preview has to be made again. */
export class ChangedMeanwhile extends Error {}

/**
 * Records what is sent before it is sent (decisions, section 5). Returns undefined if another worker recorded an intent or the purchase
 * moved on: then nothing may be sent. `actor`: the person who handed it over. Throws ChangedMeanwhile, and `over-limit`.
 */
export async function writeIntent(
  deps: {
    db: Db
    clock: Clock
    places: PlaceActs
    newId: NewId
    marketplace: Pick<MarketplaceService, 'requireAccount'>
    purchases: PurchasesApi
    hooks: Hooks
    ledger: LedgerService
  },
  doc: PurchaseDoc,
  expected: Amounts & { flow: string },
  { by, tradeType, actor }: { by: ByColumns; tradeType: string | null; actor?: Actor | undefined },
): Promise<PlaceAct | undefined> {
  const account = await deps.marketplace.requireAccount(deps.db.handle, doc.accountId ?? undefined)
  try {
    return await deps.db.transaction(async (tx) => {
      const fresh = await deps.purchases.purchaseForPlacement(tx, doc.id)
      if (fresh?.state !== 'placing' || fresh.address === null) return undefined
      if (fresh.version !== doc.version) throw new ChangedMeanwhile()
      // The limit was checked at handover for the expected amount. The total is higher now, so it is checked again.
      if (actor && expected.totalMinor > fresh.goodsMinor + (fresh.freightMinor ?? 0))
        await deps.hooks.ask(moneyIsCommitted, tx, actor, {
          kind: 'place',
          purchaseId: doc.id,
          number: doc.number,
          part: '',
          amountMinor: expected.totalMinor,
        })
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
          flow: expected.flow,
          // Exactly the way of paying that a person agreed to; 1688 must not choose another.
          tradeType,
          message: `${doc.number} ${doc.message}`.trim().slice(0, MESSAGE_MAX),
          expectedTotalMinor: expected.totalMinor,
        },
        ...by,
        sentAt: new Date(deps.clock.now()),
      }
      await insertPlacement(tx, row)
      const intent = { purchaseId: doc.id, number: doc.number }
      const act = await deps.places.intend(tx, { id: row.id, key: doc.id, intent, ...by })
      await deps.purchases.setExpected(tx, doc.id, {
        goodsMinor: expected.goodsMinor,
        freightMinor: expected.freightMinor,
      })
      await deps.ledger.append(tx, {
        ...aboutPlacement(row, doc.number),
        kind: 'place-intent',
        orderId: null,
        amountMinor: expected.totalMinor,
        by: by.by,
        summary: `向1688下单 ${row.sent.cargo.length} 个规格`,
        facts: { ...row.sent },
      })
      return act
    })
  } catch (error) {
    if (isUniqueViolation(error, 'placement_live') || isUniqueViolation(error, 'remote_act_open')) return undefined
    throw error
  }
}
