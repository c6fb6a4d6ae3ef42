import type { SourceParcel, SourceTrace } from '@huoqiao/connector-1688'
import type { ParcelState } from '@huoqiao/contract/deliveries/deliveries.status'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import type { Step } from './deliveries.tables.ts'

/** A parcel's state with the vendor's time for it (ms), if known. */
export type ParcelStatus = { state: ParcelState; at: number | null; reason: string }

/** Progress of a state: a state without a time may only move a parcel forward. */
const RANK: Readonly<Record<ParcelState, number>> = { waiting: 0, moving: 1, delivering: 2, abnormal: 3, signed: 4 }

const OF_WORD: Readonly<Record<string, { state: ParcelState; reason?: string }>> = {
  // Status words of pushes (reference 5.3).
  CONSIGN: { state: 'waiting' },
  DELIVERING: { state: 'delivering' },
  AGENT_SIGN: { state: 'signed' },
  FAILED: { state: 'abnormal', reason: '派送失败' },
  // Status words of the parcel list (reference 4) and of an order.
  WAITACCEPT: { state: 'waiting' },
  ALREADYSEND: { state: 'waiting' },
  CANCEL: { state: 'abnormal', reason: '物流单已取消' },
  NOGET: { state: 'abnormal', reason: '揽收失败' },
  UNSIGN: { state: 'abnormal', reason: '拒签或退回' },
  // Words of both.
  ACCEPT: { state: 'moving' },
  TRANSPORT: { state: 'moving' },
  SIGN: { state: 'signed' },
}

/** The state for a status word of 1688; undefined for an unknown word, which is ignored. */
export function statusOf(word: string | null, at: number | null): ParcelStatus | undefined {
  const known = word === null ? undefined : OF_WORD[word.toUpperCase()]
  return known && { state: known.state, at, reason: known.reason ?? '' }
}

/** Phrases that couriers write in traces; the parcel list has no status for 派送中. */
const SIGNED = /已签收|签收人|代签收|已被.{0,10}签收|已取件|已取出/
const DELIVERING = /派送中|正在派送|派件中|正在派件|正在为您派/

/** The state shown by the newest trace step; undefined if only the list's status counts. */
export function statusOfSteps(steps: readonly Step[]): ParcelStatus | undefined {
  const last = steps.at(-1)
  if (!last) return undefined
  if (/拒签|拒收|退回|退件/.test(last.text)) return { state: 'abnormal', at: last.at, reason: '拒签或退回' }
  if (SIGNED.test(last.text)) return { state: 'signed', at: last.at, reason: '' }
  return DELIVERING.test(last.text) ? { state: 'delivering', at: last.at, reason: '' } : undefined
}

/**
 * The state after a report. An older report is ignored; a report without a time may only move the parcel forward. A signed parcel stays
 * signed, unless a later report says that it was returned.
 */
export function moved(held: ParcelStatus, reported: ParcelStatus): ParcelStatus {
  if (reported.state === held.state)
    return { ...held, at: later(held.at, reported.at), reason: reported.reason || held.reason }
  const isTimed = reported.at !== null && held.at !== null
  if (isTimed && reported.at! < held.at!) return held
  if (held.state === 'signed' && reported.state !== 'abnormal') return held
  // Within the same second the more advanced state wins, because messages of one second arrive in any order.
  if ((!isTimed || reported.at === held.at) && RANK[reported.state] < RANK[held.state]) return held
  return { state: reported.state, at: later(held.at, reported.at), reason: reported.reason }
}

const later = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b))

/** Merges reported trace steps with the stored ones, so that none is lost. Oldest first. */
export function joinedSteps(held: readonly Step[], reported: readonly Step[]): Step[] {
  const all = new Map([...held, ...reported].map((step) => [`${step.at ?? ''} ${step.text}`, step]))
  return [...all.values()].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)).slice(-300)
}

