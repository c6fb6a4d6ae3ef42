import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { derive, hasReturn } from './derive.rules.ts'
import { mergeLine, mergeOrder, mergePerson, newlyCancelled, changesOf } from './intake.mapping.ts'
import { findDeleted } from './deleted-orders.store.ts'
import { findOwnPictures } from './order-source.store.ts'
import { fulfilmentsCancelled, orderChanged } from './orders.jobs.ts'
import {
  pictureItem,
  addEvents,
  ensureItems,
  findLinesOf,
  lockIntake,
  lockOrdersByShopIds,
  saveLines,
  saveOrders,
  savePersons,
} from './orders.store.ts'
import type { ItemRow, LineRow, OrderRow } from './orders.store.ts'
import type { NewLine, NewOrder } from './orders.types.ts'
import { readReturns } from './returns.jobs.ts'
import { reportOf, verdict } from './same-second.rules.ts'
import { sourcesOf } from './sources.service.ts'
import type { LineSourceColumns } from './sources.service.ts'
import type { TermsService } from './terms.service.ts'

export type IntakeService = ReturnType<typeof intakeService>
export type IntakeOutcome = {
  orderId: string
  shopifyId: string
  number: string
  outcome: 'new' | 'changed' | 'known'
  /** two reports of one second contradict each other, and only the shop knows which is later */
  isUnclear: boolean
}

/** Orders in one transaction: enough to make a statement efficient, few enough to hold locks only briefly. */
export const INTAKE_BATCH = 200

/**
 * Stores orders of a shop, from any source, in any order, any number of times. An order is identified by the shop's id. A report that is
 * older than the stored one (by the shop's clock), or of an earlier state within the same second, changes nothing, and so does one of an order
 * that the shop deleted before it was stored; it has no outcome.
 */
