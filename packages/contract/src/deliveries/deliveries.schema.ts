import * as z from '../zod.ts'
import { purchaseState } from '../purchases/purchases.schema.ts'
import { orderState } from '../orders/orders.schema.ts'
import { can, id, instant, remoteId, text } from '../wire.ts'
import { PARCEL_STATES, SHIPMENT_STATES } from './deliveries.status.ts'
import type { ParcelState, ShipmentState } from './deliveries.status.ts'

const words = <T extends string>(table: Readonly<Record<T, unknown>>) => z.enum(Object.keys(table) as [T, ...T[]])
export const parcelState = words<ParcelState>(PARCEL_STATES)
export const shipmentState = words<ShipmentState>(SHIPMENT_STATES)
/** Tabs of the parcel list: the states, plus the mark 停滞. */
export const parcelTab = z.enum(['waiting', 'moving', 'delivering', 'signed', 'stalled', 'abnormal'])
export type ParcelTab = z.infer<typeof parcelTab>

/** Source pieces: pieces of a 1688 SKU. Sale pieces: pieces of a shop's line (decision 0007). */
const pieces = z.int()

/** Sent pieces of an order line that came from one purchase line. */
export const returnable = z.object({
  demandId: id,
  orderLineId: id,
  sku: z.string(),
  lineId: id,
  purchaseId: id,
  purchaseNumber: z.string(),
  title: z.string(),
  specText: z.string(),
  image: z.string().nullable(),
  /** 库位 of the line's spare pieces; '' if none was set */
  place: z.string(),
  ratio: z.object({ source: pieces, sale: pieces }),
  /** sale pieces: sent, and of these put into stock again */
  sent: pieces,
  returned: pieces,
})
export type Returnable = z.infer<typeof returnable>

/** The contents of a parcel that belong to a purchase line, according to 1688. `quantity` null: not reported. */
export const parcelItem = z.object({
  subItemId: z.string(),
  /** null: no line of ours buys it */
  lineId: id.nullable(),
  title: z.string(),
  image: z.string().nullable(),
  quantity: pieces.nullable(),
})

export const parcel = z.object({
  id,
  purchaseId: id,
  purchaseNumber: z.string(),
  /** the 1688 order */
  alibabaOrderId: remoteId,
  logisticsId: z.string(),
  trackingNo: z.string().nullable(),
  /** earlier waybill numbers, if the seller changed the number */
  formerNumbers: z.array(z.string()),
  carrier: z.string().nullable(),
  state: parcelState,
  /** why it is abnormal, in words */
  reason: z.string(),
  sentAt: instant.nullable(),
  signedAt: instant.nullable(),
  lastStep: z.object({ at: instant.nullable(), text: z.string() }).nullable(),
  /** since when there was no update for longer than 预警配置 allows */
  stalledSince: instant.nullable(),
  urgedAt: instant.nullable(),
  readAt: instant.nullable(),
  items: z.array(parcelItem),
  /** source pieces received with it (usable and defective), and whether nothing is left to receive */
  received: z.object({ pieces, isWhole: z.boolean() }),
  can,
})
export type Parcel = z.infer<typeof parcel>

export const parcelDetail = parcel.extend({
  steps: z.array(z.object({ at: instant.nullable(), text: z.string() })),
  /** what was received with it */
  receipts: z.array(z.object({ id, lineId: id, quantity: pieces, at: instant, by: z.string() })),
})
export type ParcelDetail = z.infer<typeof parcelDetail>

