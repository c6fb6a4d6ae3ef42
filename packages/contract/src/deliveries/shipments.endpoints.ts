import * as z from '../zod.ts'
import { BODY_MAX, defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, formList, id, pageInput, pageOf, stateCounts, text } from '../wire.ts'
import { SHIPMENT_FIELDS } from './deliveries.fields.ts'
import {
  parsedShipment,
  shipment,
  shipmentState,
  shippable,
  shipRequest,
  trackingNumber,
  trackingUrl,
} from './deliveries.schema.ts'

const base = '/api/purchase/delivery'
const call = { feature: 'deliveries', method: 'POST', mode: 'postjson', right: 'granted', logged: true } as const
const read = { ...call, method: 'GET', mode: 'get', logged: false } as const
const when = formInt(0, 9_999_999_999_999)

export const shipmentFilter = z.object({
  state: shipmentState.optional(),
  /** tracking number, carrier or order number */
  keyword: text(100).optional(),
  orderId: id.optional(),
  storeId: id.optional(),
  from: when.optional(),
  to: when.optional(),
})
export type ShipmentFilter = z.infer<typeof shipmentFilter>

/** Reporting tracking numbers to the shops (回传). */
export const shipmentsEndpoints = defineEndpoints({
  getShippable: {
    ...read,
    path: `${base}/getShippable`,
    title: '可发货数量',
    input: z.object({ orderIds: formList(id, 200).pipe(z.array(id).min(1)) }),
    output: z.array(shippable),
    refusals: [],
    lists: ['orders', 'shipments'],
  },
  /**
   * Parses rows "order number, carrier, tracking number", separated by tabs, commas or spaces, and shows what each would do. Writes
   * nothing.
   */
  parseShipments: {
    ...call,
    path: `${base}/parseShipments`,
    title: '解析发货单',
    logged: false,
    input: z.object({ text: z.string().max(100_000, '内容太长').default(''), storeId: id.optional() }),
    output: z.array(parsedShipment),
    refusals: ['too-large'],
    lists: [],
  },
  /**
   * Creates a durable shipment for each item, which a job sends. Repeating the same order, numbers and quantities creates no second one.
   */
  shipOrders: {
    ...call,
    path: `${base}/shipOrders`,
    title: '发货回传',
    object: 'order',
    labels: { items: { label: '发货单', format: 'list', fields: SHIPMENT_FIELDS } },
    // 500 orders with their lines.
    bodyMax: 4 * BODY_MAX,
    input: z.object({ items: z.array(shipRequest).min(1).max(500) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['shipments', 'orders'],
  },
  getShipments: {
    ...read,
    path: `${base}/getShipments`,
    title: '回传列表',
    input: shipmentFilter.extend({
      sort: z.enum(['created', 'updated']).default('created'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...pageInput,
    }),
    output: pageOf(shipment),
    refusals: [],
    lists: ['shipments'],
  },
  getShipmentCountByState: {
    ...read,
    path: `${base}/getShipmentCountByState`,
    title: '回传数量',
    input: shipmentFilter.omit({ state: true }),
    output: stateCounts(shipmentState),
    refusals: [],
    lists: ['shipments'],
  },
  getShipment: {
    ...read,
    path: `${base}/getShipment`,
    title: '回传详情',
    input: z.object({ shipmentId: id }),
    output: shipment,
    refusals: ['not-found'],
    lists: ['shipments'],
  },
  /** Sends failed shipments again. For unknown ones the shop is read first, and only what certainly is not there is sent again. */
  retryShipments: {
    ...call,
    path: `${base}/retryShipments`,
    title: '重试回传',
    object: 'shipment',
    input: z.object({ shipmentIds: z.array(id).min(1).max(500) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['shipments', 'orders'],
  },
  /** Changes carrier or number, also in the shop if it was already sent. */
  changeTracking: {
    ...call,
    path: `${base}/changeTracking`,
    title: '修改运单号',
    object: 'shipment',
    input: z.object({
      shipmentId: id,
      carrier: text(64).default(''),
      numbers: z.array(trackingNumber).min(1, '请填写运单号').max(20),
      urls: z.array(trackingUrl).max(20).optional(),
      /** for the change, if the shop has the number, otherwise for the shipment. Left out: no message, or as set for the shipment */
      notifyCustomer: z.boolean().optional(),
    }),
    output: shipment,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['shipments', 'orders'],
  },
  /** Cancels the fulfilments in the shop; the pieces can be sent again. */
  cancelShipment: {
    ...call,
    path: `${base}/cancelShipment`,
    title: '撤销回传',
    object: 'shipment',
    input: z.object({ shipmentIds: z.array(id).min(1).max(200) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['shipments', 'orders'],
  },
})
