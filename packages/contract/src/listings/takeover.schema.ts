import * as z from '../zod.ts'
import { can, id, instant } from '../wire.ts'
import { TAKEOVER_READ_STATES, TAKEOVER_STATES, TAKEOVER_SURENESS } from './takeover.status.ts'
import type { TakeoverReadState, TakeoverState, TakeoverSureness } from './takeover.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const takeoverReadState = codes<TakeoverReadState>(TAKEOVER_READ_STATES)
export const takeoverState = codes<TakeoverState>(TAKEOVER_STATES)
export const takeoverSureness = codes<TakeoverSureness>(TAKEOVER_SURENESS)

/** The last reading of a shop's products. */
export const takeoverRead = z.object({
  storeId: id,
  state: takeoverReadState,
  /** products read so far, and how many of them belong to a listing of ours already */
  seen: z.int(),
  known: z.int(),
  /** why it stopped */
  message: z.string(),
  startedBy: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})
export type TakeoverRead = z.infer<typeof takeoverRead>

/** A product of the shop, and which product of ours it probably is. */
export const takeoverItem = z.object({
  id,
  shopifyProductId: z.string(),
  adminUrl: z.string(),
  title: z.string(),
  image: z.string().nullable(),
  /** some of its SKU codes, and how many variants it has */
  skus: z.array(z.string()),
  variantCount: z.int(),
  state: takeoverState,
  /** the proposed product; of a finished one the linked or created product */
  product: z.object({ id, title: z.string(), image: z.string().nullable(), skus: z.array(z.string()) }).nullable(),
  sureness: takeoverSureness,
  /** why this product is proposed, as texts */
  reasons: z.array(z.string()),
  /** who linked it or created a product from it; null: nobody */
  decidedBy: z.string().nullable(),
  /** why the last attempt to link it failed: the product is gone from the shop; otherwise empty */
  message: z.string(),
  can,
})
export type TakeoverItem = z.infer<typeof takeoverItem>
