import type { Endpoint } from '@huoqiao/contract'

/** Which kinds of things there are in an installation, and by which fields the calls name them. */

/** Of each kind what names it, and what is like it: the state, as the table tells the states apart. */
export const KINDS = {
  product: `select id as key, state as like from product`,
  purchase: `select id as key, state as like from purchase_order`,
  order: `select id as key, concat(state, risk, address_missing is null) as like from sales_order`,
  line: `select id as key, 'line' as like from sales_order_line`,
  offer: `select offer_id::text as key, 'offer' as like from source_offer`,
  shipment: `select id as key, state as like from shipment`,
  role: `select id as key, 'role' as like from role`,
  account: `select id as key, 'account' as like from account`,
  session: `select id as key, concat(account_id, ended_at is null) as like from session`,
  collected: `select id as key, state as like from collect_item`,
  message: `select id as key, state as like from inbox_message`,
  difference: `select id as key, kind || state as like from reconciliation_difference`,
} as const satisfies Record<string, string>

export const KIND_OF_FIELD: Readonly<Record<string, string>> = {
  productIds: 'product',
  purchaseIds: 'purchase',
  orderIds: 'order',
  lineIds: 'line',
  offerIds: 'offer',
  shipmentIds: 'shipment',
  roleIds: 'role',
  userIds: 'account',
}

/** Where the field is called `ids` and no more. */
export const KIND_OF_IDS: Readonly<Partial<Record<Endpoint['feature'], string>>> = {
  access: 'role',
  accounts: 'account',
  session: 'session',
  collection: 'collected',
  inbox: 'message',
  reconciliation: 'difference',
}
