import { ORDER_RETURN_STATES } from '@huoqiao/contract/orders/orders.status'
import type { Can } from '@huoqiao/contract/wire'
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

const OTHER_STATE = '这次退货现在的状态不能这样做'

/** What may be done with a return now, or why not; `scopes`: what the shop granted to the app. */
export function returnCan(
  { state, lines, exchanges }: Pick<ReturnRow, 'state' | 'lines' | 'exchanges'>,
  { isBusy, scopes }: { isBusy: boolean; scopes: readonly string[] },
): Can {
  const denied = scopes.includes('write_returns')
    ? isBusy && '上一次提交还没有结果，正在核对'
    : '店铺没有给应用处理退货的权限（write_returns）。在店铺后台给应用加上，再到连接与参数点“检查连接”'
  const unless = (why: string | false): true | string => denied || why || true
  const answer = unless(state !== 'requested' && OTHER_STATE)
  const close = unless(state !== 'open' && OTHER_STATE)
  return {
    approveReturn: answer,
    approveReturns: answer,
    declineReturn: answer,
    closeReturn: close,
    closeReturns: close,
    refundReturn: unless(
      state !== 'open'
        ? OTHER_STATE
        : exchanges.some((line) => line.processed < line.quantity)
          ? '有换货的退货请到店铺后台处理，换的商品要一起加到订单'
          : lines.every((line) => line.processed >= line.quantity) && '退回的都已处理完',
    ),
  }
}
