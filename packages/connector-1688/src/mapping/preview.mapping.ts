import type { CargoLine, OrderPreview, PreviewedLine, PreviewedOrder } from '../trade.ts'
import { isFine } from '../wire/answer.ts'
import { fen, flag, id, ids, isRecord, list, record, signedFen, text, texts, yuan } from '../wire/field.ts'

/** The answer of a preview (reference 3.3). The correct spelling of the list, and a single entry, also occur. */
export function toOrderPreview(body: unknown, cargo: readonly CargoLine[]): OrderPreview {
  const answer = record(body)
  const entries = answer['orderPreviewResuslt'] ?? answer['orderPreviewResult']
  return {
    orders: (isRecord(entries) ? [entries] : list(entries)).map((entry) => toPreviewedOrder(record(entry), cargo)),
    unsupportedCrossBorderPay: ids(answer['unsupportedCrossBorderPayOfferList']),
  }
}

function toPreviewedOrder(entry: Record<string, unknown>, cargo: readonly CargoLine[]): PreviewedOrder {
  const code = fault(entry['resultCode'])
  const ok = flag(entry['status']) ?? code === null
  const totalFen = fen(entry['sumPayment'])
  const freightFen = fen(entry['sumCarriage'])
  return {
    ok,
    flow: text(entry['flowFlag']),
    tradeTypes: toTradeTypes(entry),
    totalFen,
    goodsFen: fen(entry['sumPaymentNoCarriage']) ?? difference(totalFen, freightFen),
    freightFen,
    discountFen: signedFen(entry['discountFee']) ?? 0,
    additionalFen: signedFen(entry['additionalFee']) ?? 0,
    lines: list(entry['cargoList']).map((line) => toPreviewedLine(record(line), cargo)),
    payChannels: list(entry['payChannelInfos'])
      .map(record)
      .flatMap((row) => {
        const name = text(row['name'])
        return name === null ? [] : { name, limitFen: fen(row['amountLimit']) }
      }),
    code,
    message: ok ? fault(entry['message']) : text(entry['message']),
  }
}

/** `tradeModeNameList` contains the values of `tradeType`; the list of models contains the same in detail. */
function toTradeTypes(entry: Record<string, unknown>): string[] {
  const names = texts(entry['tradeModeNameList'])
  if (names.length > 0 || Array.isArray(entry['tradeModeNameList'])) return names
  return list(entry['tradeModelList'])
    .map(record)
    .filter((model) => flag(model['opSupport']) !== false)
    .flatMap((model) => text(model['tradeType']) ?? [])
}

/** `amount` and `finalUnitPrice` are yuan, unlike the sums above them (reference 3.9). */
function toPreviewedLine(row: Record<string, unknown>, cargo: readonly CargoLine[]): PreviewedLine {
  const offerId = id(row['offerId'])
  const specId = text(row['specId'])
  const code = fault(row['resultCode'])
  return {
    offerId,
    skuId: id(row['skuId']),
    specId,
    quantity: quantityOf(offerId, specId, cargo),
    unitPriceFen: yuan(row['finalUnitPrice']),
    amountFen: yuan(row['amount']),
    code,
    message: code === null ? fault(row['message']) : text(row['message']),
  }
}

function quantityOf(offerId: string | null, specId: string | null, cargo: readonly CargoLine[]): number | null {
  const ofOffer = cargo.filter((line) => line.offerId === offerId)
  const exact = ofOffer.filter((line) => (line.specId ?? null) === specId)
  const lines = exact.length > 0 ? exact : ofOffer.length === 1 ? ofOffer : []
  return lines.length === 0 ? null : lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** A code or text; null if it only means success. */
function fault(value: unknown): string | null {
  const message = text(value)
  return message === null || isFine(message) ? null : message
}

const difference = (total: number | null, part: number | null): number | null =>
  total === null || part === null || part > total ? null : total - part
