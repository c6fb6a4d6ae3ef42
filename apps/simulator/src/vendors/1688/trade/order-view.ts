import { formatChinaTime } from '@huoqiao/kit/time'
import { platformDate } from '../envelopes.ts'
import { idNumber, roundedNumber } from '../wire-json.ts'
import { carrierOf } from './carriers.ts'
import { buyerOf } from './order-book.ts'
import { goodsFen, nextStage, paidFen, totalFen } from './order.types.ts'
import type { OrderItem, OrderRow, Parcel, PayChannel, Stage } from './order.types.ts'
import type { RefundRow } from './refund.types.ts'

/** Fen as the JSON number of yuan in orders (reference 3.9). */
export const yuanNumber = (fen: number): number => fen / 100

const dateOrNull = (at: number | null): string | null => (at === null ? null : platformDate(at))

export type ViewOptions = {
  /** The detail has parcels, the list does not (reference 3.5). */
  detail: boolean
  idOfStrAsNumber: boolean
  courierStatuses: boolean
  /** Line numbers only as numbers, rounded as a double rounds them. */
  roundedItemIds: boolean
  /** Times that are not known yet are left out, as in the vendor's samples, instead of null. */
  leavesOutTimes: boolean
  /** How stages that are not due yet are shown: `all`, `uncreated`, `absent`. */
  laterTerms: string
  pictureUrl(name: string): string
  refundOf(refundId: string): RefundRow | undefined
}

/** Words of `tradeTypeDesc`, the same as in a preview. */
export const TRADE_TYPES: Readonly<Record<string, string>> = {
  fxassure: '交易4.0担保交易',
  assureTrade: '担保交易',
  alipay: '大市场通用的支付宝担保交易',
  creditBuy: '诚e赊',
  '37staged': '分阶段付款（三七）',
  '631staged': '分阶段付款（六三一）',
}
export const CHANNELS = {
  alipay: { payWay: '1', name: '支付宝' },
  shegou: { payWay: '3', name: '诚e赊' },
  kjpayV2: { payWay: '16', name: '跨境宝' },
} as const

const STATUS_TEXT: Readonly<Record<string, string>> = {
  waitbuyerpay: '等待买家付款',
  waitsellersend: '等待卖家发货',
  waitlogisticstakein: '等待物流揽收',
  waitbuyerreceive: '等待买家收货',
  waitbuyersign: '等待买家签收',
  signinsuccess: '买家已签收',
  confirm_goods: '已收货',
  success: '交易成功',
  cancel: '交易取消',
}

/** The status for clients: with the three courier statuses when the switch is on (reference 3.5). */
export function shownStatus(order: OrderRow, courierStatuses: boolean): string {
  if (!courierStatuses || order.status !== 'waitbuyerreceive') return order.status
  const nodes = order.parcels.map((parcel) => parcel.steps.at(-1)?.node)
  if (nodes.every((node) => node === 'SIGN')) return 'signinsuccess'
  if (nodes.every((node) => node === 'CONSIGN')) return 'waitlogisticstakein'
  return nodes.some((node) => node === 'DELIVERING') ? 'waitbuyersign' : 'waitbuyerreceive'
}

/** 1 not shipped, 2 shipped, 3 received, 5 partly shipped (reference 3.5). */
const logisticsStatus = (item: OrderItem): number =>
  item.received ? 3 : item.shipped === 0 ? 1 : item.shipped < item.quantity ? 5 : 2

function itemView(order: OrderRow, item: OrderItem, options: ViewOptions) {
  const refund = item.refundId === null ? undefined : options.refundOf(item.refundId)
  const status = shownStatus(order, options.courierStatuses)
  const picture = options.pictureUrl(item.image)
  return {
    ...(options.roundedItemIds
      ? { subItemID: roundedNumber(item.subItemId) }
      : { subItemID: idNumber(item.subItemId), subItemIDString: item.subItemId }),
    productID: Number(item.offerId),
    skuID: item.skuId === null ? null : Number(item.skuId),
    specId: item.specId,
    name: item.name,
    productImgUrl: [picture, picture],
    productSnapshotUrl: `https://trade.1688.com/order/offer_snapshot.htm?order_entry_id=${item.subItemId}`,
    skuInfos: item.skuInfos,
    quantity: item.quantity,
    unit: item.unit,
    quantityFactor: 1,
    price: yuanNumber(item.listFen),
    itemAmount: yuanNumber(item.itemFen),
    // Sign of a discount is UNCERTAIN; here positive means a reduction.
    entryDiscount: item.discountFen,
    refund: yuanNumber(item.refundedFen),
    status,
    statusStr: STATUS_TEXT[status] ?? status,
    refundStatus: refund ? ITEM_REFUND_STATUS[refund.status] : null,
    refundId: item.refundId,
    refundIdForAs: refund?.afterSale ? item.refundId : null,
    closeReason: order.closeReason,
    logisticsStatus: logisticsStatus(item),
    cargoNumber: item.cargoNumber,
    productCargoNumber: item.productCargoNumber,
    gmtCreate: platformDate(order.createdAt),
    gmtModified: platformDate(order.modifiedAt),
    gmtCompleted: dateOrNull(order.completedAt),
    gmtPayExpireTime: order.status === 'waitbuyerpay' ? formatChinaTime(order.payDueAt) : null,
  }
}

