import { ORDER_RETURN_STATES } from '@huoqiao/contract/orders/orders.status'
import type { LineRow } from './orders.store.ts'
import type { NewReturn, ReturnRow } from './returns.store.ts'

/** The shop's return statuses of an order with an open return (reference shopify-admin, section 4). */
export const OPEN_RETURNS = ['RETURN_REQUESTED', 'IN_PROGRESS', 'INSPECTION_COMPLETE'] as const

type Reported = Pick<NewReturn, 'shopifyGid' | 'name' | 'state' | 'lines'>
export type ReturnChange = {
  text: string
  shopifyGid: string
  name: string
  isRequest: boolean
  shopifyLineIds: string[]
}

const pieces = ({ lines }: Pick<NewReturn, 'lines'>): number => lines.reduce((sum, line) => sum + line.quantity, 0)

/** Timeline texts for returns that are new or changed their state. */
export function returnChanges(
  before: readonly Pick<ReturnRow, 'shopifyGid' | 'state'>[],
  reported: readonly Reported[],
): ReturnChange[] {
  const known = new Map(before.map((row) => [row.shopifyGid, row.state]))
  return reported
    .filter((one) => known.get(one.shopifyGid) !== one.state)
    .map((one) => ({
      text: `退货 ${one.name}（${pieces(one)} 件）：${ORDER_RETURN_STATES[one.state].label}`,
      shopifyGid: one.shopifyGid,
      name: one.name,
      isRequest: one.state === 'requested',
      // Only requested or accepted returns: closed ones say nothing about goods that are still to come.
      shopifyLineIds:
        one.state === 'requested' || (one.state === 'open' && !known.has(one.shopifyGid))
          ? one.lines.flatMap((line) => line.shopifyLineId ?? [])
          : [],
    }))
}

/** Lines that are being returned while more pieces are bought and not sent. */
export const stillBought = (lines: readonly LineRow[], shopifyLineIds: readonly string[]): LineRow[] =>
  lines.filter((line) => shopifyLineIds.includes(line.shopifyId) && line.purchased > line.shipped)
