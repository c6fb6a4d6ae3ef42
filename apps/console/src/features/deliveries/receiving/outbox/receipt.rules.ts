import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { Explanation } from '@huoqiao/contract/envelope'
import { isCallError } from '../../../../lib/call-error.ts'
import type { CallInput } from '../../../../lib/contract.ts'
import type { LinePhoto } from '../line-photos.ts'
import type { Draft, ReceiveRequest } from '../receive-draft.ts'

/** A confirmed receipt: sent at once, or kept on the device until the server can be reached. */
export type KeptReceipt = {
  /** the request key: however often the receipt is sent, the server books it once */
  key: string
  /** id of the account that confirmed it; sent only in a session of this account */
  person: string
  confirmedAt: number
  /** the purchase's number, and what was received, in words */
  number: string
  words: string
  /** the number of its parcel. Missing: it has no parcel, or was kept by an older version of the console. */
  trackingNo?: string | undefined
  /** without photos */
  input: CallInput<'receiveGoods'>
  photos: readonly (LinePhoto & { lineId: string })[]
  /** 库位 for the spare pieces of these lines */
  places: readonly { lineId: string; place: string }[]
  /** why the server refused it; null: it was not sent yet */
  refusal: Explanation | null
}

type Typed = {
  draft: Draft
  requests: readonly ReceiveRequest[]
  overReason: string
  unsentReason: string
  note: string
}

/** The receipt of what was typed. */
export function receiptOf(
  receiving: Receiving,
  typed: Typed,
  by: { key: string; person: string; now: number },
): KeptReceipt {
  const some = typed.requests.filter(({ quantity, defects }) => quantity > 0 || defects > 0)
  return {
    key: by.key,
    person: by.person,
    confirmedAt: by.now,
    number: receiving.number,
    words: wordsOf(some),
    trackingNo: receiving.parcels.find(({ id }) => id === receiving.parcelId)?.trackingNo ?? undefined,
    input: {
      purchaseId: receiving.purchaseId,
      key: by.key,
      parcelId: receiving.parcelId,
      lines: some.map(({ over: _over, unsent: _unsent, ...request }) => request),
      overReason: typed.overReason.trim(),
      unsentReason: typed.unsentReason.trim(),
      note: typed.note.trim(),
    },
    photos: some
      .filter(({ defects }) => defects > 0)
      .flatMap(({ lineId }) => (typed.draft[lineId]?.photos ?? []).map((photo) => ({ ...photo, lineId }))),
    places: receiving.lines.flatMap(({ lineId, place }) => {
      const next = typed.draft[lineId]?.place?.trim() ?? place
      return next === place || next === '' ? [] : [{ lineId, place: next }]
    }),
    refusal: null,
  }
}

/** The code that opens its form again when it is scanned: that of its parcel, otherwise the number of the purchase. */
export const scanOf = ({ trackingNo, number }: KeptReceipt): string => trackingNo ?? number

function wordsOf(requests: readonly ReceiveRequest[]): string {
  const good = requests.reduce((sum, { quantity }) => sum + quantity, 0)
  const bad = requests.reduce((sum, { defects }) => sum + defects, 0)
  return `收 ${good} 件${bad > 0 ? `，不良 ${bad} 件` : ''}`
}

/** The input with the addresses of the uploaded photos. */
export const inputOf = ({ input, photos }: KeptReceipt): CallInput<'receiveGoods'> => ({
  ...input,
  lines: input.lines.map((line) => ({
    ...line,
    photos: photos.flatMap(({ lineId, url }) => (lineId === line.lineId && url !== null ? [url] : [])),
  })),
})

/** Statuses of a proxy whose server cannot be reached at the moment. */
const NOT_NOW: readonly number[] = [408, 429, 502, 503, 504]

/**
 * Whether it failed without a decision of the server: no network, a lost answer, a server that is starting, a session that ended. The same
 * request is sent again later. Every other failure is a refusal that a person has to read.
 */
export function isUndecided(error: unknown): boolean {
  if (!isCallError(error)) return false
  const { failure, status } = error
  if (failure === 'http') return NOT_NOW.includes(status ?? 0)
  return failure !== 'refused' && failure !== 'unset-file'
}

/** The purchase as it will be after the receipts that are kept on the device are booked. Only those of the scanned parcel reduce its contents. */
export function withKept(receiving: Receiving, kept: readonly KeptReceipt[]): Receiving {
  const open = kept.filter(({ input, refusal }) => input.purchaseId === receiving.purchaseId && refusal === null)
  if (open.length === 0) return receiving
  const ofParcel = open.filter(({ input }) => input.parcelId === receiving.parcelId)
  return {
    ...receiving,
    lines: receiving.lines.map((line) => {
      const { good, bad } = countedOf(open, line.lineId)
      const out = countedOf(ofParcel, line.lineId)
      return {
        ...line,
        received: line.received + good,
        defects: line.defects + bad,
        rest: Math.max(0, line.rest - good),
        inParcel: line.inParcel === null ? null : Math.max(0, line.inParcel - out.good - out.bad),
      }
    }),
  }
}

function countedOf(kept: readonly KeptReceipt[], lineId: string): { good: number; bad: number } {
  const mine = kept.flatMap(({ input }) => input.lines).filter((line) => line.lineId === lineId)
  return {
    good: mine.reduce((sum, { quantity }) => sum + quantity, 0),
    bad: mine.reduce((sum, { defects }) => sum + (defects ?? 0), 0),
  }
}

/** Everything that can be scanned to find a purchase, in capitals. */
export const codesOf = ({ number, alibabaOrderIds, parcels }: Receiving): string[] =>
  [...new Set([number, ...alibabaOrderIds, ...parcels.flatMap(numbersOf)])].map((code) => code.toUpperCase())

const numbersOf = ({ trackingNo, formerNumbers }: Receiving['parcels'][number]): string[] =>
  trackingNo === null ? [...formerNumbers] : [trackingNo, ...formerNumbers]

/** A purchase that was read before, as the server would answer for this code: with the scanned parcel and its contents. */
export function asScanned(receiving: Receiving, code: string): Receiving {
  const scanned = receiving.parcels.find((parcel) => numbersOf(parcel).some((one) => one.toUpperCase() === code))
  const parts = scanned?.items
  return {
    ...receiving,
    parcelId: scanned?.id ?? null,
    lines: receiving.lines.map((line) => {
      const own = parts?.filter(({ lineId }) => lineId === line.lineId) ?? []
      const isKnown = parts !== undefined && parts.length > 0 && own.every(({ quantity }) => quantity !== null)
      return { ...line, inParcel: isKnown ? own.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0) : null }
    }),
  }
}
