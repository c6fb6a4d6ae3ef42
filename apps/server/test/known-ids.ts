import type { Endpoint } from '@huoqiao/contract'

/** The kinds of things in an installation, and the fields by which calls refer to them. */

/** For each kind, a query of the key of each row and of its stored state; rows with the same `like` are in the same state. */
export const KINDS = {
  product: `select id as key, state as like from product`,
  purchase: `select id as key, state as like from purchase_order`,
  order: `select id as key, concat(state, risk, address_missing is null) as like from sales_order`,
  line: `select id as key, 'line' as like from sales_order_line`,
  offer: `select offer_id::text as key, 'offer' as like from source_offer`,
  supplier: `select id as key, 'supplier' as like from supplier`,
  shipment: `select id as key, state as like from shipment`,
  spare: `select id as key, (spare > 0)::text as like from purchase_line`,
  role: `select id as key, 'role' as like from role`,
  account: `select id as key, 'account' as like from account`,
  session: `select id as key, concat(account_id, ended_at is null) as like from session`,
  collected: `select id as key, state as like from collect_item`,
  message: `select id as key, state as like from inbox_message`,
  return: `select id as key, state as like from sales_order_return`,
  takeover: `select id as key, concat(state, sureness) as like from takeover_item`,
  difference: `select id as key, kind || state as like from reconciliation_difference`,
} as const satisfies Record<string, string>

export const KIND_OF_FIELD: Readonly<Record<string, string>> = {
  productIds: 'product',
  purchaseIds: 'purchase',
  orderIds: 'order',
  lineIds: 'line',
  offerIds: 'offer',
  supplierIds: 'supplier',
  shipmentIds: 'shipment',
  roleIds: 'role',
  userIds: 'account',
  returnIds: 'return',
}

/** For calls whose field is only `ids`. */
export const KIND_OF_IDS: Readonly<Partial<Record<Endpoint['feature'], string>>> = {
  access: 'role',
  accounts: 'account',
  session: 'session',
  collection: 'collected',
  inbox: 'message',
  reconciliation: 'difference',
}
