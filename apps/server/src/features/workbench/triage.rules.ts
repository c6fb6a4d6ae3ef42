import { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import { shipmentsEndpoints } from '@huoqiao/contract/deliveries/shipments.endpoints'
import { inboxEndpoints } from '@huoqiao/contract/inbox/inbox.endpoints'
import { listingsEndpoints } from '@huoqiao/contract/listings/listings.endpoints'
import { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import { purchasesEndpoints } from '@huoqiao/contract/purchases/purchases.endpoints'
import { reconciliationEndpoints } from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'

const purchases = purchasesEndpoints.getPurchaseOrdersByCondition.path
const orders = ordersEndpoints.getOrdersByCondition.path

/** Who may not read the list that an item comes from does not see the item. */
const RIGHTS: Readonly<Record<TriageKind, string>> = {
  'placement-unknown': purchases,
  'price-gate': purchases,
  'place-failed': purchases,
  'order-cut': purchases,
  'part-received': purchases,
  difference: reconciliationEndpoints.getDifferences.path,
  'sync-failed': listingsEndpoints.querySyncTasks.path,
  unsourced: orders,
  'order-check': orders,
  'parcel-stalled': deliveriesEndpoints.getParcels.path,
  'tracking-failed': shipmentsEndpoints.getShipments.path,
  'message-failed': inboxEndpoints.queryInbox.path,
}

export const kindsFor = (holds: (right: string) => boolean): TriageKind[] =>
  (Object.keys(TRIAGE_KINDS) as TriageKind[]).filter((kind) => holds(RIGHTS[kind]))
