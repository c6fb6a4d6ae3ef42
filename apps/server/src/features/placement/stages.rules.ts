import type { SourceOrder } from '@huoqiao/connector-1688'
import type { OrderStageView } from '@huoqiao/contract/placement/placement.schema'
import { isClosed, isUnpaid } from './placement.rules.ts'
import type { OrderStage } from './placement.tables.ts'

type Staged = { readonly stages: readonly OrderStage[]; readonly paidAt: Date | null }
type Payable = Staged & { readonly status: string; readonly totalMinor: number }

/** What an order asks for next. `stage` counts from 1; null: the whole at once. `amountMinor` null: 1688 does not say. */
export type Due = { stage: number | null; amountMinor: number | null; paying: boolean }

const paidOf = (stages: readonly OrderStage[]): number => stages.filter(({ paid }) => paid).length

/** The stages that 1688 tells. What was paid stays paid: an answer that knows of less is older than what is held. */
export function stagesOf(reported: SourceOrder, held: readonly OrderStage[]): OrderStage[] {
  const now = reported.stages.map(({ amountFen, paid, paying, paidAt }) => ({
    amountMinor: amountFen,
    paid,
    paying,
    paidAt,
  }))
  return paidOf(now) < paidOf(held) ? [...held] : now
}

/** Whether a payment has come for what it was made for; `stage` null: for the whole order. */
export const hasCome = (order: Staged, stage: number | null): boolean =>
  order.paidAt !== null || (stage !== null && paidOf(order.stages) >= stage)

/** What it asks for next; null: nothing, it is paid or closed. */
export function dueOf(order: Payable): Due | null {
  if (order.paidAt !== null || isClosed(order.status)) return null
  const at = order.stages.findIndex(({ paid }) => !paid)
  const open = order.stages[at]
  // The seller may go on to the goods while a stage is open; an order that is paid at once says by its word that it waits.
  if (open) return { stage: at + 1, amountMinor: open.amountMinor, paying: open.paying }
  return isUnpaid(order.status) ? { stage: null, amountMinor: order.totalMinor, paying: false } : null
}

/** Fen paid, due now and due later; together the total. */
export function sharesOf(order: Payable): { paidMinor: number; dueMinor: number; laterMinor: number } {
  const paidMinor =
    order.paidAt !== null
      ? order.totalMinor
      : order.stages.reduce((sum, stage) => sum + (stage.paid ? (stage.amountMinor ?? 0) : 0), 0)
  const dueMinor = dueOf(order)?.amountMinor ?? 0
  return { paidMinor, dueMinor, laterMinor: isClosed(order.status) ? 0 : order.totalMinor - paidMinor - dueMinor }
}

/** Payments that 1688 has told since: each becomes one line of the ledger. */
export function newlyPaid(
  held: Staged,
  now: Payable,
): { stage: number | null; amountMinor: number | null; paidAt: number | null }[] {
  if (held.paidAt !== null) return []
  if (now.stages.length === 0)
    return now.paidAt === null ? [] : [{ stage: null, amountMinor: now.totalMinor, paidAt: now.paidAt.getTime() }]
  const from = paidOf(held.stages)
  return now.stages.slice(from, paidOf(now.stages)).map(({ amountMinor, paidAt }, index) => ({
    stage: from + index + 1,
    amountMinor,
    paidAt,
  }))
}

/** The word of the order for what follows from it: with a stage open it waits for money, whatever the seller does meanwhile. */
export const wordOf = (order: Payable): string =>
  order.status === 'waitsellersend' && dueOf(order) !== null ? 'waitbuyerpay' : order.status

export function stagesView(order: Payable): OrderStageView[] {
  const due = dueOf(order)
  return order.stages.map(({ amountMinor, paid, paying, paidAt }, index) => ({
    state: paid ? 'paid' : paying ? 'paying' : index + 1 === due?.stage ? 'due' : 'later',
    amountMinor,
    paidAt,
  }))
}