/** The trace of one parcel; if 1688 names no parcel, the only trace. */
export function traceOf(
  parcel: Pick<SourceParcel, 'logisticsId' | 'trackingNo'>,
  traces: readonly SourceTrace[],
): Step[] {
  const own =
    traces.find((trace) => trace.logisticsId !== null && trace.logisticsId === parcel.logisticsId) ??
    traces.find((trace) => trace.trackingNo !== null && trace.trackingNo === parcel.trackingNo) ??
    (traces.length === 1 && traces[0]!.logisticsId === null ? traces[0] : undefined)
  return (own?.steps ?? []).map((step) => ({ at: step.at, text: step.text.slice(0, MESSAGE_CHARS) }))
}

/** A line of a 1688 order, and the purchase line that bought it. */
export type OrderedItem = {
  subItemId: string
  offerId: string
  specId: string | null
  title: string
  image: string | null
  quantity: number
}
export type BoughtLine = { id: string; offerId: string; specId: string | null }
export type PackedItem = {
  subItemId: string
  lineId: string | null
  title: string
  image: string | null
  quantity: number | null
}

const lineOf = (item: OrderedItem, lines: readonly BoughtLine[]): string | null =>
  lines.find((line) => line.offerId === item.offerId && (line.specId ?? null) === (item.specId ?? null))?.id ?? null

/**
 * The contents of a parcel. 1688 reports lines with quantities, lines only, or nothing, which means everything if the order has one parcel
 * (reference 4) and was sent completely: a seller may send the rest later. Unknown quantities stay null; they are never guessed.
 */
export function packed(
  parcel: Pick<SourceParcel, 'itemIds' | 'goods'>,
  order: { items: readonly OrderedItem[]; orderId: string; parcels: number; isWhollySent: boolean },
  lines: readonly BoughtLine[],
): PackedItem[] {
  const named = new Set(
    [...parcel.itemIds, ...parcel.goods.flatMap((goods) => goods.itemId ?? [])].filter((id) => id !== order.orderId),
  )
  const alone = order.parcels === 1 && order.isWhollySent
  // A line id that lost digits (JSON number) can only be matched if the order has one line.
  const isOnlyLine = order.items.length === 1 && named.size === 1
  const chosen =
    named.size === 0
      ? alone
        ? order.items
        : []
      : isOnlyLine
        ? order.items
        : order.items.filter((item) => named.has(item.subItemId))
  return chosen.map((item) => {
    const reported = isOnlyLine ? parcel.goods : parcel.goods.filter((goods) => goods.itemId === item.subItemId)
    const sum = reported.reduce((total, goods) => total + Math.round(goods.quantity ?? 0), 0)
    return {
      subItemId: item.subItemId,
      lineId: lineOf(item, lines),
      title: item.title,
      image: item.image,
      quantity: sum > 0 ? sum : alone ? item.quantity : null,
    }
  })
}

const MINUTE_MS = 60_000
/** A parcel that will arrive soon is read more often; one that arrived is not read again. */
export function readAgainAfterMs(states: readonly ParcelState[], isAllSent: boolean): number | null {
  if (states.includes('delivering')) return 20 * MINUTE_MS
  if (states.some((state) => state === 'waiting' || state === 'moving')) return 60 * MINUTE_MS
  if (!isAllSent) return 6 * 60 * MINUTE_MS
  return states.includes('abnormal') ? 12 * 60 * MINUTE_MS : null
}

/** Since when a parcel under way has had no update, if that is longer than the threshold. */
export function stalledSince(
  parcel: { state: ParcelState; sentAt: Date | null; lastStepAt: Date | null },
  now: number,
  thresholdHours: number,
): Date | null {
  if (parcel.state === 'signed' || parcel.state === 'abnormal') return null
  const heard = parcel.lastStepAt ?? parcel.sentAt
  return heard !== null && now - heard.getTime() >= thresholdHours * 3_600_000 ? heard : null
}
