import { createHash } from 'node:crypto'
import type { WorkedAnswer } from '../../../core/received-call.ts'
import type { Api, BuyersPlatform, Caller, Params } from '../api.ts'
import { idNumber } from '../wire-json.ts'
import { divisionNamed, divisionText } from './divisions.ts'
import { isRunning } from './refunds.ts'
import { refundModel, stepModels } from './refund-view.ts'
import { answered, flatRefusal, innerAnswer, innerRefusal, pageNumber, refused, tradeApi } from './trade.answers.ts'

/** Calls for evidence, reading and addresses of a refund (reference 3.8). The inner field names of the answers are UNCERTAIN. */
const MOST_VOUCHER_BYTES = 1_000_000
const isJpeg = (bytes: Buffer): boolean => bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8

/** A multipart file, or base64 text in an ordinary form (reference 1.1, 1.3). */
const voucherBytes = (params: Params, { files }: Caller): Buffer =>
  files['imageData'] ?? Buffer.from(params['imageData'] ?? '', 'base64')

const uploadVoucher = tradeApi('alibaba.trade.uploadRefundVoucher', ['imageData'], (platform, params, caller) => {
  const bytes = voucherBytes(params, caller)
  if (!isJpeg(bytes)) return innerRefusal('5008', '凭证图片只支持jpg格式')
  if (bytes.length >= MOST_VOUCHER_BYTES) return innerRefusal('5009', '凭证图片不能超过1M')
  const name = `O1CN01${createHash('sha1').update(bytes).digest('hex').slice(0, 20)}_!!0-0-voucher.jpg`
  platform.trade.refunds.keepVoucher(name)
  return innerAnswer(
    { imageDomain: 'cbu01.alicdn.com', imageRelativeUrl: `img/ibank/${name}` },
    `voucher ${name}, ${bytes.length} bytes`,
  )
})

const resultRefusal = (code: string, message: string): WorkedAnswer =>
  refused(code, { result: null, errorCode: code, errorMessage: message, extErrorMessage: null })
const resultAnswer = (result: object): WorkedAnswer =>
  answered({ result, errorCode: null, errorMessage: null, extErrorMessage: null })

/** `queryType` 1: running refunds; 3: ended ones. */
const refundsOfOrder = tradeApi(
  'alibaba.trade.refund.OpQueryBatchRefundByOrderIdAndStatus',
  ['orderId', 'queryType'],
  (platform, params) => {
    const order = platform.trade.book.get(params['orderId']!)
    if (!order) return resultRefusal('500', '订单不存在')
    if (!['1', '3'].includes(params['queryType']!)) return resultRefusal('500', 'queryType不合法')
    const found = platform.trade.refunds
      .all()
      .filter((refund) => refund.orderId === order.orderId && isRunning(refund) === (params['queryType'] === '1'))
    return resultAnswer({ opOrderRefundModels: found.map((refund) => refundModel(order, refund, false)) })
  },
)

const operations = tradeApi(
  'alibaba.trade.refund.OpQueryOrderRefundOperationList',
  ['refundId', 'pageNo', 'pageSize'],
  (platform, params) => {
    const refund = platform.trade.refunds.get(params['refundId']!)
    if (!refund) return resultRefusal('500', '退款单不存在')
    const steps = stepModels(refund)
    const size = pageNumber(params['pageSize'], 20, 100)
    const page = pageNumber(params['pageNo'], 1, 1_000_000)
    return resultAnswer({
      opOrderRefundOperationModels: steps.slice((page - 1) * size, page * size),
      totalCount: steps.length,
    })
  },
)

/** The return address of the goods; available before anything is returned. */
const refundAddress = tradeApi(
  'refund.address.get',
  ['mainOrderId'],
  (platform: BuyersPlatform, params) => {
    const order = platform.trade.book.get(params['mainOrderId']!)
    if (!order) return flatRefusal('ORDER_NOT_EXIST', '订单不存在')
    const { seller } = order
    const division = divisionNamed(seller.province, seller.city, '')
    return answered({
      success: true,
      errorCode: null,
      errorMessage: null,
      result: {
        orderId: idNumber(order.orderId),
        fullName: `${seller.companyName.slice(0, 2)}退货处`,
        mobile: `137${seller.memberId.replace(/\D/g, '').slice(-8)}`,
        addressCode: division?.code ?? null,
        addressCodeText: division ? divisionText(division) : `${seller.province} ${seller.city}`,
        address: `${seller.companyName}退货仓`,
      },
    })
  },
  'com.alibaba.fenxiao',
)

export const REFUND_TALK_CALLS: readonly Api[] = [uploadVoucher, refundsOfOrder, operations, refundAddress]
