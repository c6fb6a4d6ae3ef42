import type { WorkedAnswer } from '../../../core/received-call.ts'
import type { Api, Params, BuyersPlatform } from '../api.ts'
import { readFields, readIdList, readRows, textOf } from '../param-reading.ts'
import { readWireJson } from '../wire-json.ts'
import { carrierOf } from './carriers.ts'
import type { OrderRow } from './order.types.ts'
import { isRunning, REFUND_REASONS } from './refunds.ts'
import type { RefundApplication } from './refunds.ts'
import { refundModel } from './refund-view.ts'
import {
  answered,
  infoAnswer,
  infoRefusal,
  innerAnswer,
  innerRefusal,
  pageNumber,
  readDate,
  refused,
  tradeApi,
  within,
} from './trade.answers.ts'

const DAY_MS = 86_400_000
/** The refund list goes back this many days (reference 1.8). */
const REFUND_DAYS = 730

/** The orders for which each goods status is allowed (reference 3.8): before and after sending, and after the order finished. */
const GOODS_STATUS: Readonly<Record<string, (order: OrderRow) => boolean>> = {
  refundWaitSellerSend: (order) => order.status === 'waitsellersend',
  refundWaitBuyerReceive: (order) => order.status === 'waitbuyerreceive',
  // A buyer who has the goods but has not confirmed this states it here: only then a return is possible.
  refundBuyerReceived: (order) => order.status === 'waitbuyerreceive' || order.status === 'confirm_goods',
  aftersaleBuyerNotReceived: (order) => order.status === 'success',
  aftersaleBuyerReceived: (order) => order.status === 'success',
}

const reasonList = tradeApi(
  'alibaba.trade.getRefundReasonList',
  ['orderId', 'orderEntryIds', 'goodsStatus'],
  (platform, params) => {
    const order = platform.trade.book.get(params['orderId']!)
    if (!order) return innerRefusal('5001', '订单不存在')
    if (!GOODS_STATUS[params['goodsStatus']!]?.(order)) return innerRefusal('5003', '货物状态不合法')
    return innerAnswer({ reasons: REFUND_REASONS.map((reason) => ({ ...reason, tip: null })) })
  },
)

const maxRefundFee = tradeApi('alibaba.trade.getMaxRefundFee', ['input'], (platform, params) => {
  const fields = readFields(params['input']!)
  const order = platform.trade.book.get((fields && textOf(fields, 'orderId')) ?? '')
  if (!fields || !order) return innerRefusal('5001', '订单不存在')
  if (!GOODS_STATUS[textOf(fields, 'goodsStatus') ?? '']?.(order)) return innerRefusal('5003', '货物状态不合法')
  const listed = (readRows(JSON.stringify(fields['refundGoodsCountList'] ?? [])) ?? []).map((row) => textOf(row, 'id'))
  const ids = listed.length > 0 ? listed.filter((id) => id !== undefined) : order.items.map((item) => item.subItemId)
  const most = platform.trade.refunds.most(order, ids)
  return innerAnswer({
    maxGoodsFee: most.goodsFen,
    maxPostFee: most.freightFen,
    maxRefundFee: most.goodsFen + most.freightFen,
    maxSubstituteFetchFee: 0,
  })
})

/** Reads and checks an application by the error table of the page; returns code and sentence when it is refused. */
function readApplication(platform: BuyersPlatform, params: Params): [OrderRow, RefundApplication] | WorkedAnswer {
  const order = platform.trade.book.get(params['orderId']!)
  if (!order) return innerRefusal('5001', '订单不存在')
  const ids = readIdList(params['orderEntryIds']!) ?? []
  const items = order.items.filter((item) => ids.includes(item.subItemId))
  const request = params['disputeRequest']!
  const goodsStatus = params['goodsStatus']!
  const payment = Number(params['applyPayment'])
  const carriage = Number(params['applyCarriage'])
  const reason = REFUND_REASONS.find((each) => String(each.id) === params['applyReasonId'])
  const length = Array.from(params['description']!).length
  const given = readWireJson(params['vouchers'] || '[]')
  const vouchers = Array.isArray(given) ? given.map(String) : []
  if (!GOODS_STATUS[goodsStatus]) return innerRefusal('5003', '货物状态不合法')
  if (!reason) return innerRefusal('5004', '退款原因错误')
  if (reason.needVoucher && vouchers.length === 0) return innerRefusal('5005', '需要上传凭证')
  if (!vouchers.every((address) => platform.trade.refunds.knowsVoucher(address)))
    return innerRefusal('5005', '凭证不存在，请先上传')
  if (reason.noRefundCarriage && carriage > 0) return innerRefusal('5006', '该原因不支持退运费')
  if (length < 2 || length > 150) return innerRefusal('5012', '退款说明须为2到150个字')
  const running = items.some((item) => {
    const refund = item.refundId === null ? undefined : platform.trade.refunds.get(item.refundId)
    return refund !== undefined && isRunning(refund)
  })
  const returning =
    request === 'returnRefund' && !['refundBuyerReceived', 'aftersaleBuyerReceived'].includes(goodsStatus)
  if (
    ids.length === 0 ||
    items.length !== new Set(ids).size ||
    running ||
    returning ||
    !['refund', 'returnRefund'].includes(request) ||
    !GOODS_STATUS[goodsStatus](order)
  )
    return innerRefusal('5010', '退货退款状态错误')
  const most = platform.trade.refunds.most(order, ids)
  const whole = [payment, carriage].every((fen) => Number.isInteger(fen) && fen >= 0)
  // Before sending, the whole payment of the goods must be refunded.
  const mustBeAll = goodsStatus === 'refundWaitSellerSend' && payment !== most.goodsFen
  if (!whole || payment + carriage === 0 || payment > most.goodsFen || carriage > most.freightFen || mustBeAll)
    return innerRefusal('5011', '退款金额错误')
  if (params['orderEntryCountList'] && !(request === 'returnRefund' && readRows(params['orderEntryCountList'])))
    return innerRefusal('5013', '子订单退货数量错误')
  return [
    order,
    {
      subItemIds: ids,
      request: request as 'refund' | 'returnRefund',
      applyPaymentFen: payment,
      applyCarriageFen: carriage,
      reasonId: reason.id,
      description: params['description']!,
      vouchers,
      goodsStatus,
    },
  ]
}