/** One receipt entry. Never changed: it is reversed by another entry with the negative quantity that refers to it (冲销). */
export const receipt = z.object({
  id,
  purchaseId: id,
  purchaseNumber: z.string(),
  lineId: id,
  title: z.string(),
  specText: z.string(),
  image: z.string().nullable(),
  /** usable source pieces; negative in an entry that reverses another */
  quantity: pieces,
  /** defective source pieces, recorded separately */
  defects: pieces,
  defectReason: z.string(),
  /** addresses of photos of the defective pieces */
  photos: z.array(z.string()),
  overReason: z.string(),
  /** why more pieces were received than the parcels contain according to 1688 */
  unsentReason: z.string(),
  note: z.string(),
  parcelId: id.nullable(),
  trackingNo: z.string().nullable(),
  /** the entry that this one reverses */
  reverses: id.nullable(),
  /** the entry that reversed this one */
  reversedBy: id.nullable(),
  by: z.string(),
  at: instant,
  can,
})
export type Receipt = z.infer<typeof receipt>

/** The demand of one order line on a purchase line, and what it got. Sale pieces. */
export const receivingDemand = z.object({
  demandId: id,
  orderId: id,
  orderName: z.string(),
  /** numbers repeat between stores */
  storeName: z.string(),
  orderLineId: id,
  orderState: orderState.nullable(),
  /** source pieces for a number of sale pieces, as whole numbers */
  ratio: z.object({ source: z.int(), sale: z.int() }),
  /** requested */
  quantity: pieces,
  /** allocated from what arrived */
  allocated: pieces,
  /** pieces of `allocated` that were sent or are about to be sent */
  fixed: pieces,
})

export const receivingLine = z.object({
  lineId: id,
  offerId: remoteId,
  skuId: remoteId.nullable(),
  title: z.string(),
  specText: z.string(),
  image: z.string().nullable(),
  /** source pieces: bought, received usable, received defective, still expected */
  quantity: pieces,
  received: pieces,
  defects: pieces,
  rest: pieces,
  /** source pieces in the seller's parcels, received or not; null: not reported */
  sent: pieces.nullable(),
  /** of the scanned parcel; null: no waybill was scanned, or not reported */
  inParcel: pieces.nullable(),
  /** whole source pieces that no order got: stock of this line */
  stock: pieces,
  /** 库位 of its spare pieces; '' if none was set */
  place: z.string(),
  demand: z.array(receivingDemand),
})

/** Everything about one purchase that is needed for receiving goods. */
export const receiving = z.object({
  purchaseId: id,
  number: z.string(),
  supplierName: z.string(),
  state: purchaseState,
  alibabaOrderIds: z.array(z.string()),
  /** its 1688 orders: what has not arrived, and whether 1688 waits for the confirmation */
  alibabaOrders: z.array(
    z.object({
      orderId: remoteId,
      confirmable: z.boolean(),
      missing: z.array(
        z.object({ lineId: id, title: z.string(), specText: z.string(), quantity: pieces, received: pieces }),
      ),
    }),
  ),
  /** the parcel that was scanned */
  parcelId: id.nullable(),
  lines: z.array(receivingLine),
  receipts: z.array(receipt),
  parcels: z.array(parcel),
  can,
})
export type Receiving = z.infer<typeof receiving>

export const shipmentLine = z.object({
  orderLineId: id,
  sku: z.string(),
  title: z.string(),
  /** sale pieces */
  quantity: pieces,
})

/** One fulfilment at the shop; a shipment has one for each location. */
export const fulfilment = z.object({
  id,
  locationName: z.string(),
  state: z.enum(['sending', 'unknown', 'sent', 'failed', 'absent', 'cancelled']),
  /** gid://shopify/Fulfillment/… */
  fulfillmentGid: z.string().nullable(),
  /** the shop's name, for example #1001.1 */
  name: z.string().nullable(),
  message: z.string(),
  lines: z.array(z.object({ orderLineId: id, quantity: pieces })),
  sentAt: instant,
})

export const shipment = z.object({
  id,
  orderId: id,
  orderName: z.string(),
  storeId: id,
  storeName: z.string(),
  state: shipmentState,
  /** why it failed, or what it waits for */
  reason: z.string(),
  /** what to do next */
  advice: z.string().nullable(),
  carrier: z.string(),
  /** Shopify's spelling; null: Shopify does not know it, so the address below is sent */
  knownCarrier: z.string().nullable(),
  numbers: z.array(z.string()),
  urls: z.array(z.string()),
  notifyCustomer: z.boolean(),
  lines: z.array(shipmentLine),
  fulfilments: z.array(fulfilment),
  exchange: z.object({ request: z.string(), response: z.string(), status: z.number().optional() }).nullable(),
  by: z.string(),
  createdAt: instant,
  sentAt: instant.nullable(),
  updatedAt: instant,
  can,
})
export type Shipment = z.infer<typeof shipment>

