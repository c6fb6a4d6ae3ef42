import type { WorkedAnswer } from '../../../core/received-call.ts'
import { formatChinaTime } from '@huoqiao/kit/time'
import type { Api } from '../api.ts'
import { platformDate } from '../envelopes.ts'
import { idNumber, roundedNumber } from '../wire-json.ts'
import { carrierOf, CARRIERS } from './carriers.ts'
import type { TraceNode } from './carriers.ts'
import { crossPackages } from './cross-border.ts'
import { divisionNamed } from './divisions.ts'
import type { OrderRow, Parcel } from './order.types.ts'
import { answered, flatRefusal, innerAnswer, innerRefusal, LOGISTICS, refused, tradeApi } from './trade.answers.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

/** Words of the parcel list (reference 4); a route has more nodes than the list has words. */
const PARCEL_STATUS: Readonly<Record<TraceNode, string>> = {
  CONSIGN: 'WAITACCEPT',
  ACCEPT: 'ACCEPT',
  TRANSPORT: 'TRANSPORT',
  DELIVERING: 'TRANSPORT',
  SIGN: 'SIGN',
}

/** How the UNCERTAIN fields of a parcel are written. */
type ParcelForm = { byOrder: boolean; quantityAsText: boolean; rounded: boolean; isUnlisted: boolean }

function parcelInfo(order: OrderRow, parcel: Parcel, { byOrder, quantityAsText, rounded, isUnlisted }: ParcelForm) {
  const listed = isUnlisted ? [] : parcel.lines
  const carrier = carrierOf(parcel.carrierNo)
  const { receiver, seller } = order
  const itemOf = (subItemId: string) => order.items.find((item) => item.subItemId === subItemId)!
  const from = divisionNamed(seller.province, seller.city, '')
  return {
    logisticsId: parcel.logisticsId,
    logisticsBillNo: parcel.mailNo,
    // Equals the order id when there are no sub-orders (reference 4).
    orderEntryIds:
      isUnlisted || (byOrder && order.items.length === 1)
        ? order.orderId
        : parcel.lines.map((line) => line.subItemId).join(','),
    status: PARCEL_STATUS[parcel.steps.at(-1)?.node ?? 'CONSIGN'],
    logisticsCompanyId: String(carrier?.id ?? 0),
    logisticsCompanyName: carrier?.name ?? parcel.carrierNo,
    logisticsCompanyNo: parcel.carrierNo,
    remarks: '',
    gmtSystemSend: platformDate(parcel.shippedAt),
    serviceFeature: null,
    sendGoods: listed.map((line) => ({
      goodName: itemOf(line.subItemId).name,
      quantity: quantityAsText ? String(line.quantity) : line.quantity,
      unit: itemOf(line.subItemId).unit,
    })),
    receiver: {
      receiverName: receiver.fullName,
      receiverPhone: receiver.phone,
      receiverMobile: receiver.mobile,
      receiverProvinceCode: `${receiver.districtCode.slice(0, 2)}0000`,
      receiverCityCode: `${receiver.districtCode.slice(0, 4)}00`,
      receiverCountyCode: receiver.districtCode,
      receiverAddress: receiver.address,
      receiverProvince: receiver.provinceText,
      receiverCity: receiver.cityText,
      receiverCounty: receiver.areaText,
      encrypt: 'CN',
    },
    sender: {
      senderName: seller.companyName,
      senderProvince: seller.province,
      senderCity: seller.city,
      senderProvinceCode: from?.code ?? null,
      encrypt: 'CN',
    },
    logisticsOrderGoods: listed.map((line) => ({
      logisticsId: parcel.logisticsId,
      tradeOrderId: idNumber(order.orderId),
      tradeOrderItemId: rounded ? roundedNumber(line.subItemId) : idNumber(line.subItemId),
      description: null,
      quantity: line.quantity,
      unit: itemOf(line.subItemId).unit,
      productName: itemOf(line.subItemId).name,
    })),
  }
}

