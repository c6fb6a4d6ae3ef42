import { formatChinaTime } from '@huoqiao/kit/time'
import type { WorkedAnswer } from '../../../core/received-call.ts'
import type { Api, Params, BuyersPlatform } from '../api.ts'
import { readFields, readIdList, textOf, wholeOf } from '../param-reading.ts'
import { idNumber } from '../wire-json.ts'
import type { OrderRow, PayChannel } from './order.types.ts'
import { awaitsPayment, dueFen } from './order.types.ts'
import { answered, innerAnswer, innerRefusal, refused, tradeApi } from './trade.answers.ts'

/** Maximum number of orders on one pay link for the two ways besides Alipay (reference 1.8). */
const MOST_OTHER = 30
const MOST_PREPARE_TRIES = 3

/** The form of the cashier's address (reference 3.7), on the simulator's host. */
const cashierUrl = (platform: BuyersPlatform, orders: readonly OrderRow[], channel?: PayChannel): string =>
  `${platform.core.origin}/order/cashier.htm?orderId=${orders.map((order) => order.orderId).join(';')}` +
  (channel === undefined ? '' : `&payChannel=${channel}`)

/** Orders of the list that wait for payment, and the numbers of the others. */
function payable(platform: BuyersPlatform, ids: readonly string[], also: (order: OrderRow) => boolean) {
  const orders = [...new Set(ids)].flatMap((id) => platform.trade.book.get(id) ?? [])
  const good = orders.filter((order) => awaitsPayment(order) && also(order))
  return { good, failed: ids.filter((id) => !good.some((order) => order.orderId === id)) }
}

const alipayUrl = tradeApi('alibaba.alipay.url.get', ['orderIdList'], (platform, params) => {
  const refusal = (errorCode: string, erroMsg: string, failed: readonly string[] = []): WorkedAnswer =>
    refused(errorCode, { success: false, payUrl: null, errorCode, erroMsg, payFailureOrderList: failed.map(idNumber) })
  const ids = readIdList(params['orderIdList']!)
  if (!ids || ids.length === 0) return refusal('400', 'orderIdList不合法')
  const most = platform.trade.quirks.payLinkOrders()
  if (ids.length > most) return refusal('400', `批量支付最多${most}个订单`, ids)
  const { good, failed } = payable(platform, ids, () => true)
  if (good.length === 0) return refusal('400_4', '没有可支付的订单', failed)
  return answered({
    success: true,
    payUrl: cashierUrl(platform, good),
    errorCode: null,
    erroMsg: null,
    payFailureOrderList: failed.map(idNumber),
  })
})

/** Kuajingbao and credit: `success` is text, the orders that were left out are in `cantPayOrderList` (reference 1.7). */
const otherUrl = (
  name: string,
  channel: PayChannel,
  may: (platform: BuyersPlatform, order: OrderRow) => boolean,
): Api =>
  tradeApi(name, ['orderIdList'], (platform, params) => {
    const refusal = (errorCode: string, errorMsg: string, failed: readonly string[] = []): WorkedAnswer =>
      refused(errorCode, {
        success: 'false',
        payUrl: null,
        errorCode,
        errorMsg,
        cantPayOrderList: failed.map(idNumber),
      })
    const ids = readIdList(params['orderIdList']!)
    if (!ids || ids.length === 0) return refusal('400_1', 'orderIdList不合法')
    if (ids.length > MOST_OTHER) return refusal('400_1', `批量支付最多${MOST_OTHER}个订单`, ids)
    const { good, failed } = payable(platform, ids, (order) => may(platform, order))
    if (good.length === 0) return refusal('400_4', '没有可使用该支付渠道的订单', failed)
    return answered({
      success: 'true',
      payUrl: cashierUrl(platform, good, channel),
      errorCode: null,
      errorMsg: null,
      cantPayOrderList: failed.map(idNumber),
    })
  })

const groupPayUrl = tradeApi('alibaba.trade.grouppay.url.get', ['orderIds', 'payPlatformType'], (platform, params) => {
  const refusal = (errorCode: string, errorInfo: string): WorkedAnswer =>
    refused(errorCode, { results: { success: false, payUrl: null, errorCode, errorInfo } })
  const ids = readIdList(params['orderIds']!)
  if (!ids || ids.length === 0) return refusal('400', 'orderIds不合法')
  const { good, failed } = payable(platform, ids, () => true)
  if (failed.length > 0) return refusal('400_4', `订单不可支付:${failed.join(',')}`)
  return answered({ results: { success: true, payUrl: cashierUrl(platform, good), errorCode: null, errorInfo: null } })
})

