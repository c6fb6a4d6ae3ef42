import { parseMinor } from '@huoqiao/kit'
import { z } from 'zod'
import { idText } from './webhook-ids.ts'

/**
 * What a message about an edit or a refund contains besides its order's id. `at`: when the shop sent it, ms. The order's own message of the
 * same event brings the whole order; once that is stored, the hint needs no read.
 */
export const orderHint = z.object({
  shopifyId: z.string(),
  at: z.number(),
  /** by line: pieces that an edit added or removed */
  added: z.array(z.object({ id: z.string(), delta: z.number() })),
  removed: z.array(z.object({ id: z.string(), delta: z.number() })),
  /** refunded amounts, in the currency of the payment */
  refunded: z.array(z.object({ amount: z.string(), currency: z.string() })),
})
export type OrderHint = z.infer<typeof orderHint>

const delta = z.object({ id: idText, delta: z.number() })
const edit = z.object({
  order_edit: z.object({
    order_id: idText,
    line_items: z.object({ additions: z.array(delta).nullish(), removals: z.array(delta).nullish() }).nullish(),
    discounts: z.unknown().optional(),
    shipping_lines: z.unknown().optional(),
  }),
})
const refund = z.object({
  order_id: idText,
  transactions: z.array(z.object({ kind: z.string(), status: z.string(), amount: z.string(), currency: z.string() })),
})

/** True if a value contains only empty lists and objects, at any depth. */
const isEmpty = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : typeof value === 'object' && value !== null
      ? Object.values(value).every(isEmpty)
      : value === null || value === undefined

/** The hint of a message of these two topics; undefined: the order has to be read in any case. */
export function hintOf(topic: string, body: unknown, sentAt: Date): OrderHint | undefined {
  const at = sentAt.getTime()
  if (topic === 'orders/edited') {
    const found = edit.safeParse(body).data?.order_edit
    // What an edit did to discounts or shipping cannot be seen in the lines.
    if (!found?.line_items || !isEmpty(found.discounts) || !isEmpty(found.shipping_lines)) return undefined
    const { additions, removals } = found.line_items
    return { shopifyId: found.order_id, at, added: additions ?? [], removed: removals ?? [], refunded: [] }
  }
  if (topic !== 'refunds/create') return undefined
  const found = refund.safeParse(body).data
  if (!found) return undefined
  const given = found.transactions.filter(({ kind, status }) => kind === 'refund' && status === 'success')
  return { shopifyId: found.order_id, at, added: [], removed: [], refunded: given }
}

/** The stored order. `reportedAt`: the time of its state, by the shop's clock for messages and by ours for reads. */
export type HeldFacts = {
  depth: number
  reportedAt: Date
  currency: string
  refundedMinor: number
  lines: readonly { shopifyId: string; quantity: number; current: number }[]
}

/** An order read this soon after a message may lack its change: two clocks, and times in whole seconds. */
const SAME_MOMENT_MS = 2_000

/**
 * Whether the stored order already shows what the hint reports, so that no read is needed. `but-the-sum`: everything except the
 * shop-currency amount of a refund that was paid in another currency.
 */
export function whatShows(held: HeldFacts | undefined, hint: OrderHint): 'all' | 'but-the-sum' | 'not' {
  if (!held) return 'not'
  if (held.depth === 1) return held.reportedAt.getTime() > hint.at + SAME_MOMENT_MS ? 'all' : 'not'
  if (held.reportedAt.getTime() < hint.at || !showsLines(held, hint)) return 'not'
  if (hint.refunded.some(({ currency }) => currency !== held.currency)) return 'but-the-sum'
  return showsRefund(held, hint) ? 'all' : 'not'
}

function showsLines(held: HeldFacts, hint: OrderHint): boolean {
  const line = (id: string) => held.lines.find(({ shopifyId }) => shopifyId === id)
  const isTaken = hint.removed.every(({ id, delta: n }) => {
    const known = line(id)
    return known !== undefined && known.quantity - known.current >= n
  })
  return isTaken && hint.added.every(({ id, delta: n }) => (line(id)?.quantity ?? 0) >= n)
}

function showsRefund(held: HeldFacts, { refunded }: OrderHint): boolean {
  try {
    const given = refunded.reduce((sum, { amount }) => sum + parseMinor(amount, held.currency), 0)
    return held.refundedMinor >= given
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
