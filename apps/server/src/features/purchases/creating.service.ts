import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { createHash } from 'node:crypto'
import type { ENDPOINTS, InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import { canonicalJson, formatChinaDate } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { CoveringService } from './covering.service.ts'
import { withCoverWords } from './covers.rules.ts'
import { findOrderRefs, insertDemand, insertLines } from './lines.store.ts'
import { blacklistedText, checkRequest } from './planning.service.ts'
import type { PlanningService, Terms, RequestedOffers } from './planning.service.ts'
import type { PlanGroup, PlanLine } from './plan.rules.ts'
import type { PurchaseWriting, Whole } from './purchase-writing.service.ts'
import { expectFreight } from './purchases.jobs.ts'
import { numberOf } from './purchases.rules.ts'
import {
  findPurchases,
  insertPurchases,
  keepAnswer,
  takeNumbers,
  takeRequest,
  forgetRequest,
} from './purchases.store.ts'
import type { NewPurchaseRow } from './purchases.store.ts'
import { cardView } from './purchases.view.ts'
import { findSuppliers, keepSuppliers } from './suppliers.store.ts'
import type { SupplierRow } from './suppliers.store.ts'

type Endpoints = typeof ENDPOINTS
type Input = InputOf<Endpoints['createPurchaseOrder']>
type Output = OutputOf<Endpoints['createPurchaseOrder']>
export type CreatingService = ReturnType<typeof creatingService>
export type Made = { whole: Whole; supplier: SupplierRow; keys: readonly string[] }

export function creatingService(deps: {
  db: Db
  jobs: Jobs
  newId: NewId
  orders: OrdersApi
  planning: PlanningService
  writing: PurchaseWriting
  covering: CoveringService
}) {
  const { db, planning, writing } = deps

  /** Numbers are taken last in a transaction, because every other transaction that needs one waits until this one commits. */
  const numbersFor = async (tx: Tx, count: number): Promise<string[]> => {
    // A call whose rows are all refused writes nothing, not even the row of a new day.
    if (count === 0) return []
    const day = formatChinaDate(writing.now().getTime())
    const first = await takeNumbers(tx, day, count)
    return Array.from({ length: count }, (_, index) => numberOf(day, first + index))
  }

  /** Writes groups as purchase orders in 待审核 and books their parts on the order lines. */
  const writeGroups = async (
    tx: Tx,
    groups: readonly PlanGroup[],
    head: { terms: Terms; by: By; message: string; note: string; origin: 'orders' | 'manual' | 'copy'; reason: string },
  ): Promise<Made[]> => {
    const moves = groups.flatMap((group) =>
      group.lines.flatMap((line) =>
        line.parts.map((part) => ({ lineId: part.orderLineId, quantity: part.saleQuantity })),
      ),
    )
    if (moves.length > 0) await deps.orders.movePurchased(tx, moves)
    const suppliers = await keepSuppliers(
      tx,
      groups.map(({ sellerKey, openId, supplierName }) => ({
        id: deps.newId(),
        sellerKey,
        openId,
        name: supplierName,
        at: writing.now(),
      })),
    )
    const numbers = await numbersFor(tx, groups.length)
    const made: Made[] = []
    for (const [index, group] of groups.entries()) {
      const supplier = suppliers.get(group.sellerKey)!
      const row = headOf({ ...head, id: deps.newId(), number: numbers[index]!, supplier, at: writing.now() })
      await insertPurchases(tx, [row])
      await writeLines(tx, row.id, group.lines)
      const whole = await writing.rework(tx, row.id, 'goods')
      await writing.record(tx, whole, head)
      await tellOrders(tx, whole, group.lines, head.by)
      await deps.jobs.enqueue(tx, expectFreight, { purchaseId: row.id })
      made.push({ whole, supplier, keys: group.lines.flatMap((line) => line.keys) })
    }
    return made
  }

  const writeLines = async (tx: Tx, purchaseId: string, lines: readonly PlanLine[], from = 0): Promise<void> => {
    const ids = lines.map(() => deps.newId())
    await insertLines(
      tx,
      lines.map((line, index) => ({
        id: ids[index]!,
        purchaseId,
        position: from + index,
        offerId: line.offerId,
        skuId: line.skuId,
        specId: line.specId,
        title: line.title,
        specText: line.specText,
        image: line.image,
        url: line.url,
        extraNeed: line.extra,
        need: line.need,
        batchNumber: line.batchNumber,
        quantity: line.quantity,
        unitPriceMinor: line.unitPriceMinor,
        formerPriceMinor: line.formerPriceMinor,
        createdAt: writing.now(),
        updatedAt: writing.now(),
      })),
    )
    await insertDemand(
      tx,
      lines.flatMap((line, index) =>
        line.parts.map(({ storeName: _storeName, ...part }) => ({
          ...part,
          id: deps.newId(),
          lineId: ids[index]!,
          createdAt: writing.now(),
        })),
      ),
    )
  }

  const tellOrders = async (tx: Tx, { row }: Whole, lines: readonly PlanLine[], by: By): Promise<void> => {
    for (const orderId of new Set(lines.flatMap((line) => line.parts.map((part) => part.orderId))))
      await deps.orders.addEvent(tx, { orderId, kind: 'purchase', text: `生成采购单 ${row.number}`, by })
  }

  const answerAgain = async (tx: Tx, purchaseIds: readonly string[], rows: RowOutcome[]): Promise<Output> => {
    const found = await findPurchases(tx, purchaseIds)
    const suppliers = new Map(
      (
        await findSuppliers(
          tx,
          found.map((row) => row.supplierId),
        )
      ).map((row) => [row.id, row]),
    )
    const orders = await findOrderRefs(tx, purchaseIds)
    return {
      purchases: found.map((row) =>
        cardView(row, suppliers.get(row.supplierId)?.rating ?? 'normal', orders.get(row.id) ?? []),
      ),
      rows: outcomeOf(rows),
      repeated: true,
    }
  }

  const work = async (tx: Tx, call: Call, input: Input, offers: RequestedOffers): Promise<Output> => {
    const { key, message, note, ...request } = input
    const digest = createHash('sha256').update(canonicalJson(request)).digest('hex')
    const accountId = call.actor.accountId
    const before = await takeRequest(tx, { key, accountId, digest, createdAt: writing.now() })
    if (before) {
      if (before.digest !== digest || before.accountId !== accountId) throw new Refusal('key-reused')
      return answerAgain(tx, before.purchaseIds, before.rows as RowOutcome[])
    }
    const { groups, left, terms, covers } = await planning.plan(tx, request, offers)
    const origin = request.orderLines.length > 0 ? 'orders' : 'manual'
    const made = await writeGroups(tx, groups, {
      terms,
      by: byOf(call),
      message,
      note,
      origin,
      reason: origin === 'orders' ? '由订单生成' : '手工创建',
    })
    await deps.covering.take(tx, covers, { by: byOf(call), beside: besideOf(made, groups) })
    const rows = withCoverWords([...made.flatMap(rowsOf), ...left], covers)
    const ids = made.map(({ whole }) => whole.row.id)
    // Nothing was created, so the key is released: the person fixes the cause and sends the form again.
    if (ids.length + covers.length === 0) await forgetRequest(tx, key)
    else await keepAnswer(tx, key, ids, rows)
    for (const { whole } of made) call.notes.object('purchase', whole.row.id, whole.row.number)
    for (const { purchaseId, number, part, pieces } of covers) {
      call.notes.object('purchase', purchaseId, number)
      call.notes.change(`余货 ${number} 给 ${part.orderName}`, 0, pieces)
    }
    const orders = await findOrderRefs(tx, ids)
    return {
      purchases: made.map(({ whole, supplier }) =>
        cardView(whole.row, supplier.rating, orders.get(whole.row.id) ?? []),
      ),
      rows: outcomeOf(rows),
      repeated: false,
    }
  }

  return {
    writeGroups,
    writeLines,
    numbersFor,

    async createPurchaseOrder(call: Call, input: Input): Promise<Output> {
      checkRequest(input)
      const offers = await planning.requestedOffers(input, call.signal)
      return db.transaction((tx) => work(tx, call, input, offers))
    },
  }
}

/** For each order line, the purchase that buys the rest of it. */
const besideOf = (made: readonly Made[], groups: readonly PlanGroup[]): Map<string, string> =>
  new Map(
    made.flatMap(({ whole }, index) =>
      groups[index]!.lines.flatMap((line) =>
        line.parts.map((part): [string, string] => [part.orderLineId, whole.row.id]),
      ),
    ),
  )

const rowsOf = ({ whole, supplier, keys }: Made): RowOutcome[] =>
  keys.map((key) => ({
    key,
    ok: true,
    id: whole.row.id,
    message:
      supplier.rating === 'blacklisted'
        ? `已加入采购单 ${whole.row.number}；注意：${blacklistedText(supplier)}`
        : `已加入采购单 ${whole.row.number}`,
  }))

export const headOf = (head: {
  id: string
  number: string
  supplier: SupplierRow
  terms: Terms
  by: By
  message: string
  note: string
  origin: NewPurchaseRow['origin']
  at: Date
}): NewPurchaseRow => ({
  id: head.id,
  number: head.number,
  state: 'reviewing',
  origin: head.origin,
  supplierId: head.supplier.id,
  supplierName: head.supplier.name,
  accountId: head.terms.account.id,
  accountName: head.terms.account.name,
  addressId: head.terms.address?.id ?? null,
  addressName: head.terms.address?.name ?? '',
  message: head.message,
  note: head.note,
  createdById: head.by.accountId,
  createdBy: head.by.name,
  createdAt: head.at,
  updatedAt: head.at,
})
