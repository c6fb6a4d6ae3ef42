import type { GraphQLResolveInfo } from 'graphql'
import type { Args, Call, TypeFields } from '../call.ts'
import { gid, gidNumber } from '../gid.ts'
import { isProblem } from '../orders/fulfil.ts'
import { cancelOrder, markAsPaid, openDraft, refundOrder } from '../orders/order-changes.ts'
import type { RefundRequest } from '../orders/order-changes.ts'
import { sumFromPresentment } from '../orders/order-foreign-money.ts'
import { NOTHING, shippingLeft } from '../orders/order-money.ts'
import { saveOrder } from '../orders/order-events.ts'
import { refundView } from '../orders/order-views.ts'
import type {
  AddressRow,
  Attribute,
  CancelReason,
  DutyRefundType,
  OrderRow,
  Pair,
  RestockType,
} from '../orders/order.rows.ts'
import { BLANK_ADDRESS } from '../orders/purchase.ts'
import { notSimulated } from '../refusals.ts'
import type { UserError } from '../rows.ts'
import { idempotent } from './idempotency.ts'

const orderMarkAsPaid = (_source: unknown, args: Args, call: Call): unknown => {
  const { id } = args.input as { id: string }
  const done = markAsPaid(call.shop, id)
  if (isProblem(done)) return { order: null, userErrors: [done] }
  call.effects.push(`#${done.number} marked as paid`)
  return { order: done, userErrors: [] }
}

const orderCancel = (_source: unknown, args: Args, call: Call): unknown => {
  const { orderId, reason, restock, refund, refundMethod, staffNote } = args as {
    orderId: string
    reason: CancelReason
    restock: boolean
    refund?: boolean | null
    refundMethod?: { originalPaymentMethodsRefund?: boolean | null; storeCreditRefund?: object | null } | null
    staffNote?: string | null
  }
  if (refundMethod?.storeCreditRefund) throw notSimulated('refunds to store credit')
  const done = cancelOrder(call.shop, orderId, {
    reason,
    restock,
    refund: refund ?? refundMethod?.originalPaymentMethodsRefund ?? false,
    staffNote: staffNote ?? null,
  })
  if (isProblem(done)) {
    const code = done.message === 'Order does not exist' ? 'NOT_FOUND' : 'INVALID'
    return { job: null, orderCancelUserErrors: [{ ...done, code }], userErrors: [done] }
  }
  call.effects.push(`#${done.number} cancelled (${reason})`)
  /* As with the vendor, the answer is a job that is not done: the caller has to poll it. */
  const job = { __typename: 'Job', id: gid('Job', gidNumber(done.id)), done: false }
  return { job, orderCancelUserErrors: [], userErrors: [] }
}

type OrderUpdate = {
  id: string
  note?: string | null
  tags?: string[] | null
  email?: string | null
  phone?: string | null
  customAttributes?: Attribute[] | null
  shippingAddress?: Record<string, string | null> | null
  metafields?: unknown
}

const orderUpdate = (_source: unknown, args: Args, call: Call): unknown => {
  const input = args.input as OrderUpdate
  const order = openDraft(call.shop, input.id)
  if (!order) return { order: null, userErrors: [{ field: ['id'], message: 'Order does not exist' }] }
  if (input.metafields) throw notSimulated('orderUpdate(metafields)')
  if (input.note !== undefined) order.note = input.note
  if (input.tags) order.tags = uniqueTags(input.tags)
  if (input.email !== undefined) order.email = input.email
  if (input.phone !== undefined) order.phone = input.phone
  if (input.customAttributes) order.customAttributes = input.customAttributes
  if (input.shippingAddress) order.shippingAddress = addressOf(order, input.shippingAddress)
  saveOrder(call.shop, order)
  call.effects.push(`#${order.number} updated`)
  return { order, userErrors: [] }
}

const addressOf = (order: OrderRow, input: Record<string, string | null>): AddressRow => ({
  ...(order.shippingAddress ?? BLANK_ADDRESS),
  ...Object.fromEntries(Object.entries(input).filter(([name]) => name in BLANK_ADDRESS)),
})

/** Tags are kept once each, case-insensitively, in alphabetical order. */
const uniqueTags = (tags: readonly string[]): string[] => {
  const known = new Map(tags.map((tag) => [tag.trim().toLowerCase(), tag.trim()]))
  known.delete('')
  return Array.from(known.values()).sort()
}

const changeTags =
  (change: (tags: string[], given: string[]) => string[]) =>
  (_source: unknown, args: Args, call: Call): unknown => {
    const { id, tags } = args as { id: string; tags: string[] }
    if (!id.startsWith('gid://shopify/Order/')) throw notSimulated('tags of anything but orders')
    const order = openDraft(call.shop, id)
    if (!order) return { node: null, userErrors: [{ field: ['id'], message: 'Order does not exist' }] }
    order.tags = uniqueTags(change(order.tags, tags))
    saveOrder(call.shop, order)
    call.effects.push(`#${order.number} tagged ${order.tags.join(', ')}`)
    return { node: order, userErrors: [] }
  }

