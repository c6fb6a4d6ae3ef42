import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { isCallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import { yuanText } from '../../../lib/format.ts'
import type { SlotProps, SlotPurchases } from '../../../lib/slots.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import type { Payable } from './payable-list.tsx'
import { AT_ONCE_SAYS, dueOf, PayableList } from './payable-list.tsx'

/** Sends the amounts that were on the screen: a stage or a price that nobody saw is not paid. */
export function payAtOnce(
  { rows, perform }: Pick<SlotPurchases, 'rows' | 'perform'>,
  { orders }: Payable,
): Promise<BulkOutcome | undefined> {
  const stages = orders.flatMap(({ orderId, stage, dueMinor }) =>
    stage === null ? [] : [{ orderId, stage, amountMinor: dueMinor }],
  )
  const amounts = orders.flatMap(({ orderId, stage, dueMinor }) =>
    stage === null ? [{ orderId, amountMinor: dueMinor }] : [],
  )
  return perform('免密支付', rows, (purchaseIds) =>
    call('payByProtocol', { purchaseIds, channel: 'alipay', stages, amounts }),
  )
}

type PayAtOnceProps = SlotProps['pay-at-once']

/** 免密支付 for a row or the selection: asks for confirmation once the due amounts were read. Renders only that confirmation. */
export default function PayAtOnce(props: PayAtOnceProps): ReactNode {
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    props.onClose()
    void ask(props)
  })
  return null
}

async function ask({ rows, perform, tell }: PayAtOnceProps): Promise<void> {
  const purchaseIds = rows.map(({ id }) => id)
  const payable = await call('queryPayable', { purchaseIds }).catch((error: unknown) => {
    if (!isCallError(error)) throw error
    return undefined
  })
  if (payable === undefined) return
  if (payable.orders.length === 0) return tell('免密支付', payable.left, rows)
  const isSure = await askConfirm({
    title: `免密支付 ${yuanText(dueOf(payable))}？`,
    content: (
      <>
        <p>{AT_ONCE_SAYS}</p>
        <PayableList payable={payable} rows={rows} />
      </>
    ),
    okText: '立即付款',
    width: 640,
    danger: true,
  })
  if (isSure) await payAtOnce({ rows, perform }, payable)
}
