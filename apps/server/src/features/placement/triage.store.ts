import { purchasesEndpoints } from '@huoqiao/contract/purchases/purchases.endpoints'
import { sql } from 'drizzle-orm'
import type { TriageReadings } from '../../define-feature.ts'
import { plain, purchaseIn, purchaseStake } from '../purchases/triage.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { placementPriceCheck } from './placement.tables.ts'

const right = purchasesEndpoints.getPurchaseOrdersByCondition.path

export const placementTriage: TriageReadings = {
  'placement-unknown': {
    right,
    stake: purchaseStake,
    reading: () => purchaseIn('unknown', plain),
  },
  'price-gate': {
    right,
    stake: purchaseStake,
    reading: () =>
      purchaseIn(
        'price-check',
        sql`${plain} || jsonb_build_object('totalMinor', coalesce(g.now_total_minor, 0), 'expectedMinor', g.expected_goods_minor + coalesce(g.expected_freight_minor, 0))`,
        sql`${purchaseOrder} p join ${placementPriceCheck} g on g.purchase_id = p.id`,
      ),
  },
}