export function intakeService(deps: { db: Db; clock: Clock; newId: NewId; jobs: Jobs; terms: TermsService }) {
  const now = (): Date => new Date(deps.clock.now())

  const takeIn = async (
    tx: Tx,
    storeId: string,
    reported: readonly NewOrder[],
    options: { rescued: boolean },
  ): Promise<IntakeOutcome[]> => {
    await lockIntake(tx, storeId)
    const { newest, unclear } = newestOf(reported)
    const held = new Map(
      (await lockOrdersByShopIds(tx, storeId, [...newest.keys()])).map((row) => [row.shopifyId, row]),
    )
    const deleted = await findDeleted(
      tx,
      storeId,
      [...newest.keys()].filter((shopifyId) => !held.has(shopifyId)),
    )
    const linesBefore = groupLines(
      await findLinesOf(
        tx,
        [...held.values()].map(({ id }) => id),
      ),
    )
    const outcomes: IntakeOutcome[] = []
    const fresh: { order: NewOrder; before: OrderRow | undefined }[] = []
    for (const order of newest.values()) {
      if (deleted.has(order.shopifyId)) continue
      const before = held.get(order.shopifyId)
      const { isNewer, isUnclear } = before
        ? verdict(order, { ...reportOf(before, linesBefore.get(before.id) ?? []), ...timesOf(before) })
        : { isNewer: true, isUnclear: false }
      if (isUnclear) unclear.add(order.shopifyId)
      if (isNewer) fresh.push({ order, before })
      else if (before)
        outcomes.push({
          orderId: before.id,
          shopifyId: order.shopifyId,
          number: before.number,
          outcome: 'known',
          isUnclear: unclear.has(order.shopifyId),
        })
    }
    if (fresh.length === 0) return outcomes
    const items = await itemsFor(
      tx,
      storeId,
      fresh.flatMap(({ order }) => order.lines),
    )
    const source = await sourcesOf(tx, storeId, [...items.values()])
    await pictureOurs(tx, [...items.values()], source)
    const terms = await deps.terms.of(
      tx,
      fresh.map(({ order }) => ({ storeId, ...order })),
    )

    const made = fresh.map(({ order, before }) => {
      const orderId = before?.id ?? deps.newId()
      const merged = mergeOrder(order, before, { orderId, storeId, now: now(), rescued: options.rescued })
      const known = new Map((linesBefore.get(orderId) ?? []).map((line) => [line.shopifyId, line]))
      const lines = order.lines.map((line, position) => {
        const item = items.get(itemKey(line))!
        const sourced = source(item)
        return mergeLine(line, known.get(line.shopifyId), {
          id: deps.newId(),
          orderId,
          itemId: item.id,
          position,
          source: sourced,
          now: now(),
        })
      })
      // A line that the shop no longer reports was removed by an edit; what was bought for it stays recorded.
      const reported = new Set(order.lines.map(({ shopifyId }) => shopifyId))
      const gone = [...known.values()]
        .filter((line) => !reported.has(line.shopifyId))
        .map((line) => ({ ...line, current: 0, returned: 0 }))
      const all = [...lines, ...gone]
      const row = { ...merged, ...derive(merged, all, terms(merged)) }
      return { order, before, row, lines: all, linesBefore: [...known.values()] }
    })

    await saveOrders(
      tx,
      made.map(({ row }) => row),
    )
    await saveLines(
      tx,
      made.flatMap(({ lines }) => lines),
    )
    await savePersons(
      tx,
      made.flatMap(({ order, row }) =>
        order.person && row.personStatus === 'held' ? [mergePerson(order.person, row, now())] : [],
      ),
    )
    const changes = made.map((one) => ({ ...changesOf(one), orderId: one.row.id }))
    await addEvents(
      tx,
      changes.flatMap(({ orderId, texts }) =>
        texts.map((text) => ({ id: deps.newId(), orderId, at: now(), kind: 'shop', text, byId: null, byName: null })),
      ),
    )
    for (const why of ['cancelled', 'reduced', 'refunded', 'held', 'fulfilled'] as const) {
      const orderIds = changes.filter(({ whys }) => whys.includes(why)).map(({ orderId }) => orderId)
      if (orderIds.length > 0) await deps.jobs.emit(tx, orderChanged, { orderIds, why })
    }
    for (const { before, row } of made) {
      const fulfillmentGids = newlyCancelled(before, row)
      if (fulfillmentGids.length > 0)
        await deps.jobs.emit(tx, fulfilmentsCancelled, { orderId: row.id, fulfillmentGids })
    }
    // The returns themselves are read separately, because they need their own scope.
    const returned = made.filter(({ row, before }) => hasReturn(row) || (before !== undefined && hasReturn(before)))
    if (returned.length > 0) await deps.jobs.enqueue(tx, readReturns, { orderIds: returned.map(({ row }) => row.id) })
    outcomes.push(
      ...made.map(({ row, before }) => ({
        orderId: row.id,
        shopifyId: row.shopifyId,
        number: row.number,
        outcome: before ? ('changed' as const) : ('new' as const),
        isUnclear: unclear.has(row.shopifyId),
      })),
    )
    return outcomes
  }

  /** Webhook bodies contain no pictures: a line of our own product shows our picture until the order is read. */
  const pictureOurs = async (
    tx: Tx,
    items: readonly ItemRow[],
    source: (item: ItemRow) => LineSourceColumns,
  ): Promise<void> => {
    const bare = items.flatMap((item) => {
      const { variantId } = source(item)
      return item.image === null && variantId !== null ? [{ id: item.id, variantId }] : []
    })
    const pictures = await findOwnPictures(
      tx,
      bare.map(({ variantId }) => variantId),
    )
    for (const { id, variantId } of bare) {
      const picture = pictures.get(variantId)
      if (picture !== undefined) await pictureItem(tx, id, picture)
    }
  }

  const itemsFor = async (tx: Tx, storeId: string, lines: readonly NewLine[]): Promise<Map<string, ItemRow>> => {
    const wanted = new Map<string, ItemRow>()
    for (const line of lines) {
      const key = itemKey(line)
      const image = line.image ?? wanted.get(key)?.image ?? null
      wanted.set(key, {
        id: wanted.get(key)?.id ?? deps.newId(),
        storeId,
        key,
        variantId: line.variantId,
        productId: line.productId,
        sku: line.sku,
        title: line.title,
        variantTitle: line.variantTitle,
        image,
        createdAt: now(),
        updatedAt: now(),
      })
    }
    return ensureItems(tx, storeId, [...wanted.values()])
  }

  return {
    /** Runs in the caller's transaction; at most INTAKE_BATCH orders of one store. */
    takeIn,

    /** Any number of orders, in transactions of their own. */
    async takeInAll(
      storeId: string,
      reported: readonly NewOrder[],
      options: { rescued: boolean } = { rescued: false },
    ): Promise<IntakeOutcome[]> {
      const outcomes: IntakeOutcome[] = []
      for (let from = 0; from < reported.length; from += INTAKE_BATCH) {
        const batch = reported.slice(from, from + INTAKE_BATCH)
        outcomes.push(...(await deps.db.transaction((tx) => takeIn(tx, storeId, batch, options))))
      }
      return outcomes
    },
  }
}

const timesOf = ({ shopUpdatedAt, depth, readAt }: OrderRow) => ({ shopUpdatedAt, depth, reportedAt: readAt })

/** The newest report of each order, and the orders that have two contradicting reports. */
function newestOf(reported: readonly NewOrder[]): { newest: Map<string, NewOrder>; unclear: Set<string> } {
  const newest = new Map<string, NewOrder>()
  const unclear = new Set<string>()
  for (const order of reported) {
    const known = newest.get(order.shopifyId)
    const { isNewer, isUnclear } = known ? verdict(order, known) : { isNewer: true, isUnclear: false }
    if (isNewer) newest.set(order.shopifyId, order)
    if (isUnclear) unclear.add(order.shopifyId)
  }
  return { newest, unclear }
}

const itemKey = (line: NewLine): string =>
  createHash('md5')
    .update(JSON.stringify([line.variantId, line.sku, line.title, line.variantTitle]))
    .digest('hex')

function groupLines(lines: readonly LineRow[]): Map<string, LineRow[]> {
  const groups = new Map<string, LineRow[]>()
  for (const line of lines) {
    const group = groups.get(line.orderId)
    if (group) group.push(line)
    else groups.set(line.orderId, [line])
  }
  return groups
}
