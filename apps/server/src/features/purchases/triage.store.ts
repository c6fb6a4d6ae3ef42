import { purchasesEndpoints } from '@huoqiao/contract/purchases/purchases.endpoints'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { FigureReadings, TriageReadings } from '../../define-feature.ts'
import { countUpTo } from '../../db/search.ts'
import { purchaseOrder } from './purchases.tables.ts'
import type { PurchaseState } from './purchases.types.ts'
import { plain, purchaseIn, purchaseStake } from './triage.tables.ts'

const right = purchasesEndpoints.getPurchaseOrdersByCondition.path

export const purchasesTriage: TriageReadings = {
  'place-failed': {
    right,
    stake: purchaseStake,
    reading: () => purchaseIn('place-failed', plain),
  },
  'order-cut': {
    right,
    stake: purchaseStake,
    reading: () =>
      sql`select p.id, p.number as name, p.alarm_quantity || ' 件不再需要' as why, p.updated_at as since, ${plain} as ref from ${purchaseOrder} p where p.alarm_quantity > 0 and p.state <> 'merged'`,
  },
  'part-received': {
    right,
    stake: purchaseStake,
    reading: ({ partBefore }) => sql`${purchaseIn('part-received', plain)} and p.updated_at < ${partBefore}`,
  },
}

const purchasesIn = (...states: PurchaseState[]): SQL =>
  countUpTo(sql`select 1 from ${purchaseOrder} where state = any(${sql.param(states)}::text[])`)

export const purchaseFigures: FigureReadings = {
  toPlace: { right, reading: () => purchasesIn('to-place') },
  toPay: { right, reading: () => purchasesIn('to-pay') },
  toPayMinor: {
    right,
    reading: () => sql`(select coalesce(sum(total_minor), 0)::bigint from ${purchaseOrder} where state = 'to-pay')`,
  },
  onTheWay: { right, reading: () => purchasesIn('to-send', 'to-receive', 'part-received') },
}
