import { z } from 'zod'
import { can, id, instant, remoteId } from '../wire.ts'
import { fen, orderRef, purchaseState } from './purchases.schema.ts'
import { SPARE_ADJUSTMENTS, SPARE_TABS } from './spares.status.ts'
import type { SpareAdjustment, SpareTab } from './spares.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const spareTab = codes<SpareTab>(SPARE_TABS)
export const spareAdjustment = codes<SpareAdjustment>(SPARE_ADJUSTMENTS)

/** An order line that took spare pieces of a purchase. */
export const spareCover = orderRef.extend({
  demandId: id,
  orderLineId: id,
  saleQuantity: z.number().int(),
  /** source pieces, rounded up */
  pieces: z.number().int(),
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
  batchNumber: z.number().int(),
  quantity: z.number().int(),
  received: z.number().int(),
  /** source pieces: still spare, taken by orders, written off */
  spare: z.number().int(),
  used: z.number().int(),
  gone: z.number().int(),
  /** all goods that will ever come have arrived */
  arrived: z.boolean(),
  /** cost of the pieces still spare, goods and freight; null: not reported by 1688 */
  costMinor: fen.nullable(),
  covers: z.array(spareCover),
  createdAt: instant,
  can,
})
export type SpareLine = z.infer<typeof spareLine>