const logisticsInfos = tradeApi(
  'alibaba.trade.getLogisticsInfos.buyerView',
  ['orderId', 'webSite'],
  (platform, params) => {
    const order = platform.trade.book.get(params['orderId']!)
    if (!order) return flatRefusal('500_1', '订单不存在或无权限')
    // Not shipped yet: no `result` at all (reference 4).
    if (order.parcels.length === 0) return flatRefusal('500_2', '该订单没有物流跟踪信息')
    const { quirks } = platform.trade
    const form = {
      byOrder: quirks.parcelEntryIds() === 'order',
      quantityAsText: quirks.sendGoodsQuantity() === 'text',
      rounded: quirks.subItemIds() === 'rounded',
      isUnlisted: quirks.parcelGoods() === 'unlisted',
    }
    return answered({
      success: true,
      errorCode: null,
      errorMessage: null,
      result: order.parcels.map((parcel) => parcelInfo(order, parcel, form)),
    })
  },
  LOGISTICS,
)

const traceInfo = tradeApi(
  'alibaba.trade.getLogisticsTraceInfo.buyerView',
  ['orderId', 'webSite'],
  (platform, params): WorkedAnswer => {
    const { book, quirks } = platform.trade
    const order = book.get(params['orderId']!)
    if (!order) return flatRefusal('order.nopermission.buyer', '没有权限查看该订单')
    if (order.createdAt < platform.core.clock.now() - YEAR_MS)
      return flatRefusal('order.createtime.history', '只能查询一年内的订单')
    const asked = params['logisticsId'] || undefined
    const parcels = order.parcels.filter((parcel) => asked === undefined || parcel.logisticsId === asked)
    // The courier reports a parcel only after taking it.
    const reported = parcels.filter((parcel) => parcel.steps.length > 1)
    if (reported.length === 0)
      return quirks.traceMissing() === 'success'
        ? refused('404', { success: true, errorMessage: '该订单没有物流跟踪信息。' })
        : flatRefusal('404', '该订单没有物流跟踪信息。')
    return answered({
      success: true,
      errorCode: null,
      errorMessage: null,
      logisticsTrace: reported.map((parcel) => ({
        logisticsId: parcel.logisticsId,
        orderId: idNumber(order.orderId),
        logisticsBillNo: parcel.mailNo,
        logisticsSteps: parcel.steps.map((step) => ({ acceptTime: formatChinaTime(step.at), remark: step.remark })),
      })),
      crossPackageFulfillmentDTO: crossPackages(order),
    })
  },
  LOGISTICS,
)

const companyList = (name: string): Api =>
  tradeApi(
    name,
    [],
    () =>
      answered({
        success: true,
        errorCode: null,
        errorMessage: null,
        extErrorMessage: null,
        result: CARRIERS.map((carrier) => ({
          id: carrier.id,
          companyName: carrier.name,
          companyNo: carrier.no,
          companyPhone: carrier.phone,
          supportPrint: true,
          spelling: carrier.spelling,
        })),
      }),
    LOGISTICS,
  )

const urge = tradeApi(
  'logistics.delivery.urge',
  ['orderId'],
  (platform, params) => {
    const { book, life } = platform.trade
    const order = book.get(params['orderId']!)
    const at = platform.core.clock.now()
    if (!order) return innerRefusal('ORDER_NOT_EXIST', '订单不存在')
    if (order.status !== 'waitsellersend') return innerRefusal('ORDER_STATUS_ERROR', '订单不是待发货状态')
    if (order.urgedAt !== null && at < order.urgedAt + DAY_MS)
      return innerRefusal('URGE_TOO_OFTEN', '24小时内只能催一次')
    order.urgedAt = at
    life.note(order, at, { kind: 'urge', by: 'buyer' })
    return innerAnswer(true, `order ${order.orderId} urged`)
  },
  LOGISTICS,
)

export const LOGISTICS_CALLS: readonly Api[] = [
  logisticsInfos,
  traceInfo,
  companyList('alibaba.logistics.OpQueryLogisticCompanyList'),
  companyList('alibaba.logistics.OpQueryLogisticCompanyList.offline'),
  urge,
]
