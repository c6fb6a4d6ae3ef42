import type { Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { emptyConnection, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gid, gidNumber } from '../gid.ts'
import { supportedActions } from '../orders/fulfillment-orders.ts'
import { lineSubtotal, times } from '../orders/order-money.ts'
import { bag, lineView, seesWork, sentView, workView } from '../orders/order-views.ts'
import type { SentView, WorkLineView, WorkView } from '../orders/order-views.ts'
import type { FulfillmentRow, HoldRow, OrderLineRow, OrderRow } from '../orders/order.rows.ts'
import { imageView } from './media.fields.ts'
import { variantView } from './variant.fields.ts'

const placeOf = (id: string, { shop }: Call) => shop.places.everywhere().find((place) => place.id === id)!

export const holdView = (hold: HoldRow): object => ({
  __typename: 'FulfillmentHold',
  id: hold.id,
  reason: hold.reason,
  reasonNotes: hold.reasonNotes,
  handle: hold.handle,
  displayReason: hold.reason.toLowerCase().replaceAll('_', ' '),
  heldByRequestingApp: true,
  heldByApp: null,
})

const workType = fieldsOf<WorkView>({
  id: (s) => s.entry.id,
  order: (s) => s.order,
  orderId: (s) => s.order.id,
  orderName: (s) => `#${s.order.number}`,
  orderProcessedAt: (s) => s.order.processedAt,
  status: (s) => s.entry.status,
  requestStatus: () => 'UNSUBMITTED',
  createdAt: (s) => s.entry.createdAt,
  updatedAt: (s) => s.entry.updatedAt,
  fulfillAt: (s) => s.entry.fulfillAt,
  fulfillBy: () => null,
  internationalDuties: () => null,
  supportedActions: (s) =>
    supportedActions(s.entry, s.order).map((action) => ({
      action,
      externalUrl: null,
    })),
  fulfillmentHolds: (s) => s.entry.holds.map(holdView),
  assignedLocation: (s, _a, call) => {
    const place = placeOf(s.entry.locationId, call)
    return {
      name: place.name,
      city: place.city,
      countryCode: place.countryCode,
      location: place,
      address1: null,
      address2: null,
      province: null,
      zip: null,
      phone: null,
    }
  },
  destination: (s, _a, call) => {
    const address = call.quirks.protectedData() ? s.order.shippingAddress : null
    return (
      address && {
        ...address,
        __typename: 'FulfillmentOrderDestination',
        id: gid('FulfillmentOrderDestination', gidNumber(s.entry.id)),
        email: s.order.email,
        location: null,
      }
    )
  },
  deliveryMethod: (s) => ({
    __typename: 'DeliveryMethod',
    id: gid('DeliveryMethod', gidNumber(s.entry.id)),
    methodType: s.order.shipping ? 'SHIPPING' : 'NONE',
    presentedName: s.order.shipping?.title ?? null,
    serviceCode: s.order.shipping?.code ?? null,
    sourceReference: null,
    minDeliveryDateTime: null,
    maxDeliveryDateTime: null,
    additionalInformation: null,
    brandedPromise: null,
  }),
  lineItems: (s, args) =>
    paginate(
      s.entry.lines.map((part): WorkLineView => ({
        __typename: 'FulfillmentOrderLineItem',
        order: s.order,
        entry: s.entry,
        part,
      })),
      args as PageArgs,
      { id: (view) => view.part.id },
    ),
  fulfillments: (s, args) =>
    paginate(
      s.order.fulfillments
        .filter((sent) => sent.lines.some((line) => line.fulfillmentOrderId === s.entry.id))
        .map((sent) => sentView(s.order, sent)),
      args as PageArgs,
      { id: (view) => view.sent.id },
    ),
  merchantRequests: () => emptyConnection(),
})

const soldLine = (s: WorkLineView): OrderLineRow => s.order.lines.find((line) => line.id === s.part.lineId)!

const workLineType = fieldsOf<WorkLineView>({
  id: (s) => s.part.id,
  totalQuantity: (s) => s.part.total,
  remainingQuantity: (s) => s.part.remaining,
  lineItem: (s) => lineView(s.order, soldLine(s)),
  productTitle: (s) => soldLine(s).title,
  variantTitle: (s) => soldLine(s).variantTitle,
  sku: (s) => soldLine(s).sku,
  vendor: (s) => soldLine(s).vendor,
  requiresShipping: (s) => soldLine(s).requiresShipping,
  inventoryItemId: (s) => soldLine(s).itemId,
  weight: (s) => ({ unit: 'GRAMS', value: soldLine(s).grams }),
  image: (s, _a, call) => {
    const { imageId } = soldLine(s)
    const file = imageId === null ? undefined : call.shop.files.get(imageId)
    return file?.status === 'READY' ? imageView(file, call) : null
  },
  variant: (s, _a, { shop }) => {
    const { variantId } = soldLine(s)
    const owned = variantId === null ? undefined : shop.products.variant(variantId)
    return owned ? variantView(owned.product, owned.variant) : null
  },
  warnings: () => [],
})

/** displayStatus: the last step of the parcel, otherwise the fulfilment's own status. */
function shownStatus(sent: FulfillmentRow): string {
  if (sent.status === 'CANCELLED') return 'CANCELED'
  if (sent.status === 'FAILURE') return 'FAILURE'
  return sent.events.at(-1)?.status ?? (sent.tracking.length > 0 ? 'FULFILLED' : 'MARKED_AS_FULFILLED')
}
const happened = (sent: FulfillmentRow, status: string): string | null =>
  sent.events.find((event) => event.status === status)?.happenedAt ?? null

const sentType = fieldsOf<SentView>({
  id: (s) => s.sent.id,
  legacyResourceId: (s) => gidNumber(s.sent.id),
  name: (s) => s.sent.name,
  order: (s) => s.order,
  status: (s) => s.sent.status,
  displayStatus: (s) => shownStatus(s.sent),
  createdAt: (s) => s.sent.createdAt,
  updatedAt: (s) => s.sent.updatedAt,
  deliveredAt: (s) => happened(s.sent, 'DELIVERED'),
  inTransitAt: (s) => happened(s.sent, 'IN_TRANSIT'),
  estimatedDeliveryAt: (s) => s.sent.events.at(-1)?.estimatedDeliveryAt ?? null,
  requiresShipping: () => true,
  totalQuantity: (s) => s.sent.lines.reduce((sum, line) => sum + line.quantity, 0),
  trackingInfo: (s, args) => s.sent.tracking.slice(0, (args as { first?: number | null }).first ?? undefined),
  location: (s, _a, call) => placeOf(s.sent.locationId, call),
  originAddress: () => null,
  service: () => null,
  events: (s, args) => paginate(s.sent.events, args as PageArgs, { id: (event) => event.id }),
  fulfillmentLineItems: (s, args) =>
    paginate(
      s.sent.lines.map((part) => sentLineView(s.order, part)),
      args as PageArgs,
      { id: (view) => view.id },
    ),
  fulfillmentOrders: (s, args, call) =>
    paginate(
      s.order.fulfillmentOrders
        .filter((entry) => seesWork(entry, call))
        .filter((entry) => s.sent.lines.some((line) => line.fulfillmentOrderId === entry.id))
        .map((entry) => workView(s.order, entry)),
      args as PageArgs,
      { id: (view) => view.entry.id },
    ),
})

export function sentLineView(order: OrderRow, part: FulfillmentRow['lines'][number]) {
  const line = order.lines.find((row) => row.id === part.lineId)!
  return {
    __typename: 'FulfillmentLineItem',
    id: part.id,
    quantity: part.quantity,
    lineItem: lineView(order, line),
    originalTotalSet: bag(order, times(line.unitPrice, part.quantity)),
    discountedTotalSet: bag(order, lineSubtotal(line, part.quantity)),
  }
}

export const fulfillmentTypes: Record<string, TypeFields> = {
  FulfillmentOrder: workType,
  FulfillmentOrderLineItem: workLineType,
  Fulfillment: sentType,
  FulfillmentEvent: fieldsOf<object>({ latitude: () => null, longitude: () => null }),
}
