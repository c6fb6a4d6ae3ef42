import { isRemoteFailure } from '@huoqiao/connector-kit'
import { isClosed } from '@huoqiao/contract/placement/placement.status'
import type { SourceParcel, SourceTrace } from '@huoqiao/connector-1688'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrderRow, PlacementApi } from '../placement/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import {
  joinedSteps,
  moved,
  packed,
  readAgainAfterMs,
  stalledSince,
  statusOf,
  statusOfSteps,
  traceOf,
} from './parcels.rules.ts'
import type { OrderedItem, ParcelStatus } from './parcels.rules.ts'
import {
  findDueReadings,
  findParcelsOf,
  findReadings,
  findUnderWay,
  insertParcel,
  lockParcelsOfOrder,
  replaceParcelItems,
  saveReading,
  updateParcel,
} from './parcels.store.ts'
import type { ParcelRow } from './parcels.store.ts'
import { isWhollySent } from './receiving.rules.ts'

export type ParcelsService = ReturnType<typeof parcelsService>
type Reported = { parcels: SourceParcel[]; traces: SourceTrace[] }

/** Within this time after a reading, the same order is not read again. */
const FRESH_MS = 60_000
/** Parcels that are read and checked in one transaction. */
const JUDGED_AT_ONCE = 500
const DAY_MS = 86_400_000
const RETRY_MS = 30 * 60_000
const NOT_SENT = ['waitbuyerpay']
const when = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Keeps the parcels of our 1688 orders up to date. */
export function parcelsService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  marketplace: Pick<MarketplaceService, 'withConnector'>
  notices: Pick<NoticesService, 'tell' | 'queryWarningRules'>
  purchases: PurchasesApi
  placement: PlacementApi
}) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  const service = {
    /** After a change of these 1688 orders: reads those that may have parcels and changed since the last reading. Throws RemoteFailure. */
    async handle(orderIds: readonly string[], signal: AbortSignal): Promise<void> {
      const orders = await deps.placement.ordersByNumbers(db.handle, orderIds)
      const readings = new Map((await findReadings(db.handle, orderIds)).map((row) => [row.alibabaOrderId, row]))
      for (const order of orders) {
        if (signal.aborted) return
        if (order.paidAt === null && NOT_SENT.includes(order.status)) continue
        const held = readings.get(order.orderId)
        const isSame = held?.orderModifiedAt?.getTime() === order.modifiedAt?.getTime() && held?.message === ''
        if (held?.readAt && isSame && held.nextAt === null) continue
        if (held?.readAt && isSame && held.readAt.getTime() > deps.clock.now() - FRESH_MS) continue
        await service.readOrder(order, signal)
      }
    },

    /** After a push: reads everything not read since the push arrived. (A change of a parcel does not change its order.) */
    async follow(orderIds: readonly string[], since: number, signal: AbortSignal): Promise<void> {
      const orders = await deps.placement.ordersByNumbers(db.handle, orderIds)
      for (const order of orders) {
        if (signal.aborted) return
        const [held] = await findReadings(db.handle, [order.orderId])
        if ((held?.readAt?.getTime() ?? 0) <= since) await service.readOrder(order, signal)
      }
    },

    /** Reads all 1688 orders of a purchase now. Returns the number of parcels. */
    async readPurchase(purchaseId: string, signal: AbortSignal): Promise<number> {
      let parcels = 0
      for (const order of await deps.placement.ordersOf(db.handle, [purchaseId]))
        parcels += await service.readOrder(order, signal)
      await judge(await findParcelsOf(db.handle, [purchaseId]))
      return parcels
    },

    /** Reads one 1688 order's parcels and traces; returns the number of parcels. */
    async readOrder(order: OrderRow, signal: AbortSignal): Promise<number> {
      // The time before the call: later messages are not included in the answer.
      const askedAt = now()
      try {
        const reported = await deps.marketplace.withConnector(order.accountId, async (connector): Promise<Reported> => {
          const parcels = await connector.parcels(order.orderId, { signal })
          return {
            parcels,
            traces: parcels.length === 0 ? [] : await connector.trace(order.orderId, undefined, { signal }),
          }
        })
        await db.transaction((tx) => keep(tx, order, reported, askedAt))
        return reported.parcels.length
      } catch (error) {
        if (!isRemoteFailure(error)) throw error
        await saveReading(db.handle, {
          alibabaOrderId: order.orderId,
          purchaseId: order.purchaseId,
          accountId: order.accountId,
          nextAt: new Date(deps.clock.now() + RETRY_MS),
          message: error.message.slice(0, MESSAGE_CHARS),
        })
        throw error
      }
    },

    /** Reads everything that is due. An order that fails is left for the next run. */
    async poll(signal: AbortSignal): Promise<void> {
      const due = await findDueReadings(db.handle, now(), 200)
      const orders = await deps.placement.ordersByNumbers(
        db.handle,
        due.map((row) => row.alibabaOrderId),
      )
      for (const order of orders) {
        if (signal.aborted) return
        await service.readOrder(order, signal).catch((error: unknown) => {
          if (!isRemoteFailure(error)) throw error
          deps.log.warn({ order: order.orderId, word: error.word }, 'deliveries: parcels could not be read')
        })
      }
      await service.flagStalled(signal)
    },

    /** Checks every parcel under way for 停滞. */
    async flagStalled(signal: AbortSignal): Promise<void> {
      for (let after: string | null = null; !signal.aborted;) {
        const rows: ParcelRow[] = await findUnderWay(db.handle, after, JUDGED_AT_ONCE)
        await judge(rows)
        if (rows.length < JUDGED_AT_ONCE) return
        after = rows.at(-1)!.id
      }
    },
  }

  /** 停滞: no update for longer than the rule of 预警配置 allows. The mark is removed when there is one. */
  async function judge(rows: readonly ParcelRow[]): Promise<void> {
    const rule = (await deps.notices.queryWarningRules(db.handle)).find((one) => one.kind === 'parcel-stalled')
    const hours = rule?.threshold ?? 72
    for (const row of rows) {
      const since = stalledSince(row, deps.clock.now(), hours)
      if (since?.getTime() === row.stalledSince?.getTime()) continue
      await db.transaction(async (tx) => {
        await updateParcel(tx, row.id, { stalledSince: since })
        if (since !== null) await tellStalled(tx, row, since)
      })
    }
  }

  async function tellStalled(tx: Tx, row: ParcelRow, since: Date): Promise<void> {
    const hours = Math.floor((deps.clock.now() - since.getTime()) / 3_600_000)
    await deps.notices.tell(tx, {
      kind: 'parcel-stalled',
      about: `parcel ${row.id} ${since.getTime()}`,
      text: `采购单 ${row.purchaseNumber} 的包裹 ${row.trackingNo ?? row.logisticsId} 已 ${hours} 小时没有新的物流轨迹`,
      to: `/purchase/receive?tab=parcels&parcel=${row.id}`,
      value: hours,
    })
  }

  /** Merges what 1688 reported with the stored parcels. A parcel that 1688 no longer reports stays unchanged. */
  async function keep(tx: Tx, order: OrderRow, reported: Reported, askedAt: Date): Promise<void> {
    const [doc] = await deps.purchases.purchaseDocs(tx, [order.purchaseId])
    if (!doc) return
    const held = await lockParcelsOfOrder(tx, order.orderId)
    const items: OrderedItem[] = await deps.placement.itemsOf(tx, [order.id])
    for (const parcel of reported.parcels) await keepParcel(tx, { order, doc, held, items, reported, askedAt }, parcel)
    const states = (await lockParcelsOfOrder(tx, order.orderId)).map((row) => row.state)
    const isAllSent = order.status !== 'waitsellersend' && !NOT_SENT.includes(order.status)
    const again =
      isClosed(order.status) || states.length === 0
        ? isAllSent && !isClosed(order.status)
          ? DAY_MS
          : null
        : readAgainAfterMs(states, isAllSent)
    await saveReading(tx, {
      alibabaOrderId: order.orderId,
      purchaseId: order.purchaseId,
      accountId: order.accountId,
      orderModifiedAt: order.modifiedAt,
      readAt: askedAt,
      nextAt: again === null ? null : new Date(deps.clock.now() + again),
      message: '',
    })
  }

  type Around = {
    order: OrderRow
    doc: PurchaseDoc
    held: readonly ParcelRow[]
    items: readonly OrderedItem[]
    reported: Reported
    askedAt: Date
  }

  async function keepParcel(tx: Tx, around: Around, remote: SourceParcel): Promise<void> {
    const { order, doc, held, items, reported, askedAt } = around
    const logisticsId = remote.logisticsId ?? remote.trackingNo ?? `${order.orderId}-0`
    const before = held.find((row) => row.logisticsId === logisticsId)
    // A waybill number has no time of its own: an answer that was requested before the last change must not restore the old number.
    const isOld = before !== undefined && before.updatedAt > askedAt && before.trackingNo !== null
    const parcel = isOld ? { ...remote, trackingNo: before.trackingNo, carrierName: before.carrier } : remote
    const steps = joinedSteps(before?.steps ?? [], traceOf(parcel, reported.traces))
    const status = [statusOf(parcel.status, null), statusOfSteps(steps)].reduce<ParcelStatus>(
      (at, one) => (one ? moved(at, one) : at),
      before
        ? { state: before.state, at: before.stateAt?.getTime() ?? null, reason: before.reason }
        : { state: 'waiting', at: null, reason: '' },
    )
    const row = {
      ...columnsOf(parcel, before, steps, status),
      searchText: searchTextOf(doc.number, order.orderId, parcel, formerOf(parcel.trackingNo, before)),
      readAt: now(),
      updatedAt: now(),
    }
    const id = before?.id ?? deps.newId()
    if (before) await updateParcel(tx, id, row)
    else
      await insertParcel(tx, {
        id,
        purchaseId: doc.id,
        purchaseNumber: doc.number,
        accountId: order.accountId,
        alibabaOrderId: order.orderId,
        logisticsId,
        ...row,
      })
    const { orderId } = order
    const known = { items, orderId, parcels: reported.parcels.length, isWhollySent: isWhollySent(order) }
    const inside = packed(parcel, known, doc.lines)
    await replaceParcelItems(
      tx,
      id,
      inside.map((item) => ({ id: deps.newId(), parcelId: id, ...item })),
    )
  }

  return service
}