const setClosed =
  (closed: boolean) =>
  (_source: unknown, args: Args, call: Call): unknown => {
    const { id } = args.input as { id: string }
    const order = openDraft(call.shop, id)
    if (!order) return { order: null, userErrors: [{ field: ['id'], message: 'Order does not exist' }] }
    order.closedAt = closed ? call.shop.now() : null
    return { order: saveOrder(call.shop, order), userErrors: [] }
  }

/** Only cancelled orders, archived test orders and the like may be deleted; the simulator deletes cancelled ones. */
const orderDelete = (_source: unknown, args: Args, call: Call): unknown => {
  const id = args.orderId as string
  const order = call.shop.orders.get(id)
  const fail = (code: string, message: string): object => ({
    deletedId: null,
    userErrors: [{ code, field: ['orderId'], message }],
  })
  if (!order) return fail('NOT_FOUND', 'Order does not exist')
  if (order.cancelledAt === null) return fail('INVALID', 'Only cancelled orders can be deleted')
  call.shop.orders.delete(id)
  call.shop.events.emit(call.shop, 'orders/delete', { goneId: id })
  call.effects.push(`#${order.number} deleted`)
  return { deletedId: id, userErrors: [] }
}

type RefundInput = {
  orderId: string
  currency?: string | null
  note?: string | null
  allowOverRefunding?: boolean | null
  refundLineItems?: { lineItemId: string; quantity: number; restockType?: RestockType; locationId?: string | null }[]
  shipping?: { amount?: string | null; fullRefund?: boolean | null } | null
  refundDuties?: { dutyId: string; refundType?: DutyRefundType | null }[] | null
  transactions?: { amount: string; kind: string }[] | null
}

/** Amounts of a refund are in the shopper's currency, which must be named when it differs from the shop's (RefundInput.currency). */
const isNamed = (order: OrderRow, currency: string | null | undefined): boolean =>
  currency == null ? order.currency === order.presentmentCurrency : currency === order.presentmentCurrency

const pairFrom = (order: OrderRow, ...amounts: readonly string[]): Pair =>
  sumFromPresentment(
    order,
    amounts.map((amount) => ({ amount, currencyCode: order.presentmentCurrency })),
  ) ?? NOTHING

const refundCreate = (_source: unknown, args: Args, call: Call, info: GraphQLResolveInfo): unknown => {
  type Refunded = { order: OrderRow | null; refund: unknown; userErrors: UserError[] }
  const input = args.input as RefundInput
  const failed = (error: UserError): Refunded => ({ order: null, refund: null, userErrors: [error] })
  return idempotent<Refunded>(args, call, info, {
    work: () => {
      const order = call.shop.orders.get(input.orderId)
      if (!order) return failed({ field: ['input', 'orderId'], message: 'Order does not exist' })
      if (!isNamed(order, input.currency))
        return failed({
          field: ['input', 'currency'],
          message: `Currency must be the presentment currency of the order (${order.presentmentCurrency})`,
        })
      const money = (input.transactions ?? []).filter((entry) => entry.kind === 'REFUND')
      const part = input.shipping?.amount
      const shipping = input.shipping?.fullRefund ? shippingLeft(order) : part ? pairFrom(order, part) : NOTHING
      const request: RefundRequest = {
        lines: (input.refundLineItems ?? []).map((line) => ({
          lineId: line.lineItemId,
          quantity: line.quantity,
          restockType: line.restockType ?? 'NO_RESTOCK',
          locationId: line.locationId ?? null,
        })),
        /*
         * Without transactions no money is refunded, the refund is only recorded (reference shopify-admin 4: refunds have their own lines).
         */
        amount: pairFrom(order, ...money.map((entry) => entry.amount)),
        shipping,
        duties: (input.refundDuties ?? []).map(({ dutyId, refundType }) => ({
          dutyId,
          refundType: refundType ?? 'FULL',
        })),
      }
      const options = { note: input.note ?? null, allowOver: input.allowOverRefunding ?? false }
      const done = refundOrder(call.shop, order.id, request, options)
      if (isProblem(done)) return failed(done)
      call.effects.push(`refund ${done.refund.id} on #${order.number}`)
      return { order: done.order, refund: refundView(done.order, done.refund), userErrors: [] }
    },
    keep: (payload) => [payload.order?.id, (payload.refund as { refund: { id: string } }).refund.id],
    revive: (kept) => {
      const [orderId, refundId] = kept as [string, string]
      const order = call.shop.orders.get(orderId)
      const refund = order?.refunds.find((row) => row.id === refundId)
      return { order: order ?? null, refund: order && refund ? refundView(order, refund) : null, userErrors: [] }
    },
    failed,
  })
}

export const orderMutations: TypeFields = {
  orderMarkAsPaid,
  orderCancel,
  orderUpdate,
  orderClose: setClosed(true),
  orderOpen: setClosed(false),
  orderDelete,
  refundCreate,
  tagsAdd: changeTags((tags, given) => [...tags, ...given]),
  tagsRemove: changeTags((tags, given) =>
    tags.filter((tag) => !given.some((gone) => gone.toLowerCase() === tag.toLowerCase())),
  ),
}
