import type { SourceOrder } from '@huoqiao/connector-1688'
import type { OrderStageView } from '@huoqiao/contract/placement/placement.schema'
import { isClosed, isUnpaid } from './placement.rules.ts'
import type { OrderStage } from './placement.tables.ts'

type Staged = { readonly stages: readonly OrderStage[]; readonly paidAt: Date | null }
type Payable = Staged & { readonly status: string; readonly totalMinor: number }

/** What is due next for an order. `stage` counts from 1; null: the whole at once. `amountMinor` null: 1688 did not report it. */
export type Due = { stage: number | null; amountMinor: number | null; paying: boolean }

const paidOf = (stages: readonly OrderStage[]): number => stages.filter(({ paid }) => paid).length

/** The stages that 1688 reports. A paid stage stays paid: an answer in which it is unpaid is older than the stored copy. */
export function stagesOf(reported: SourceOrder, held: readonly OrderStage[]): OrderStage[] {
  const now = reported.stages.map(({ amountFen, paid, paying, paidAt }) => ({
    amountMinor: amountFen,
    paid,
    paying,
    paidAt,
  }))
  return paidOf(now) < paidOf(held) ? [...held] : now
}

/** Whether the payment for this stage has arrived; `stage` null: for the whole order. */
export const hasCome = (order: Staged, stage: number | null): boolean =>
  order.paidAt !== null || (stage !== null && paidOf(order.stages) >= stage)

/** What is due next; null: nothing, because the order is paid or closed. */
export function dueOf(order: Payable): Due | null {
  if (order.paidAt !== null || isClosed(order.status)) return null
  const at = order.stages.findIndex(({ paid }) => !paid)
  const open = order.stages[at]
  // An order in stages may advance while a stage is unpaid. An order that is paid at once shows by its status that it waits for payment.
  if (open) return { stage: at + 1, amountMinor: open.amountMinor, paying: open.paying }
  return isUnpaid(order.status) ? { stage: null, amountMinor: order.totalMinor, paying: false } : null
}

/** Fen paid, due now and due later; together they are the total. */
export function sharesOf(order: Payable): { paidMinor: number; dueMinor: number; laterMinor: number } {
  const paidMinor =
    order.paidAt !== null
      ? order.totalMinor
      : order.stages.reduce((sum, stage) => sum + (stage.paid ? (stage.amountMinor ?? 0) : 0), 0)
  const dueMinor = dueOf(order)?.amountMinor ?? 0
  return { paidMinor, dueMinor, laterMinor: isClosed(order.status) ? 0 : order.totalMinor - paidMinor - dueMinor }
}

/** Payments that 1688 newly reports; each becomes one ledger line. */
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

/** The status word used for decisions: while a stage is unpaid the order counts as unpaid, whatever the seller does meanwhile. */
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
