import type { Carrier, SourceParcel, SourceTrace } from '../shipping.ts'
import { decimal, id, ids, instant, isRecord, list, record, text, wholeId } from '../wire/field.ts'

/**
 * `result[]` of the logistics infos (reference 4); a single parcel may come without a list. An order without sub-orders has its own number
 * there instead of a line's; the goods in the parcel then name the line.
 */
export const toParcels = (payload: unknown, orderId: string): SourceParcel[] =>
  rowsOf(payload).map((row) => toParcel(row, orderId))

/** `nativeLogistics.logisticsItems[]` of an order (reference 3.5): the same parcels with other field names. */
export const toOrderParcels = (value: unknown): SourceParcel[] => rowsOf(value).map((row) => toParcel(row))

function toParcel(row: Record<string, unknown>, orderId?: string): SourceParcel {
  const lines = list(row['logisticsOrderGoods']).map(record)
  const own = lines.some((line) => id(line['tradeOrderItemId']) === orderId)
  // The list of line ids is text with all digits; the number in the goods may be rounded.
  const named = ids(row['orderEntryIds'] ?? row['subItemIds']).filter((entry) => own || entry !== orderId)
  const goodsIds = lines.flatMap((line) => wholeId(null, line['tradeOrderItemId']) ?? [])
  return {
    logisticsId: text(row['logisticsId']) ?? text(row['logisticsCode']),
    trackingNo: text(row['logisticsBillNo']),
    carrierName: text(row['logisticsCompanyName']),
    carrierCode: text(row['logisticsCompanyNo']),
    status: text(row['status'])?.toUpperCase() ?? null,
    itemIds: named.length > 0 ? named : goodsIds,
    goods:
      lines.length > 0
        ? lines.map((line) => toGoods(line, named))
        : list(row['sendGoods']).map((item) => toGoods(record(item))),
    sentAt: instant(row['gmtSystemSend']) ?? instant(row['deliveredTime']),
    remark: text(row['remarks']),
  }
}

const toGoods = (row: Record<string, unknown>, named: readonly string[] = []) => ({
  itemId: goodsLine(row['tradeOrderItemId'], named),
  name: text(row['productName']) ?? text(row['goodName']) ?? text(row['description']),
  quantity: decimal(row['quantity']),
  unit: text(row['unit']),
})

/**
 * The line that goods belong to. A number that may have lost digits counts only if exactly one of the parcel's line ids (text) matches;
 * neighbouring ids round to the same number, and then it is unknown.
 */
function goodsLine(value: unknown, named: readonly string[]): string | null {
  const digits = id(value)
  if (digits === null) return null
  const meant = named.filter((one) => Number(one) === Number(digits))
  return meant.length === 1
    ? meant[0]!
    : meant.length === 0
      ? wholeId(null, value)
      : wholeId(null, named.includes(digits) ? value : null)
}

/** `logisticsTrace[]` (reference 4). The sample has the oldest step first; if all times are known, steps are sorted that way. */
export function toTraces(payload: unknown): SourceTrace[] {
  return rowsOf(payload).map((row) => {
    const steps = list(row['logisticsSteps'])
      .map(record)
      .flatMap((step) => {
        const remark = text(step['remark'])
        return remark === null ? [] : { at: instant(step['acceptTime']), text: remark }
      })
    const timed = steps.every((step) => step.at !== null)
    return {
      logisticsId: text(row['logisticsId']),
      trackingNo: text(row['logisticsBillNo']),
      steps: timed ? steps.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)) : steps,
    }
  })
}

export function toCarriers(payload: unknown): Carrier[] {
  return rowsOf(payload).flatMap((row) => {
    const name = text(row['companyName']) ?? text(row['logisticsCompanyName'])
    const code = text(row['companyNo']) ?? text(row['logisticsCompanyNo'])
    return name === null ? [] : { carrierId: id(row['id']), name, code, phone: text(row['companyPhone']) }
  })
}

const rowsOf = (value: unknown): Record<string, unknown>[] => (isRecord(value) ? [value] : list(value).map(record))
