import { parseAddress, receiveAddresses } from './calls/addresses.ts'
import { createOrder } from './calls/create-order.ts'
import { cancelOrder, confirmReceipt } from './calls/end-order.ts'
import { ordersByOutOrderId } from './calls/find-orders.ts'
import { carriers, estimateFreight, parcels, trace, urgeDelivery } from './calls/logistics.ts'
import { payLink, payProtocols, payWays, preparePay } from './calls/pay.ts'
import { previewOrder } from './calls/preview-order.ts'
import { getOrder, listOrders } from './calls/read-orders.ts'
import { getRefund, listRefunds } from './calls/read-refunds.ts'
import {
  cancelRefund,
  createRefund,
  maxRefund,
  refundReasons,
  returnGoods,
  uploadRefundVoucher,
} from './calls/refund.ts'
import { confirmMessages, cursorMessages, replayMessages } from './calls/replay.ts'
import type { AlibabaTrade } from './trade.ts'
import type { Transport } from './transport.ts'

/** The trade half of the connector, over one account's transport. */
export const createTrade = (transport: Transport): AlibabaTrade => ({
  receiveAddresses: (options) => receiveAddresses(transport, options),
  parseAddress: (address, options) => parseAddress(transport, address, options),
  previewOrder: (input, options) => previewOrder(transport, input, options),
  createOrder: (input, options) => createOrder(transport, input, options),
  listOrders: (input, options) => listOrders(transport, input, options),
  getOrder: (orderId, options) => getOrder(transport, orderId, options),
  ordersByOutOrderId: (outOrderId, input, options) => ordersByOutOrderId(transport, outOrderId, input, options),
  cancelOrder: (input, options) => cancelOrder(transport, input, options),
  confirmReceipt: (input, options) => confirmReceipt(transport, input, options),
  payLink: (input, options) => payLink(transport, input, options),
  payWays: (orderId, options) => payWays(transport, orderId, options),
  isPayProtocolOpen: (options) => payProtocols(transport, options),
  preparePay: (input, options) => preparePay(transport, input, options),
  refundReasons: (input, options) => refundReasons(transport, input, options),
  maxRefund: (input, options) => maxRefund(transport, input, options),
  uploadRefundVoucher: (bytes, options) => uploadRefundVoucher(transport, bytes, options),
  createRefund: (input, options) => createRefund(transport, input, options),
  cancelRefund: (refundId, options) => cancelRefund(transport, refundId, options),
  returnGoods: (input, options) => returnGoods(transport, input, options),
  listRefunds: (input, options) => listRefunds(transport, input, options),
  getRefund: (refundId, options) => getRefund(transport, refundId, options),
  parcels: (orderId, options) => parcels(transport, orderId, options),
  trace: (orderId, logisticsId, options) => trace(transport, orderId, logisticsId, options),
  carriers: (options) => carriers(transport, options),
  urgeDelivery: (orderId, options) => urgeDelivery(transport, orderId, options),
  estimateFreight: (input, options) => estimateFreight(transport, input, options),
  replayMessages: (input, options) => replayMessages(transport, input, options),
  cursorMessages: (input, options) => cursorMessages(transport, input, options),
  confirmMessages: (msgIds, options) => confirmMessages(transport, msgIds, options),
})
