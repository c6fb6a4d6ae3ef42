import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { countProblem } from '../../../lib/count-problem.ts'
import type { LinePhoto } from './line-photos.ts'

/** Maximum number of pieces of one line in one receipt (contract, receiveGoods). */
export const MOST_RECEIVED = 10_000_000

export type ReceivingLine = Receiving['lines'][number]

/** Values typed in place of the proposed ones. `quantity` and `defects` are source pieces. */
export type LineDraft = {
  quantity?: number
  defects?: number
  defectReason?: string
  photos?: readonly LinePhoto[]
  /** 库位 of the spare pieces */
  place?: string
}
export type Draft = Readonly<Record<string, LineDraft>>

export type ReceiveRequest = {
  lineId: string
  quantity: number
  defects: number
  defectReason: string
  /** source pieces beyond what was bought, including earlier receipts */
  over: number
  /** source pieces beyond what the seller's parcels contain, or the scanned one, as far as 1688 reports it */
  unsent: number
}

/**
 * Whether 1688 reports the contents of the scanned parcel, also when everything in it was received. A parcel
 * with none of these lines counts as not reported.
 */
export const isPackingKnown = ({ parcelId, lines, parcels }: Receiving): boolean => {
  const items = parcels.find(({ id }) => id === parcelId)?.items ?? []
  return lines.some(
    ({ lineId, inParcel }) =>
      inParcel !== null && items.some((item) => item.lineId === lineId && (item.quantity ?? 0) > 0),
  )
}

/** Source pieces of this line that were already received with the scanned parcel, good and defective. */
const cameWith = ({ parcelId, receipts }: Receiving, lineId: string): number =>
  receipts
    .filter((receipt) => receipt.parcelId === parcelId && receipt.lineId === lineId)
    .reduce((sum, receipt) => sum + receipt.quantity + receipt.defects, 0)

/** Source pieces that the seller has sent and that were not received yet; when 1688 does not report it, everything still to come. */
const onTheWay = ({ sent, received, defects, rest }: ReceivingLine): number =>
  sent === null ? rest : Math.min(rest, Math.max(0, sent - received - defects))

/**
 * The proposed quantity: what the scanned parcel still contains, otherwise what the seller has sent. Never more than was bought or sent; a
 * larger number must be typed by a person.
 */
export function proposed(receiving: Receiving, line: ReceivingLine): number {
  if (!isPackingKnown(receiving)) return onTheWay(line)
  const packed = Math.max(0, (line.inParcel ?? 0) - cameWith(receiving, line.lineId))
  return Math.min(packed, line.rest)
}

/**
 * Defective pieces are not good ones: the typed number of defects is subtracted from the proposed quantity, but not from a typed quantity.
 */
export function requestOf(receiving: Receiving, line: ReceivingLine, typed: LineDraft = {}): ReceiveRequest {
  const defects = typed.defects ?? 0
  const quantity = typed.quantity ?? Math.max(0, proposed(receiving, line) - defects)
  return {
    lineId: line.lineId,
    quantity,
    defects,
    defectReason: (typed.defectReason ?? '').trim(),
    over: quantity > 0 ? Math.max(0, line.received + quantity - line.quantity) : 0,
    unsent: quantity + defects === 0 ? 0 : beyondReported(receiving, line, quantity + defects),
  }
}

/** How many of these pieces are more than the seller has sent, or more than the scanned parcel contains; 0 where 1688 reports neither. */
function beyondReported(receiving: Receiving, line: ReceivingLine, pieces: number): number {
  const sent = line.sent === null ? 0 : line.received + line.defects + pieces - line.sent
  const packed =
    line.inParcel !== null && isPackingKnown(receiving) ? cameWith(receiving, line.lineId) + pieces - line.inParcel : 0
  return Math.max(0, sent, packed)
}

export const requestsOf = (receiving: Receiving, draft: Draft): ReceiveRequest[] =>
  receiving.lines.map((line) => requestOf(receiving, line, draft[line.lineId]))

/** Source pieces that were bought beyond what the orders of this line need: they are put into stock. */
export function spareOf({ quantity, demand }: Pick<ReceivingLine, 'quantity' | 'demand'>): number {
  const needed = demand.reduce((sum, { quantity: sale, ratio }) => sum + (sale * ratio.source) / ratio.sale, 0)
  return Math.max(0, Math.floor(quantity - needed))
}

/** Why this cannot be received yet; undefined: it can. */
export function wrongRequest(
  requests: readonly ReceiveRequest[],
  { overReason, unsentReason }: { overReason: string; unsentReason: string },
): string | undefined {
  const wrong = requests
    .flatMap(({ quantity, defects }) => [quantity, defects])
    .map((count) => countProblem(count, { least: 0, most: MOST_RECEIVED }))
    .find((problem) => problem !== undefined)
  if (wrong !== undefined) return `件数${wrong}`
  if (requests.every(({ quantity, defects }) => quantity === 0 && defects === 0)) return '没有要收的数量'
  if (requests.some(({ defects, defectReason }) => defects > 0 && defectReason === '')) return '请写不良原因'
  if (requests.some(({ over }) => over > 0) && overReason.trim() === '') return '收的比买的多，请写超收原因'
  if (requests.some(({ unsent }) => unsent > 0) && unsentReason.trim() === '') return '收的比1688显示的多，请写原因'
  return undefined
}