/** Earlier waybill numbers, if the seller changed the number. */
const formerOf = (trackingNo: string | null, before: ParcelRow | undefined): string[] => {
  const known = before?.formerNumbers ?? []
  const old = before?.trackingNo ?? null
  return old === null || old === trackingNo || known.includes(old) ? known : [...known, old]
}

function columnsOf(
  parcel: SourceParcel,
  before: ParcelRow | undefined,
  steps: ParcelRow['steps'],
  status: ParcelStatus,
) {
  const lastAt = when(steps.at(-1)?.at ?? null) ?? before?.lastStepAt ?? null
  const hasNewStep = lastAt !== null && (before?.lastStepAt ?? null)?.getTime() !== lastAt.getTime()
  return {
    trackingNo: parcel.trackingNo ?? before?.trackingNo ?? null,
    formerNumbers: formerOf(parcel.trackingNo ?? before?.trackingNo ?? null, before),
    carrier: parcel.carrierName ?? before?.carrier ?? null,
    carrierCode: parcel.carrierCode ?? before?.carrierCode ?? null,
    state: status.state,
    stateAt: when(status.at),
    reason: status.reason,
    sentAt: when(parcel.sentAt) ?? before?.sentAt ?? null,
    signedAt: status.state === 'signed' ? (before?.signedAt ?? when(status.at) ?? lastAt) : (before?.signedAt ?? null),
    lastStepAt: lastAt,
    steps,
    stalledSince: hasNewStep ? null : (before?.stalledSince ?? null),
  }
}

export const searchTextOf = (
  purchaseNumber: string,
  alibabaOrderId: string,
  parcel: Pick<SourceParcel, 'trackingNo' | 'carrierName'>,
  former: readonly string[],
): string =>
  [purchaseNumber, alibabaOrderId, parcel.trackingNo ?? '', ...former, parcel.carrierName ?? '']
    .join(' ')
    .toLowerCase()
    .slice(0, 600)