const payWayQuery = tradeApi('alibaba.trade.payWay.query', ['orderId'], (platform, params) => {
  const refusal = (errorCode: string, errorMsg: string): WorkedAnswer =>
    refused(errorCode, { success: 'false', errorCode, errorMsg, resultList: null })
  const order = platform.trade.book.get(params['orderId']!)
  if (!order) return refusal('500_2', '没有权限查询该订单的支付方式')
  if (!awaitsPayment(order)) return refusal('500_1', '订单状态不是待付款')
  return answered({
    success: 'true',
    errorCode: null,
    errorMsg: null,
    resultList: {
      channels: [
        { code: 1, name: '支付宝' },
        ...(platform.trade.quirks.creditOpened() ? [{ code: 3, name: '诚e赊' }] : []),
        ...(order.crossBorderPay ? [{ code: 16, name: '跨境宝' }] : []),
      ],
      orderId: order.orderId,
      payFee: dueFen(order),
      timeout: formatChinaTime(order.payDueAt),
    },
  })
})

const signedChannels = (platform: BuyersPlatform): string[] =>
  platform.trade.quirks
    .protocolPay()
    .split(',')
    .map((channel) => channel.trim())

const protocolIsOpen = tradeApi('alibaba.trade.pay.protocolPay.isopen', [], (platform) => {
  const signed = signedChannels(platform)
  const agreement = (channel: 'alipay' | 'shegou') => ({
    payChannel: channel.toUpperCase(),
    bindingStatus: String(signed.includes(channel)),
    signedStatus: String(signed.includes(channel)),
    signUrl: null,
    agreementNo: signed.includes(channel) ? '55622148344' : null,
  })
  return innerAnswer({ paymentAgreements: [agreement('shegou'), agreement('alipay')] })
})

/** The order that password-free payment may pay, or the refusal. */
function preparable(platform: BuyersPlatform, params: Params): { order: OrderRow; channel: PayChannel } | WorkedAnswer {
  const fields = readFields(params['tradeWithholdPreparePayParam']!)
  const orderId = fields && textOf(fields, 'orderId')
  if (!fields || orderId === undefined) return innerRefusal('400', '参数不合法')
  const order = platform.trade.book.get(orderId)
  if (!order) return innerRefusal('500', '非本人订单，不能支付')
  const signed = signedChannels(platform)
  const asked = textOf(fields, 'payChannel')?.toLowerCase()
  // Without a channel, credit is tried first, then Alipay; credit must be opened as well as signed.
  const channel = (['shegou', 'alipay'] as const).find(
    (each) =>
      signed.includes(each) &&
      (asked === undefined || asked === each) &&
      (each === 'alipay' || platform.trade.quirks.creditOpened()),
  )
  if (!channel) return innerRefusal('500', '未签约免密支付')
  if (!awaitsPayment(order)) return innerRefusal('500', '订单状态不允许支付')
  if (order.prepareTries >= MOST_PREPARE_TRIES) return innerRefusal('500', '免密支付失败次数过多，请到收银台支付')
  const amount = wholeOf(fields, 'payAmount')
  if (amount !== undefined && amount !== dueFen(order)) return innerRefusal('500', '支付金额与订单金额不一致')
  return { order, channel }
}

const preparePay = tradeApi(
  'alibaba.trade.pay.protocolPay.preparePay',
  ['tradeWithholdPreparePayParam'],
  (platform, params) => {
    const { book, life, quirks } = platform.trade
    const ready = preparable(platform, params)
    if ('status' in ready) return ready
    const { order, channel } = ready
    const outcome = life.pay([order], channel)
    if (outcome !== 'successed') {
      order.prepareTries++
      book.put(order)
      return innerRefusal('500', outcome === 'ACCOUNT_BALANCE_NOT_ENOUGH' ? '账户余额不足' : '订单状态不允许支付')
    }
    const effect = `order ${order.orderId} paid`
    if (quirks.prepareUnclear()) return innerAnswer({ payChannel: null, paySuccess: false }, effect)
    return innerAnswer({ payChannel: channel, paySuccess: true }, effect)
  },
)

export const PAYMENT_CALLS: readonly Api[] = [
  alipayUrl,
  otherUrl('alibaba.crossBorderPay.url.get', 'kjpayV2', (_platform, order) => order.crossBorderPay),
  otherUrl('alibaba.creditPay.url.get', 'shegou', (platform) => platform.trade.quirks.creditOpened()),
  groupPayUrl,
  payWayQuery,
  protocolIsOpen,
  preparePay,
]