const ITEM_REFUND_STATUS = {
  waitselleragree: 'WAIT_SELLER_AGREE',
  waitbuyermodify: 'WAIT_BUYER_MODIFY',
  waitbuyersend: 'WAIT_BUYER_SEND',
  waitsellerreceive: 'WAIT_SELLER_RECEIVE',
  refundsuccess: 'REFUND_SUCCESS',
  refundclose: 'REFUND_CLOSED',
} as const

function baseInfo(order: OrderRow, options: ViewOptions) {
  const refunds = order.items.flatMap((item) => (item.refundId === null ? [] : (options.refundOf(item.refundId) ?? [])))
  const inSale = refunds.find((refund) => !refund.afterSale)
  const afterSale = refunds.find((refund) => refund.afterSale)
  const channel = order.payChannel === null ? null : CHANNELS[order.payChannel]
  const { receiver } = order
  const buyer = buyerOf(order)
  return {
    id: idNumber(order.orderId),
    idOfStr: options.idOfStrAsNumber ? idNumber(order.orderId) : order.orderId,
    outOrderId: order.outOrderId,
    status: shownStatus(order, options.courierStatuses),
    businessType: 'cb',
    createTime: platformDate(order.createdAt),
    payTime: dateOrNull(order.paidAt),
    allDeliveredTime: dateOrNull(order.shippedAt),
    receivingTime: dateOrNull(order.receivedAt),
    confirmedTime: dateOrNull(order.receivedAt),
    completeTime: dateOrNull(order.completedAt),
    modifyTime: platformDate(order.modifiedAt),
    totalAmount: yuanNumber(totalFen(order)),
    sumProductPayment: yuanNumber(goodsFen(order)),
    shippingFee: yuanNumber(order.freightFen),
    discount: 0,
    couponFee: 0,
    refund: yuanNumber(order.refundedFen),
    // Unit UNCERTAIN (reference 3.9): yuan as in the fields around it.
    refundPayment: yuanNumber(order.refundedFen),
    refundStatus: inSale?.status ?? null,
    refundStatusForAs: afterSale?.status ?? null,
    refundId: inSale?.refundId ?? null,
    tradeType: '50060',
    tradeTypeCode: order.tradeType,
    tradeTypeDesc: TRADE_TYPES[order.tradeType] ?? order.tradeType,
    flowTemplateCode: order.tradeType,
    closeReason: order.closeReason,
    closeOperateType: order.closeOperateType,
    closeRemark: order.closeRemark,
    alipayTradeId: order.paidAt === null ? 'UNCREATED' : `2026${order.orderId}`,
    payTimeout: Math.round((order.payDueAt - order.createdAt) / 1000),
    payTimeoutType: 0,
    payChannelList: channel ? [channel.name] : [],
    payChannelCodeList: order.payChannel === null ? [] : [order.payChannel],
    buyerID: buyer.memberId,
    buyerLoginId: buyer.loginId,
    buyerUserId: Number(buyer.aliId),
    sellerID: order.seller.memberId,
    sellerLoginId: order.seller.loginId,
    sellerContact: {
      name: `${order.seller.companyName.slice(-4, -2)}经理`,
      mobile: `139${order.seller.memberId.replace(/\D/g, '').slice(-8)}`,
      companyName: order.seller.companyName,
      shopName: order.seller.loginId,
      imInPlatform: order.seller.loginId,
    },
    receiverInfo: {
      toFullName: receiver.fullName,
      toDivisionCode: receiver.districtCode,
      toMobile: receiver.mobile,
      toPhone: receiver.phone,
      toPost: receiver.postCode,
      toArea: `${[receiver.provinceText, receiver.cityText, receiver.areaText].filter(Boolean).join(' ')} ${receiver.address}`,
    },
    buyerFeedback: order.message === '' ? null : order.message,
    remark: null,
    overSeaOrder: order.officialSolution === true,
    sellerOrder: false,
    ...stepLists(order),
  }
}

