import * as z from '../zod.ts'
import { can, id, instant, version } from '../wire.ts'
import { SUPPLIER_RATINGS } from './suppliers.status.ts'
import type { SupplierRating } from './suppliers.status.ts'

export const supplierRating = z.enum(Object.keys(SUPPLIER_RATINGS) as [SupplierRating, ...SupplierRating[]])

export const supplier = z.object({
  id,
  /** 1688's open id of the seller; null: none */
  openId: z.string().nullable(),
  name: z.string(),
  rating: supplierRating,
  note: z.string(),
  /** how it was paid last (PAY_WAYS); null: never */
  payWay: z.string().nullable(),
  figures: z.object({
    purchases: z.int(),
    open: z.int(),
    done: z.int(),
    cancelled: z.int(),
    /** fen, placed purchases without those that were cancelled unpaid */
    spentMinor: z.int(),
    pieces: z.int(),
    lastAt: instant.nullable(),
  }),
  version,
  updatedAt: instant,
  can,
})
export type Supplier = z.infer<typeof supplier>
