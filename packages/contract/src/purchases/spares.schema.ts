import * as z from '../zod.ts'
import { can, id, instant, remoteId } from '../wire.ts'
import { fen, orderRef, purchaseState } from './purchases.schema.ts'
import { SPARE_ENTRY_KINDS, SPARE_SORTS, SPARE_TABS, WRITE_OFF_CAUSES } from './spares.status.ts'
import type { SpareEntryKind, SpareSort, SpareTab, WriteOffCause } from './spares.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const spareTab = codes<SpareTab>(SPARE_TABS)
export const spareSort = codes<SpareSort>(SPARE_SORTS)
export const writeOffCause = codes<WriteOffCause>(WRITE_OFF_CAUSES)
export const spareEntryKind = codes<SpareEntryKind>(SPARE_ENTRY_KINDS)

/** An order line that took spare pieces of a purchase. */
export const spareCover = orderRef.extend({
  demandId: id,
  orderLineId: id,
  saleQuantity: z.int(),
  /** source pieces, rounded up */
  pieces: z.int(),
  at: instant,
})
export type SpareCover = z.infer<typeof spareCover>

/** A line of a placed purchase with pieces that nobody asked for at that time. */
export const spareLine = z.object({
  /** of the purchase line */
  id,
  purchaseId: id,
  purchaseNumber: z.string(),
  purchaseState,
  supplierName: z.string(),
  offerId: remoteId,
  skuId: remoteId.nullable(),
  specId: z.string().nullable(),
  title: z.string(),
  specText: z.string(),
  image: z.string().nullable(),
  batchNumber: z.int(),
  quantity: z.int(),
  received: z.int(),
  /** source pieces: still spare, taken by orders, written off */
  spare: z.int(),
  /** of the spare ones, those that have arrived */
  here: z.int(),
  used: z.int(),
  gone: z.int(),
  /** everything that is expected to arrive has arrived */
  arrived: z.boolean(),
  /** 库位: where a person put them */
  place: z.string(),
  /** the last arrival; null: nothing has arrived */
  receivedAt: instant.nullable(),
  /** cost of the pieces still spare, goods and freight; null: not reported by 1688 */
  costMinor: fen.nullable(),
  covers: z.array(spareCover),
  createdAt: instant,
  can,
})
export type SpareLine = z.infer<typeof spareLine>

/** Pieces and their cost in fen; lines whose cost 1688 has not reported count as pieces only. */
export const spareSum = z.object({ pieces: z.int(), worthMinor: fen })

/** One entry about the spare pieces of a line. Append-only: an entry is undone by another one that refers to it. */
export const spareEntry = z.object({
  id,
  kind: spareEntryKind,
  /** source pieces by which the stock changed */
  pieces: z.int(),
  /** spare pieces before and after */
  before: z.int(),
  after: z.int(),
  cause: writeOffCause.nullable(),
  note: z.string(),
  /** addresses of photos */
  photos: z.array(z.string()),
  /** the order whose goods came back */
  orderId: id.nullable(),
  orderName: z.string().nullable(),
  undone: z.boolean(),
  by: z.string().nullable(),
  at: instant,
  can,
})
export type SpareEntry = z.infer<typeof spareEntry>

/** An order that took spare pieces: what it holds now, and what it gave back. Sale pieces. */
export const spareTake = orderRef.extend({
  demandId: id,
  saleQuantity: z.int(),
  releasedQuantity: z.int(),
  at: instant,
  releasedAt: instant.nullable(),
  releasedWhy: z.string(),
})
export type SpareTake = z.infer<typeof spareTake>
