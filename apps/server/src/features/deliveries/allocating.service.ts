import type { Tx } from '../../db/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrderDoc, OrdersApi } from '../orders/index.ts'
import type { DemandDoc, HeldPart, LineDoc, PurchasesApi } from '../purchases/index.ts'
import { allocate, bindPieces, fits, moveWords } from './allocation.rules.ts'
import type { Claim } from './allocation.rules.ts'
import { findAllocations, findAllocationsOfOrderLines, saveAllocation } from './receipts.store.ts'
import { findReserved } from './shipments.store.ts'
import type { By } from '../../platform/call.ts'

export type AllocatingService = ReturnType<typeof allocatingService>
/** A claim with the demand and the order that it belongs to. */
export type OwnedClaim = Claim & { demand: DemandDoc; orderState: OrderDoc['state'] | null }
type OrderLine = OrderDoc['lines'][number] & { state: OrderDoc['state'] }

/** Decides which orders get the goods that arrived; the orders' counters are updated in the same transaction. */
export function allocatingService(deps: { newId: NewId; orders: OrdersApi; purchases: PurchasesApi }) {
  const { orders, purchases } = deps

  /**
   * The claims on each line, oldest first, by line id. `lock`: also locks the orders until the transaction ends, for a caller that will
   * write.
   */
  async function claimsOf(
    tx: Tx,
    lineIds: readonly string[],
    { lock }: { lock: boolean },
  ): Promise<ReadonlyMap<string, OwnedClaim[]>> {
    const asking = await purchases.demandOf(tx, lineIds)
    if (lock) await orders.linesForPurchase(tx, [...new Set(asking.map((one) => one.orderLineId))])
    const docs = await orders.orderDocs(tx, [...new Set(asking.map((one) => one.orderId))])
    const asked = new Set(asking.map((one) => one.orderLineId))
    const orderLines = new Map<string, OrderLine>(
      docs.flatMap((doc) =>
        doc.lines.filter((line) => asked.has(line.lineId)).map((line) => [line.lineId, { ...line, state: doc.state }]),
      ),
    )
    const demand = oldestFirst(asking, docs)
    const held = new Map((await findAllocations(tx, lineIds)).map((row) => [row.demandId, row.saleQuantity]))
    const fixed = await fixedPieces(tx, orderLines)
    // How many pieces an order line may still get, divided over its claims: pieces that the order no longer wants are not allocated.
    const open = new Map(
      [...orderLines].map(([id, line]) => {
        const wanted = line.state === 'cancelled' ? 0 : line.wanted
        return [id, Math.max(0, wanted - line.received)]
      }),
    )
    const claims = new Map<string, OwnedClaim[]>(lineIds.map((id) => [id, []]))
    for (const one of demand) {
      const allocated = held.get(one.id) ?? 0
      const more = Math.max(0, Math.min(one.saleQuantity - allocated, open.get(one.orderLineId) ?? 0))
      open.set(one.orderLineId, (open.get(one.orderLineId) ?? 0) - more)
      claims.get(one.lineId)?.push({
        demandId: one.id,
        ratioSource: one.ratioSource,
        ratioSale: one.ratioSale,
        most: allocated + more,
        allocated,
        // Returned pieces stay allocated to the order that they were sent for, even if its shipment was withdrawn since.
        fixed: Math.max(fixed.get(one.id) ?? 0, Math.min(allocated, one.returnedQuantity)),
        returned: Math.min(allocated, one.returnedQuantity),
        demand: one,
        orderState: orderLines.get(one.orderLineId)?.state ?? null,
      })
    }
    return claims
  }

  /** Pieces that were sent or are about to be sent, by demand. */
  async function fixedPieces(tx: Tx, orderLines: ReadonlyMap<string, OrderLine>): Promise<ReadonlyMap<string, number>> {
    const reserved = await findReserved(tx, [...orderLines.keys()])
    const bound = [...orderLines].map(([id, line]) => [id, line.shipped + (reserved.get(id) ?? 0)] as const)
    return boundPieces(tx, new Map(bound))
  }

  /** Divides a number of pieces of each order line over its demand, see `bindPieces`; returns the pieces by demand. */
  async function boundPieces(tx: Tx, bound: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    const all = await findAllocationsOfOrderLines(tx, [...bound.keys()])
    const fixed = new Map<string, number>()
    for (const [id, pieces] of bound) {
      const own = all.filter((row) => row.orderLineId === id)
      const shares = bindPieces(
        own.map((row) => ({ id: row.demandId, allocated: row.saleQuantity })),
        pieces,
      )
      for (const [demandId, share] of shares) fixed.set(demandId, share)
    }
    return fixed
  }

  /** Stores the new allocation of each claim, moves the orders' counters and writes their timelines. */
  async function write(
    tx: Tx,
    line: LineDoc,
    claims: readonly OwnedClaim[],
    next: ReadonlyMap<string, number>,
    reported: { by: By | null; number: string; words?: string },
  ): Promise<void> {
    const changed = claims.filter((claim) => (next.get(claim.demandId) ?? claim.allocated) !== claim.allocated)
    for (const claim of changed)
      await saveAllocation(tx, {
        id: deps.newId(),
        purchaseId: line.purchaseId,
        lineId: line.id,
        demandId: claim.demandId,
        orderId: claim.demand.orderId,
        orderLineId: claim.demand.orderLineId,
        saleQuantity: next.get(claim.demandId)!,
      })
    const moves = changed.map((claim) => ({
      lineId: claim.demand.orderLineId,
      quantity: next.get(claim.demandId)! - claim.allocated,
    }))
    if (moves.length > 0) await orders.moveReceived(tx, moves)
    for (const claim of changed) {
      const pieces = next.get(claim.demandId)! - claim.allocated
      await orders.addEvent(tx, {
        orderId: claim.demand.orderId,
        kind: 'receipt',
        text:
          reported.words === undefined
            ? pieces > 0
              ? `采购单 ${reported.number} 到货 ${pieces} 件`
              : `采购单 ${reported.number} 收回到货 ${-pieces} 件`
            : `采购单 ${reported.number} ${reported.words}`.slice(0, MESSAGE_CHARS),
        by: reported.by,
      })
    }
  }

  return {
    claimsOf,
    write,

    /** Sale pieces that were sent, by demand, from what was shipped of each order line. */
    sentPieces: (tx: Tx, shipped: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> =>
      boundPieces(tx, shipped),

    /** Recalculates the allocations of these lines from what they received. Throws `already-shipped`. */
    async resolve(tx: Tx, lines: readonly LineDoc[], reported: { by: By | null; number: string }): Promise<void> {
      const claims = await claimsOf(
        tx,
        lines.map((line) => line.id),
        { lock: true },
      )
      for (const line of lines) {
        const own = claims.get(line.id) ?? []
        const next = allocate(line.usable, own)
        if (!next)
          throw new Refusal('already-shipped', {
            why: `“${line.title}”的到货已分给订单并发出或正在回传，不能收回`,
            affects: reported.number,
            next: [{ label: '先撤销对应的发货', to: '/order/ship' }],
          })
        await write(tx, line, own, next, reported)
      }
    },

    /**
     * Sets the allocation that a person chose, with an entry in the history of the purchase and of each order. Returns what moved. Throws
     * `stale`, `already-shipped`, or `state-not-allowed` with the reason.
     */
    async change(
      tx: Tx,
      line: LineDoc,
      parts: readonly { demandId: string; from: number; to: number }[],
      reported: { by: By; number: string },
    ): Promise<{ orderName: string; from: number; to: number }[]> {
      const own = (await claimsOf(tx, [line.id], { lock: true })).get(line.id) ?? []
      const next = new Map<string, number>()
      for (const { demandId, from, to } of parts) {
        const claim = own.find((one) => one.demandId === demandId)
        if (!claim) throw new Refusal('not-found', { why: '这个订单不在这一行的采购需求里' })
        const { orderName, saleQuantity } = claim.demand
        if (claim.allocated !== from)
          throw new Refusal('stale', { why: `${orderName} 现在分到 ${claim.allocated} 件，不是 ${from} 件` })
        if (to < claim.fixed)
          throw new Refusal('already-shipped', { why: `${orderName} 有 ${claim.fixed} 件已发出或正在回传，不能少于它` })
        if (to > saleQuantity)
          throw new Refusal('state-not-allowed', { why: `${orderName} 只要 ${saleQuantity} 件，不能分 ${to} 件` })
        next.set(demandId, to)
      }
      const after = own.map((claim) => ({ ...claim, allocated: next.get(claim.demandId) ?? claim.allocated }))
      if (!fits(line.usable, after))
        throw new Refusal('state-not-allowed', { why: `这一行到货能用的只有 ${line.usable} 件，不够这样分` })
      const goods = [line.title.slice(0, 40), line.specText].filter(Boolean).join(' · ')
      // Order numbers repeat between stores; if there are several stores, each order is named with its store.
      const isOneStore = new Set(own.map(({ demand }) => demand.storeName)).size === 1
      const moved = own.flatMap(({ demandId, allocated, demand: { orderName, storeName } }) => {
        const to = next.get(demandId) ?? allocated
        const name = isOneStore ? orderName : `${orderName}（${storeName}）`
        return to === allocated ? [] : [{ demandId, goods, orderName: name, from: allocated, to }]
      })
      if (moved.length === 0) return []
      const words = moveWords(moved)
      await write(tx, line, own, next, { ...reported, words })
      await purchases.noteAllocation(tx, line.purchaseId, moved, { by: reported.by, reason: words })
      return moved
    },
  }
}

/** Answers `goodsAreAllocated`: why `usable` source pieces of a line do not cover what orders got through `demand`. Undefined: they do. */
export async function whyAllocated(
  tx: Tx,
  lineId: string,
  { usable, demand }: { usable: number; demand: readonly (HeldPart & { readonly id: string })[] },
): Promise<string | undefined> {
  const rows = new Map((await findAllocations(tx, [lineId])).map((row) => [row.demandId, row.saleQuantity]))
  const held = demand.map(({ id, ratioSource, ratioSale, returnedQuantity }) => {
    const allocated = rows.get(id) ?? 0
    return { ratioSource, ratioSale, allocated, returned: Math.min(allocated, returnedQuantity) }
  })
  return fits(usable, held) ? undefined : '退回的货已分给别的订单，不能撤销；等其余的货到了再撤销'
}

/** Older orders are served first; orders of the same time in the order in which they were stored. */
function oldestFirst(demand: readonly DemandDoc[], docs: readonly OrderDoc[]): DemandDoc[] {
  const age = new Map(docs.map((doc) => [doc.id, doc.createdAt.getTime()]))
  const keyOf = (one: DemandDoc): number => age.get(one.orderId) ?? one.createdAt.getTime()
  return demand.toSorted((a, b) => keyOf(a) - keyOf(b) || compare(a.orderId, b.orderId) || compare(a.id, b.id))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
