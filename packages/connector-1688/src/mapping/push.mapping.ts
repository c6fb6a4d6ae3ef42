import type { OffersPush, PushData, PushedLine, PushMessage } from '../push-message.ts'
import { parseBigJson } from '../wire/big-json.ts'
import { count, id, ids, instant, isRecord, list, record, text } from '../wire/field.ts'
import { lowerWord } from './trade-item.mapping.ts'

/** The envelope of reference 5.2, pushed or replayed. Undefined without message id or topic. */
export function toPushMessage(envelope: unknown): PushMessage | undefined {
  const row = record(envelope)
  const msgId = text(row['msgId'])
  const topic = text(row['type']) ?? text(row['topicName'])
  if (msgId === null || topic === null) return undefined
  const raw = opened(row['data'])
  return {
    msgId,
    topic,
    bornAt: instant(row['gmtBorn']),
    userInfo: text(row['userInfo']),
    data: toPushData(topic, raw) ?? { kind: 'unknown', raw },
    raw,
  }
}

/** Older messages contain `data` as JSON text (reference 5.2). */
function opened(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseBigJson(value)
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

function toPushData(topic: string, raw: unknown): PushData | undefined {
  if (!isRecord(raw)) return undefined
  if (topic === 'ORDER_BATCH_PAY') return toBatchPay(raw)
  if (topic.startsWith('ORDER_BUYER_VIEW_')) return toOrder(raw)
  if (topic === 'LOGISTICS_BUYER_VIEW_TRACE') return toParcel(record(opened(raw['OrderLogisticsTracingModel'])))
  if (topic === 'LOGISTICS_MAIL_NO_CHANGE') return toTrackingNo(record(opened(raw['MailNoChangeModel'])))
  if (topic === 'PRODUCT_PRODUCT_INVENTORY_CHANGE') return toStock(opened(raw['OfferInventoryChangeList']))
  const what = OFFER_TOPICS.get(topic)
  return what === undefined ? undefined : toOffers(what, raw)
}

/**
 * The data of CHANGE, EXPIRE, NEW_OR_MODIFY, FENXIAO_PRICE_CHANGE and CROSSBOARD_INFORM is documented. For DELETE, REPOST, AUDIT and the
 * two PFT topics only the names are (reference 5.3): their ids are read from the same fields.
 */
const OFFER_TOPICS: ReadonlyMap<string, OffersPush['what']> = new Map([
  ['PRODUCT_RELATION_VIEW_PRODUCT_CHANGE', 'changed'],
  ['PRODUCT_RELATION_VIEW_PRODUCT_NEW_OR_MODIFY', 'changed'],
  ['PRODUCT_RELATION_VIEW_PRODUCT_EXPIRE', 'expired'],
  ['PRODUCT_RELATION_VIEW_PRODUCT_DELETE', 'deleted'],
  ['PRODUCT_RELATION_VIEW_PRODUCT_REPOST', 'reposted'],
  ['PRODUCT_RELATION_VIEW_PRODUCT_AUDIT', 'audited'],
  ['FENXIAO_PRICE_CHANGE', 'price'],
  ['PRODUCT_PFT_OFFER_PRICE_MODIFY', 'price'],
  ['PRODUCT_PFT_OFFER_QUIT', 'quit'],
  ['PRODUCT_PRODUCT_CROSSBOARD_INFORM', 'chosen'],
])

function toOrder(raw: Record<string, unknown>): PushData | undefined {
  const orderId = id(raw['orderId'])
  if (orderId === null) return undefined
  const refund = { action: text(raw['refundAction']), operator: text(raw['operator']) }
  return {
    kind: 'order',
    orderId,
    status: lowerWord(raw['currentStatus']),
    at: instant(raw['msgSendTime']),
    buyerMemberId: text(raw['buyerMemberId']),
    sellerMemberId: text(raw['sellerMemberId']),
    refund: refund.action === null && refund.operator === null ? null : refund,
  }
}

function toBatchPay(raw: Record<string, unknown>): PushData | undefined {
  const orders = list(opened(raw['batchPay']))
    .map(record)
    .flatMap((row) => {
      const orderId = id(row['orderId'])
      const status = text(row['status'])
      return orderId === null ? [] : { orderId, status, paid: /^success/i.test(status ?? '') }
    })
  return orders.length === 0 ? undefined : { kind: 'batch-pay', orders }
}

const toLines = (value: unknown): PushedLine[] =>
  list(opened(value))
    .map(record)
    .flatMap((row) => {
      const orderId = id(row['orderId'])
      return orderId === null ? [] : { orderId, itemId: id(row['orderEntryId']) }
    })

const toParcel = (model: Record<string, unknown>): PushData => ({
  kind: 'parcel',
  logisticsId: text(model['logisticsId']),
  carrierCode: text(model['cpCode']),
  trackingNo: text(model['mailNo']),
  status: text(model['statusChanged'])?.toUpperCase() ?? null,
  at: instant(model['changeTime']),
  lines: toLines(model['orderLogsItems']),
})

const toTrackingNo = (model: Record<string, unknown>): PushData => ({
  kind: 'tracking-no',
  logisticsId: text(model['logisticsId']),
  old: { carrierCode: text(model['oldCpCode']), trackingNo: text(model['oldMailNo']) },
  new: { carrierCode: text(model['newCpCode']), trackingNo: text(model['newMailNo']) },
  at: instant(model['eventTime']),
  lines: toLines(model['orderLogsItems']),
})

function toStock(value: unknown): PushData | undefined {
  const changes = list(value)
    .map(record)
    .flatMap((row) => {
      const offerId = id(row['offerId'])
      if (offerId === null) return []
      const change = text(row['quantity'])
      return {
        offerId,
        offerOnSale: count(row['offerOnSale']),
        skuId: id(row['skuId']),
        skuOnSale: count(row['skuOnSale']),
        change: change !== null && /^-?\d+(?:\.\d+)?$/.test(change) ? Number(change) : null,
        at: instant(row['bizTime']),
      }
    })
  return changes.length === 0 ? undefined : { kind: 'stock', changes }
}

function toOffers(what: OffersPush['what'], raw: Record<string, unknown>): PushData | undefined {
  const offerIds = ids(raw['productIds'] ?? raw['productId'] ?? raw['offerId'])
  if (offerIds.length === 0) return undefined
  return {
    kind: 'offers',
    offerIds,
    what,
    action: text(raw['action']) ?? text(raw['status']),
    memberId: text(raw['memberId']) ?? text(raw['userInfo']),
    at: instant(raw['msgSendTime']),
  }
}
