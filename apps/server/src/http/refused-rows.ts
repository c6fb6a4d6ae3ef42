import type { Endpoint } from '@huoqiao/contract'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { KeptNotes } from './notes.ts'

/** The operation log's object kind for a list field in the input of a bulk call. */
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
/** Used if the input only has `ids` or `items`. */
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

/** A bulk call that changed nothing logs the objects that were refused, just as a successful one logs the objects that it changed. */
export function noteRefusedRows(notes: KeptNotes, { feature }: Endpoint, input: unknown, { rows }: BulkOutcome): void {
  const field = Object.keys(input ?? {}).find((name) => name in KIND_OF_FIELD)
  const kind = (field === undefined ? undefined : KIND_OF_FIELD[field]) ?? KIND_OF_FEATURE[feature] ?? feature
  const named = new Set(notes.objects.map(({ id }) => id))
  for (const { key } of rows) if (!named.has(key)) notes.object(kind, key)
}
