import type { PayProtocol, PayWays, RefundLimit, RefundReason, SourceRefund } from '../payment.ts'
import { count, fen, flag, id, ids, instant, isRecord, list, record, text } from '../wire/field.ts'
import { lowerWord, refundWord } from './trade-item.mapping.ts'

/** `resultList` is one object despite its name (reference 3.7); from a list the order's own entry is used. */
export function toPayWays(body: unknown, orderId: string): PayWays {
  const answer = record(body)
  const found = answer['resultList'] ?? answer['result']
  const rows = (isRecord(found) ? [found] : list(found)).map(record)
  const row = rows.find((one) => id(one['orderId']) === orderId) ?? rows[0] ?? {}
  return {
    orderId,
    payFen: fen(row['payFee']),
    payBefore: instant(row['timeout']),
    channels: list(row['channels']).map((item) =>
      isRecord(item) ? { code: text(item['code']), name: text(item['name']) } : { code: null, name: text(item) },
    ),
  }
}

/** Agreements under `result`, either as a list or by channel name (reference 3.7). */
export function toPayProtocols(body: unknown): PayProtocol[] {
  const outer = record(record(body)['result'])
  const inner = outer['result'] ?? outer
  const rows = Array.isArray(inner) ? inner : record(inner)['paymentAgreements']
  if (Array.isArray(rows)) return rows.map(record).flatMap((row) => toPayProtocol(text(row['payChannel']), row))
  return Object.entries(record(inner)).flatMap(([name, value]) =>
    /^(?:alipay|shegou)$/i.test(name) ? toPayProtocol(name, isRecord(value) ? value : { signedStatus: value }) : [],
  )
}

function toPayProtocol(channel: string | null, row: Record<string, unknown>): PayProtocol[] {
  if (channel === null) return []
  const signed = isSet(row['signedStatus'])
  const bound = row['bindingStatus'] === undefined || row['bindingStatus'] === null ? null : isSet(row['bindingStatus'])
  return [
    { channel: channel.toLowerCase(), signed, bound, open: signed && bound !== false, signUrl: text(row['signUrl']) },
  ]
}

const isSet = (value: unknown): boolean => flag(value) ?? /^(?:1|y|yes|signed|open)$/i.test(text(value) ?? '')

export function toRefundReasons(payload: unknown): RefundReason[] {
  const rows = Array.isArray(payload) ? payload : record(payload)['reasons']
  return list(rows)
    .map(record)
    .flatMap((row) => {
      const reasonId = id(row['id'])
      if (reasonId === null) return []
      return {
        reasonId,
        name: text(row['name']) ?? '',
        needsVoucher: flag(row['needVoucher']) === true,
        refundsFreight: flag(row['noRefundCarriage']) !== true,
        tip: text(row['tip']),
      }
    })
}

/** All in fen, like all refund calls (reference 3.8). */
export function toRefundLimit(payload: unknown): RefundLimit {
  const row = record(payload)
  return {
    totalFen: fen(row['maxRefundFee']),
    goodsFen: fen(row['maxGoodsFee']),
    freightFen: fen(row['maxPostFee']),
  }
}

/** A refund of reference 3.8. Undefined if it contains no refund id. */
export function toSourceRefund(payload: unknown): SourceRefund | undefined {
  const row = record(payload)
  const bare = id(row['id'])
  const refundId = text(row['refundId']) ?? (bare === null ? null : `TQ${bare}`)
  if (refundId === null) return undefined
  return {
    refundId,
    orderId: id(row['orderId']),
    itemIds: ids(row['orderEntryIdList']),
    counts: Object.entries(record(row['orderEntryCountMap'])).flatMap(([itemId, value]) => {
      const quantity = count(value)
      return quantity === null ? [] : { itemId, quantity }
    }),
    status: refundWord(row['status']) ?? 'unknown',
    afterSale: disputeType(row['disputeType']),
    withReturn: flag(row['refundGoods']) ?? not(flag(row['onlyRefund'])),
    ...toRefundAmounts(row),
    reason: text(row['applyReason']),
    rejectReason: text(row['rejectReason']),
    returnCarrier: text(row['buyerLogisticsName']),
    returnTrackingNo: text(row['freightBill']),
    returnAddress: text(row['sellerReceiveAddress']),
    returnReceiver: text(row['sellerRealName']),
    returnPhone: text(row['sellerMobile']) ?? text(row['sellerTel']),
    appliedAt: instant(row['gmtApply']) ?? instant(row['gmtCreate']),
    modifiedAt: instant(row['gmtModified']),
    completedAt: instant(row['gmtCompleted']),
    timesOutAt: instant(row['gmtTimeOut']),
  }
}

const toRefundAmounts = (row: Record<string, unknown>) => ({
  appliedGoodsFen: fen(row['applyPayment']),
  appliedFreightFen: fen(row['applyCarriage']),
  refundedGoodsFen: fen(row['refundPayment']),
  refundedFreightFen: fen(row['refundCarriage']),
  limitFen: fen(row['canRefundPayment']),
})

/** True for 2, a dispute after the end of the order; false for 1, one before it. As a number or as text; null: any other value. */
function disputeType(value: unknown): boolean | null {
  const word = lowerWord(value)
  return word === '2' ? true : word === '1' ? false : null
}

const not = (value: boolean | null): boolean | null => (value === null ? null : !value)
