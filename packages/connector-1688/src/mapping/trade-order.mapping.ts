import type { SourceOrder, SourceOrderClosing, SourceOrderPayment, SourceOrderReceiver } from '../trade-order.ts'
import { isPaid, paidAtOf, toStages } from './stage.mapping.ts'
import { count, id, instant, isRecord, list, record, signedFen, text, texts, yuan } from '../wire/field.ts'
import { toRegion } from './address.mapping.ts'
import { toOrderParcels } from './parcel.mapping.ts'
import { lowerWord, refundWord, toSourceOrderItem } from './trade-item.mapping.ts'

/** `TradeInfo` of reference 3.5, from a list or a detail. Undefined if it contains no order number. */
export function toSourceOrder(payload: unknown): SourceOrder | undefined {
  const info = record(payload)
  const base = isRecord(info['baseInfo']) ? info['baseInfo'] : info
  // In official samples `id` has lost digits while `idOfStr` is complete (reference 1.3).
  const orderId = id(base['idOfStr']) ?? id(base['id'])
  if (orderId === null) return undefined
  const native = record(info['nativeLogistics'])
  const payments = list(info['tradeTerms']).map((term) => toPayment(record(term)))
  const stages = toStages(base, payments)
  const paid = isPaid(base, payments, stages)
  return {
    orderId,
    outOrderId: text(base['outOrderId']) ?? text(info['outOrderId']),
    status: lowerWord(base['status']) ?? 'unknown',
    refundStatus: refundWord(base['refundStatus']),
    afterSaleRefundStatus: refundWord(base['refundStatusForAs']),
    refundId: text(base['refundId']),
    businessType: text(base['businessType']),
    tradeType: text(base['tradeTypeCode']) ?? text(base['tradeType']),
    tradeTypeName: text(base['tradeTypeDesc']),
    flow: text(base['flowTemplateCode']),
    ...toAmounts(base),
    paid,
    payTimeoutSeconds: count(base['payTimeout']),
    payChannels: namesOf(base['payChannelCodeList']) ?? namesOf(base['payChannelList']) ?? [],
    alipayTradeId: text(base['alipayTradeId']),
    payments,
    stages,
    ...toTimes(base),
    paidAt: paid ? paidAtOf(base, payments) : null,
    closed: toClosing(base),
    ...toParties(base),
    receiver: toReceiver(record(base['receiverInfo']), native),
    buyerMessage: text(base['buyerFeedback']),
    remark: text(base['remark']),
    items: list(info['productItems']).map((item) => toSourceOrderItem(record(item))),
    parcels: toOrderParcels(native['logisticsItems']),
  }
}

/** All yuan but `discount`, which is fen (reference 3.9). */
const toAmounts = (base: Record<string, unknown>) => ({
  totalFen: yuan(base['totalAmount']),
  goodsFen: yuan(base['sumProductPayment']),
  freightFen: yuan(base['shippingFee']),
  discountFen: signedFen(base['discount']),
  couponFen: yuan(base['couponFee']),
  refundedFen: yuan(base['refund']),
})

const toTimes = (base: Record<string, unknown>) => ({
  createdAt: instant(base['createTime']),
  shippedAt: instant(base['allDeliveredTime']),
  receivedAt: instant(base['receivingTime']),
  confirmedAt: instant(base['confirmedTime']),
  completedAt: instant(base['completeTime']),
  modifiedAt: instant(base['modifyTime']),
})

const toPayment = (term: Record<string, unknown>): SourceOrderPayment => ({
  status: text(term['payStatus']),
  way: text(term['payWay']),
  wayName: text(term['payWayDesc']),
  // The vendor's spelling.
  amountFen: yuan(term['phasAmount']) ?? yuan(term['phaseAmount']),
  paidAt: instant(term['payTime']),
})

function toClosing(base: Record<string, unknown>): SourceOrderClosing | null {
  const closing = {
    reason: text(base['closeReason']),
    by: text(base['closeOperateType']),
    remark: text(base['closeRemark']),
  }
  return closing.reason === null && closing.by === null ? null : closing
}

function toParties(base: Record<string, unknown>) {
  const contact = record(base['sellerContact'])
  return {
    buyer: {
      memberId: text(base['buyerID']),
      loginId: text(base['buyerLoginId']),
      subLoginId: text(base['subBuyerLoginId']),
    },
    seller: {
      memberId: text(base['sellerID']),
      loginId: text(base['sellerLoginId']),
      companyName: text(contact['companyName']),
      shopName: text(contact['shopName']),
      contactName: text(contact['name']),
      phone: text(contact['phone']),
      mobile: text(contact['mobile']),
    },
  }
}

/** The detail call returns the address in parts; a list only has `receiverInfo`, whose region may include the street. */
function toReceiver(info: Record<string, unknown>, native: Record<string, unknown>): SourceOrderReceiver {
  const parts = texts([native['province'], native['city'], native['area']])
  const area = toRegion(info['toArea'])
  return {
    fullName: text(info['toFullName']) ?? text(native['contactPerson']),
    mobile: text(info['toMobile']) ?? text(native['mobile']),
    phone: text(info['toPhone']) ?? text(native['telephone']),
    postCode: text(info['toPost']) ?? text(native['zip']),
    districtCode: id(info['toDivisionCode']) ?? id(native['areaCode']),
    region: parts.length > 0 ? parts : area.slice(0, 3),
    address: text(native['address']) ?? text(area.slice(3).join(' ')),
  }
}

/** A list of names, or all names in one text. */
function namesOf(value: unknown): string[] | undefined {
  const names = Array.isArray(value) ? texts(value) : (text(value)?.split(/[,;，]\s*/) ?? [])
  return names.length > 0 ? names : undefined
}
