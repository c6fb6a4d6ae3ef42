import type { Endpoint } from '@huoqiao/contract'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { KeptNotes } from './notes.ts'

/** What the operation log calls the objects of a list in the input of a call with rows. */
const KIND_OF_FIELD: Readonly<Record<string, string>> = {
  productIds: 'product',
  productId: 'product',
  purchaseIds: 'purchase',
  orderIds: 'order',
  lineIds: 'order-line',
  offerIds: 'offer',
  shipmentIds: 'shipment',
  userIds: 'account',
  roleIds: 'role',
}
/** Where the input says no more than `ids` or `items`. */
const KIND_OF_FEATURE: Readonly<Partial<Record<Endpoint['feature'], string>>> = {
  access: 'role',
  accounts: 'account',
  session: 'session',
  products: 'product',
  collection: 'collected',
  inbox: 'inbox-message',
  orders: 'order-line',
  purchases: 'purchase',
  placement: 'purchase',
  deliveries: 'order',
  listings: 'product',
  reconciliation: 'difference',
}

/** A call that did nothing names what it was refused for, as one that did something names what it did it to. */
export function noteRefusedRows(notes: KeptNotes, { feature }: Endpoint, input: unknown, { rows }: BulkOutcome): void {
  const field = Object.keys(input ?? {}).find((name) => name in KIND_OF_FIELD)
  const kind = (field === undefined ? undefined : KIND_OF_FIELD[field]) ?? KIND_OF_FEATURE[feature] ?? feature
  const named = new Set(notes.objects.map(({ id }) => id))
  for (const { key } of rows) if (!named.has(key)) notes.object(kind, key)
}