/** What can be sent for an order now. */
export const shippable = z.object({
  orderId: id,
  orderName: z.string(),
  storeId: id,
  storeName: z.string(),
  state: orderState,
  /** why nothing may be sent; null: it may */
  refusal: z.string().nullable(),
  lines: z.array(
    z.object({
      orderLineId: id,
      sku: z.string(),
      title: z.string(),
      /** sale pieces: wanted by the shopper, arrived, sent or about to be, left to send */
      wanted: pieces,
      received: pieces,
      shipped: pieces,
      open: pieces,
      /** open pieces that were taken from spare goods, and their place (库位); source pieces, as in the list of spare goods */
      stock: z.array(z.object({ purchaseId: id, purchaseNumber: z.string(), place: z.string(), pieces })),
    }),
  ),
})
export type Shippable = z.infer<typeof shippable>

export const trackingNumber = z
  .string()
  .trim()
  .min(4, '运单号至少4位')
  .max(64, '运单号最多64位')
  .regex(/^[A-Za-z0-9._/-]+$/, '运单号只能有字母、数字和 . _ / -')
/** Shown to the shop's customers, so only web addresses are allowed. */
export const trackingUrl = z
  .string()
  .trim()
  .max(500, '网址最多500字')
  .regex(/^https?:\/\/\S+$/, '应为 http:// 或 https:// 开头的网址')

export const shipRequest = z.object({
  orderId: id,
  carrier: text(64).default(''),
  numbers: z.array(trackingNumber).min(1, '请填写运单号').max(20, '一次最多20个运单号'),
  /** in the order of the numbers; left out: created from the carrier's template, if the shop does not know the carrier */
  urls: z.array(trackingUrl).max(20).optional(),
  /** left out: everything that arrived and was not sent */
  lines: z
    .array(z.object({ orderLineId: id, quantity: z.int().min(1).max(1_000_000) }))
    .min(1)
    .max(500)
    .optional(),
  /** left out: the setting decides */
  notifyCustomer: z.boolean().optional(),
})
export type ShipRequest = z.infer<typeof shipRequest>

/** A courier to choose. `label` is what people and shoppers read, and is stored in the shipment. */
export const shipCarrier = z.object({
  /** of the dictionary `carrier` */
  code: z.string(),
  label: z.string(),
  /** Shopify's spelling, for which Shopify creates the link; null: an address is sent too */
  knownCarrier: z.string().nullable(),
  /** tracking page with `{number}`; null: Shopify creates the link */
  urlTemplate: z.string().nullable(),
})

export const shipCarriers = z.object({
  carriers: z.array(shipCarrier),
  /** all names of couriers that Shopify knows; any other name gets a tracking address */
  known: z.array(z.string()),
  /** tracking page for all other couriers, with `{number}` */
  urlTemplate: z.string(),
})
export type ShipCarriers = z.infer<typeof shipCarriers>

/** What a pasted row would do. */
export const parsedShipment = z.object({
  row: z.int(),
  text: z.string(),
  orderNumber: z.string(),
  carrier: z.string(),
  number: z.string(),
  orderId: id.nullable(),
  orderName: z.string().nullable(),
  storeName: z.string().nullable(),
  knownCarrier: z.string().nullable(),
  url: z.string().nullable(),
  lines: z.array(shipmentLine),
  /** wanted pieces of the order that stay unsent, because they have not arrived */
  remaining: pieces,
  /** why it would be refused; null: it would be sent */
  refusal: z.string().nullable(),
})
export type ParsedShipment = z.infer<typeof parsedShipment>
