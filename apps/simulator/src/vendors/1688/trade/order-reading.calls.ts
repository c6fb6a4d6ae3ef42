import type { WorkedAnswer } from '../../../core/received-call.ts'
import type { Api, Params, BuyersPlatform } from '../api.ts'
import { missingArgument } from '../envelopes.ts'
import { readIdList } from '../param-reading.ts'
import type { OrderRow } from './order.types.ts'
import { shownStatus, tradeInfo } from './order-view.ts'
import type { ViewOptions } from './order-view.ts'
import {
  answered,
  flatRefusal,
  infoAnswer,
  infoRefusal,
  pageNumber,
  refused,
  tradeApi,
  within,
} from './trade.answers.ts'

const DAY_MS = 86_400_000

const viewOptions = (platform: BuyersPlatform, detail: boolean): ViewOptions => ({
  detail,
  roundedItemIds: platform.trade.quirks.subItemIds() === 'rounded',
  leavesOutTimes: platform.trade.quirks.unsetTimes() === 'absent',
  idOfStrAsNumber: !detail && platform.trade.quirks.idOfStrInList() === 'number',
  courierStatuses: platform.trade.quirks.courierStatuses(),
  laterTerms: platform.trade.quirks.laterTerms(),
  pictureUrl: (name) => platform.pictureUrl(name),
  refundOf: (refundId) => platform.trade.refunds.get(refundId),
})

/** Filters of the order list (reference 3.5) with their surprises: `bizTypes` hides other types, `orderIds` has no effect. */
function matches(platform: BuyersPlatform, order: OrderRow, params: Params): boolean {
  const { quirks, refunds } = platform.trade
  const given = (name: string): string | undefined => params[name] || undefined
  const now = platform.core.clock.now()
  const old = order.createdAt < now - quirks.historyDays() * DAY_MS
  const status = given('orderStatus')
  const bizTypes = given('bizTypes')
  const refundStatus = given('refundStatus')
  const ids = quirks.orderIdsFilter() === 'works' ? readIdList(params['orderIds'] ?? '') : undefined
  return (
    old === (params['isHis'] === 'true') &&
    order.createdAt <= now - quirks.listLagSeconds() * 1000 &&
    within(order.createdAt, given('createStartTime'), given('createEndTime')) &&
    within(order.modifiedAt, given('modifyStartTime'), given('modifyEndTime')) &&
    (given('outOrderId') === undefined || order.outOrderId === given('outOrderId')) &&
    (status === undefined || order.status === status || shownStatus(order, quirks.courierStatuses()) === status) &&
    (refundStatus === undefined ||
      order.items.some((item) => item.refundId !== null && refunds.get(item.refundId)?.status === refundStatus)) &&
    (bizTypes === undefined || bizTypes.includes('"cb"')) &&
    (ids === undefined || ids.includes(order.orderId)) &&
    (given('tradeType') === undefined || given('tradeType') === '50060') &&
    (given('sellerMemberId') === undefined || order.seller.memberId === given('sellerMemberId')) &&
    (given('sellerLoginId') === undefined || order.seller.loginId === given('sellerLoginId')) &&
    (given('productName') === undefined || order.items.some((item) => item.name.includes(given('productName')!)))
  )
}

const getBuyerOrderList = tradeApi('alibaba.trade.getBuyerOrderList', [], (platform, params) => {
  const found = platform.trade.book.all().filter((order) => matches(platform, order, params))
  const most = Math.max(1, platform.trade.quirks.orderPageSize())
  const size = pageNumber(params['pageSize'], Math.min(20, most), most)
  const page = pageNumber(params['page'], 1, 1_000_000)
  const options = viewOptions(platform, false)
  return answered({
    result: found.slice((page - 1) * size, page * size).map((order) => tradeInfo(order, options)),
    totalRecord: found.length,
    errorCode: null,
    errorMessage: null,
  })
})

/** By order number, or by the buyer's own number when only that is given (reference 3.4: the detail can be searched by it). */
const getBuyerView = tradeApi('alibaba.trade.get.buyerView', ['webSite'], (platform, params): WorkedAnswer => {
  const { book } = platform.trade
  const orderId = params['orderId'] || undefined
  const outOrderId = params['outOrderId'] || undefined
  if (orderId === undefined && outOrderId === undefined) return missingArgument('orderId')
  const order = orderId === undefined ? book.byOutOrderId(outOrderId!)[0] : book.get(orderId)
  if (!order || (outOrderId !== undefined && order.outOrderId !== outOrderId))
    return refused('ORDER_NOT_EXIST', {
      success: 'false',
      result: null,
      errorCode: 'ORDER_NOT_EXIST',
      errorMessage: '订单不存在',
    })
  return answered({
    success: 'true',
    result: tradeInfo(order, viewOptions(platform, true)),
    errorCode: null,
    errorMessage: null,
  })
})

const CANCEL_REASONS = new Set(['buyerCancel', 'sellerGoodsLack', 'other'])

const cancel = tradeApi('alibaba.trade.cancel', ['webSite', 'tradeID', 'cancelReason'], (platform, params) => {
  const { book, life, quirks } = platform.trade
  const order = book.get(params['tradeID']!)
  const at = platform.core.clock.now()
  if (!order)
    return book.foreign(params['tradeID']!)
      ? flatRefusal('400_3', '不是该订单的买家')
      : flatRefusal('ORDER_NOT_EXIST', '订单不存在')
  if (!CANCEL_REASONS.has(params['cancelReason']!)) return flatRefusal('400', 'cancelReason不合法')
  if (order.status !== 'waitbuyerpay' || order.paidAt !== null)
    return flatRefusal('ORDER_STATUS_ERROR', '订单状态不允许取消')
  if (at < order.createdAt + quirks.cancelTooFastSeconds() * 1000)
    return flatRefusal('CLOSE_ORDER_TOO_FAST', '下单后10秒内不能关闭订单')
  life.close(order, { by: 'buyer', reason: params['cancelReason']!, remark: params['remark'] ?? '' }, at)
  return answered({ success: true, errorCode: null, errorMessage: null }, `order ${order.orderId} cancelled`)
})

const confirmReceipt = tradeApi('trade.receivegoods.confirm', ['orderId', 'orderEntryIds'], (platform, params) => {
  const { book, life } = platform.trade
  const order = book.get(params['orderId']!)
  const ids = readIdList(params['orderEntryIds']!)
  if (!order) return infoRefusal('ORDER_NOT_EXIST', '订单不存在')
  if (!ids || ids.length === 0) return infoRefusal('400', 'orderEntryIds不合法')
  const items = ids.map((id) => order.items.find((item) => item.subItemId === id))
  if (items.some((item) => item === undefined)) return infoRefusal('ORDER_ENTRY_NOT_EXIST', '子订单不存在')
  if (!['waitsellersend', 'waitbuyerreceive'].includes(order.status) || items.some((item) => item!.shipped === 0))
    return infoRefusal('ORDER_STATUS_ERROR', '订单状态不允许确认收货')
  life.receive(order, ids, 'buyer', platform.core.clock.now())
  return infoAnswer(`order ${order.orderId}: ${ids.length} lines received`)
})

export const ORDER_READING_CALLS: readonly Api[] = [getBuyerOrderList, getBuyerView, cancel, confirmReceipt]