const parcelView = (order: OrderRow, parcel: Parcel) => {
  const carrier = carrierOf(parcel.carrierNo)
  return {
    id: Number(parcel.logisticsId.slice(4)),
    logisticsCode: parcel.logisticsId,
    logisticsBillNo: parcel.mailNo,
    logisticsCompanyName: carrier?.name ?? parcel.carrierNo,
    logisticsCompanyNo: parcel.carrierNo,
    logisticsCompanyId: carrier?.id ?? 0,
    type: '0',
    status: 'alreadysend',
    deliveredTime: platformDate(parcel.shippedAt),
    subItemIds: parcel.lines.map((line) => line.subItemId).join(','),
    carriage: yuanNumber(order.freightFen),
    fromProvince: order.seller.province,
    fromCity: order.seller.city,
    toProvince: order.receiver.provinceText,
    toCity: order.receiver.cityText,
    toArea: order.receiver.areaText,
    toAddress: order.receiver.address,
  }
}

/** 1 unpaid, 2 paid, 4 fully refunded, 6 resolved in the seller's favour, 8 cancelled before payment (reference 3.5). */
function payStatus(order: OrderRow): string {
  if (order.paidAt === null) return order.status === 'cancel' ? '8' : '1'
  if (order.refundedFen >= paidFen(order)) return '4'
  return order.status === 'success' ? '6' : '2'
}

/** One term for the whole sum, or one per stage: only these show how much of a staged order was paid (reference 3.5). */
function termsOf(order: OrderRow, laterTerms: string): object[] {
  const term = (status: string, at: number | null, channel: PayChannel | null, fen: number, phase: bigint) => ({
    payStatus: status,
    payTime: dateOrNull(at),
    payWay: channel === null ? '1' : CHANNELS[channel].payWay,
    payWayDesc: channel === null ? '支付宝' : CHANNELS[channel].name,
    phasAmount: yuanNumber(fen),
    phase,
  })
  const stages = order.stages ?? []
  if (stages.length === 0)
    return [term(payStatus(order), order.paidAt, order.payChannel, totalFen(order), idNumber(order.orderId))]
  const due = nextStage(order)
  const isLater = (stage: Stage): boolean => stage.paidAt === null && stage !== due && order.status !== 'cancel'
  const open = laterTerms === 'uncreated' ? '7' : '1'
  return stages
    .filter((stage) => laterTerms !== 'absent' || !isLater(stage))
    .map((stage) =>
      term(
        stage.paidAt !== null ? payStatus(order) : order.status === 'cancel' ? '8' : isLater(stage) ? open : '1',
        stage.paidAt,
        stage.channel,
        stage.dueFen,
        idNumber(order.orderId) + BigInt(stage.no),
      ),
    )
}

/** The reference has the lists and the unit of their fees (yuan); their fields are UNCERTAIN. */
function stepLists(order: OrderRow): object {
  const stages = order.stages ?? []
  if (stages.length === 0) return {}
  const step = (stage: Stage) => ({
    stepOrderId: idNumber(order.orderId) + BigInt(stage.no),
    stepNo: stage.no,
    stepName: stage.name,
    lastStep: stage.no === stages.length,
    stepPayStatus: stage.paidAt === null ? 1 : 2,
    payFee: yuanNumber(stage.dueFen),
    paidFee: yuanNumber(stage.paidAt === null ? 0 : stage.dueFen),
  })
  return { stepOrderList: stages.map(step), newStepOrderList: stages.map(step) }
}

/** A TradeInfo of reference 3.5: complete for the detail, without parcels for the list. */
export const tradeInfo = (order: OrderRow, options: ViewOptions): unknown => {
  const info = wholeInfo(order, options)
  return options.leavesOutTimes ? withoutUnsetTimes(info) : info
}

const isTime = (name: string): boolean => name.endsWith('Time') || name.startsWith('gmt')

/** The same without times that are null, at any depth. */
function withoutUnsetTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutUnsetTimes(inner))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === null && isTime(name) ? [] : [[name, withoutUnsetTimes(inner)]],
    ),
  )
}

function wholeInfo(order: OrderRow, options: ViewOptions) {
  const { receiver } = order
  return {
    baseInfo: baseInfo(order, options),
    productItems: order.items.map((item) => itemView(order, item, options)),
    tradeTerms: termsOf(order, options.laterTerms),
    nativeLogistics: {
      contactPerson: receiver.fullName,
      mobile: receiver.mobile,
      telephone: receiver.phone,
      province: receiver.provinceText,
      city: receiver.cityText,
      area: receiver.areaText,
      town: receiver.townText,
      areaCode: receiver.districtCode,
      address: receiver.address,
      zip: receiver.postCode,
      ...(options.detail && order.parcels.length > 0
        ? { logisticsItems: order.parcels.map((parcel) => parcelView(order, parcel)) }
        : {}),
    },
    orderRateInfo: { buyerRateStatus: 5, sellerRateStatus: 5 },
    ...(options.detail ? { guaranteesTerms: [] } : {}),
    extAttributes: [],
  }
}