const createRefund = tradeApi(
  'alibaba.trade.createRefund',
  [
    'orderId',
    'orderEntryIds',
    'disputeRequest',
    'applyPayment',
    'applyCarriage',
    'applyReasonId',
    'description',
    'goodsStatus',
  ],
  (platform, params) => {
    const read = readApplication(platform, params)
    if (!Array.isArray(read)) return read
    const refund = platform.trade.refunds.apply(...read)
    return innerAnswer(
      {
        refundId: refund.refundId,
        innerReasonId: refund.reasonId,
        innerReason: refund.reason,
        innerPostFee: refund.applyCarriageFen,
        isVoucher: (refund.vouchers ?? []).length > 0 ? '1' : '0',
        refundOfficialSolutionCost: 0,
      },
      `refund ${refund.refundId} of order ${refund.orderId}`,
    )
  },
)

const cancelRefund = tradeApi('alibaba.trade.cancelRefund', ['refundId'], (platform, params) => {
  const refund = platform.trade.refunds.get(params['refundId']!)
  if (!refund) return infoRefusal('REFUND_NOT_EXIST', '退款单不存在')
  if (!isRunning(refund)) return infoRefusal('REFUND_STATUS_ERROR', '退款单状态不允许取消')
  platform.trade.refunds.cancel(refund)
  return infoAnswer(`refund ${refund.refundId} cancelled`)
})

const returnGoods = tradeApi(
  'alibaba.trade.refund.returnGoods',
  ['refundId', 'logisticsCompanyNo', 'freightBill'],
  (platform, params) => {
    const refund = platform.trade.refunds.get(params['refundId']!)
    if (!refund) return infoRefusal('4005', '退款单信息不存在')
    if (refund.status !== 'waitbuyersend') return infoRefusal('4007', '当前退款单状态不支持退货')
    if (!carrierOf(params['logisticsCompanyNo']!) || !/^[A-Za-z0-9]{8,24}$/.test(params['freightBill']!))
      return infoRefusal('4004', '物流公司编号和运单号校验不通过')
    platform.trade.refunds.returnGoods(refund, params['logisticsCompanyNo']!, params['freightBill']!)
    return infoAnswer(`refund ${refund.refundId}: goods on their way back`)
  },
)

const refundList = tradeApi('alibaba.trade.refund.buyer.queryOrderRefundList', [], (platform, params) => {
  // The list is for main accounts (reference 1.6); how a sub-account is refused is UNCERTAIN.
  if (platform.trade.quirks.mainAccountOnly())
    return refused('NO_PERMISSION', {
      success: false,
      errorCode: 'NO_PERMISSION',
      errorMsg: '子账号没有权限，请使用主账号授权',
    })
  const oldest = platform.core.clock.now() - REFUND_DAYS * DAY_MS
  if ((readDate(params['applyStartTime']) ?? Number.POSITIVE_INFINITY) < oldest)
    return refused('APPLY_TIME_ERROR', {
      success: false,
      errorCode: 'APPLY_TIME_ERROR',
      errorMsg: '只能查询最近730天的退款单',
    })
  const statuses = readWireJson(params['refundStatusSet'] || '[]')
  const type = params['dipsuteType'] ?? '0'
  const found = platform.trade.refunds
    .all()
    .filter(
      (refund) =>
        refund.createdAt >= oldest &&
        (!params['orderId'] || refund.orderId === params['orderId']) &&
        (type === '0' || refund.afterSale === (type === '2')) &&
        (!Array.isArray(statuses) || statuses.length === 0 || statuses.includes(refund.status)) &&
        within(refund.createdAt, params['applyStartTime'], params['applyEndTime']) &&
        within(refund.modifiedAt, params['modifyStartTime'], params['modifyEndTime']),
    )
  const size = pageNumber(params['pageSize'], 20, 100)
  // The sample of the page counts from 0, as does a missing page number; here 0 and 1 both mean the first page.
  const page = pageNumber(params['currentPageNum'], 1, 1_000_000)
  return answered({
    success: true,
    errorCode: null,
    errorMsg: null,
    result: {
      opOrderRefundModels: found
        .slice((page - 1) * size, page * size)
        .map((refund) => refundModel(platform.trade.book.get(refund.orderId)!, refund, false)),
      totalCount: found.length,
      currentPageNum: page,
    },
  })
})

const refundDetail = tradeApi('alibaba.trade.refund.OpQueryOrderRefund', ['refundId'], (platform, params) => {
  const refund = platform.trade.refunds.get(params['refundId']!)
  if (!refund)
    return refused('500', { result: null, errorCode: '500', errorMessage: '退款单不存在', extErrorMessage: null })
  return answered({
    result: {
      opOrderRefundModelDetail: refundModel(
        platform.trade.book.get(refund.orderId)!,
        refund,
        params['needOrderRefundOperation'] === 'true',
      ),
    },
    errorCode: null,
    errorMessage: null,
    extErrorMessage: null,
  })
})

export const REFUND_CALLS: readonly Api[] = [
  reasonList,
  maxRefundFee,
  createRefund,
  cancelRefund,
  returnGoods,
  refundList,
  refundDetail,
]
