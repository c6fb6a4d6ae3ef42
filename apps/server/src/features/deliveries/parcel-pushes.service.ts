import { parsePush } from '@huoqiao/connector-1688'
import type { ParcelPush, PushData, TrackingNoPush } from '@huoqiao/connector-1688'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { InboxConsumer, InboxMessageDoc, InboxOutcome } from '../inbox/index.ts'
import type { PlacementApi } from '../placement/index.ts'
import { followParcels } from './deliveries.jobs.ts'
import { moved, statusOf } from './parcels.rules.ts'
import { lockParcelsByLogistics, updateParcel } from './parcels.store.ts'
import type { ParcelRow } from './parcels.store.ts'

type Reported = { id: string; push: ParcelPush | TrackingNoPush }

const isOfParcel = (data: PushData | undefined): data is ParcelPush | TrackingNoPush =>
  data?.kind === 'parcel' || data?.kind === 'tracking-no'

/**
 * Handles parcel messages of 1688. A message moves a known parcel according to the time in it, so repeated or reordered messages do no
 * harm. It is also a hint to read the parcels and traces again.
 */
export function parcelPushes(deps: { clock: Clock; jobs: Jobs; placement: PlacementApi }): InboxConsumer {
  const apply = async (tx: Tx, row: ParcelRow, push: ParcelPush | TrackingNoPush): Promise<ParcelRow> => {
    const change = push.kind === 'parcel' ? statusChange(row, push) : numberChange(row, push)
    if (change) await updateParcel(tx, row.id, { ...change, updatedAt: new Date(deps.clock.now()) })
    return change ? { ...row, ...change } : row
  }

  return {
    source: '1688',
    takes: (topic) => topic === 'LOGISTICS_BUYER_VIEW_TRACE' || topic === 'LOGISTICS_MAIL_NO_CHANGE',

    async handle(
      tx: Tx,
      _ownerId: string,
      messages: readonly InboxMessageDoc[],
    ): Promise<ReadonlyMap<string, InboxOutcome>> {
      const reported = messages.flatMap((message): Reported[] => {
        const data = parsePush(message.body)?.data
        return isOfParcel(data) ? [{ id: message.id, push: data }] : []
      })
      const numbers = [...new Set(reported.flatMap(({ push }) => push.lines.map((line) => line.orderId)))]
      const ours = new Map((await deps.placement.ordersByNumbers(tx, numbers)).map((row) => [row.orderId, row]))
      const known = new Map(
        (
          await lockParcelsByLogistics(
            tx,
            reported.flatMap(({ push }) => push.logisticsId ?? []),
          )
        ).map((row) => [row.logisticsId, row]),
      )
      const outcomes = new Map<string, InboxOutcome>()
      for (const { id, push } of reported) {
        const mine = push.lines.filter((line) => ours.has(line.orderId))
        const row = push.logisticsId === null ? undefined : known.get(push.logisticsId)
        if (row) known.set(row.logisticsId, await apply(tx, row, push))
        outcomes.set(
          id,
          mine.length > 0 || row
            ? { kind: 'handled', message: `包裹 ${numberOf(push) ?? push.logisticsId ?? ''}，已安排重新读取物流` }
            : { kind: 'ignored', message: '不是从这里下的1688订单' },
        )
      }
      if (ours.size > 0)
        await deps.jobs.enqueue(tx, followParcels, { orderIds: [...ours.keys()], since: deps.clock.now() })
      return outcomes
    },
  }
}

const numberOf = (push: ParcelPush | TrackingNoPush): string | null =>
  push.kind === 'parcel' ? push.trackingNo : push.new.trackingNo

function statusChange(row: ParcelRow, push: ParcelPush): Partial<ParcelRow> | undefined {
  const reported = statusOf(push.status, push.at)
  if (!reported) return undefined
  const held = { state: row.state, at: row.stateAt?.getTime() ?? null, reason: row.reason }
  const next = moved(held, reported)
  if (next === held) return undefined
  const at = next.at === null ? null : new Date(next.at)
  return {
    state: next.state,
    stateAt: at,
    reason: next.reason,
    signedAt: next.state === 'signed' ? (row.signedAt ?? at) : row.signedAt,
  }
}

/** A late message names an old number that the parcel no longer has, so it is ignored. */
function numberChange(row: ParcelRow, push: TrackingNoPush): Partial<ParcelRow> | undefined {
  const next = push.new.trackingNo
  if (next === null || next === row.trackingNo || row.formerNumbers.includes(next)) return undefined
  if (row.trackingNo !== null && push.old.trackingNo !== null && push.old.trackingNo !== row.trackingNo)
    return undefined
  return {
    trackingNo: next,
    carrierCode: push.new.carrierCode ?? row.carrierCode,
    formerNumbers: row.trackingNo === null ? row.formerNumbers : [...row.formerNumbers, row.trackingNo],
    searchText: `${row.searchText} ${next.toLowerCase()}`.slice(0, 600),
  }
}
