import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { invalidateLists } from '../../../lib/query-client.ts'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'

const AnswerDialog = lazy(() => import('./return-answer.dialog.tsx'))
const RefundDialog = lazy(() => import('./return-refund.dialog.tsx'))

/** `adminUrl`: of the order in its shop */
type ReturnActionsProps = { one: OrderReturn; order: { adminUrl: string } }

/** What may be done with a return in its shop. */
export function ReturnActions({ one, order }: ReturnActionsProps): ReactNode {
  const allowed = useAllowed()
  const [open, setOpen] = useState<'approve' | 'decline' | 'refund'>()
  const end = useAct('closeReturn')
  const close = (): void => setOpen(undefined)
  async function finish(): Promise<void> {
    const isSure = await askConfirm({
      title: `结束退货 ${one.name}？`,
      content: '店铺把这次退货标为已完成。没有处理的商品不会退款，也不会退回库存。',
      okText: '结束退货',
    })
    if (!isSure) return
    const done = await end.run({ returnId: one.id })
    if (done.ok) toast.success(`退货 ${one.name} 已结束`)
    else await invalidateLists(['orders'])
  }
  return (
    <>
      {one.state === 'requested' ? (
        <>
          <CanButton
            size="small"
            type="primary"
            allowed={allowed(one, 'approveReturn')}
            onClick={() => setOpen('approve')}
          >
            同意退货
          </CanButton>
          <CanButton size="small" allowed={allowed(one, 'declineReturn')} onClick={() => setOpen('decline')}>
            拒绝退货
          </CanButton>
        </>
      ) : null}
      {one.state === 'open' ? (
        <>
          <CanButton
            size="small"
            type="primary"
            allowed={allowed(one, 'refundReturn')}
            onClick={() => setOpen('refund')}
          >
            退款
          </CanButton>
          <CanButton
            size="small"
            allowed={allowed(one, 'closeReturn')}
            loading={end.isPending}
            onClick={() => void finish()}
          >
            结束退货
          </CanButton>
        </>
      ) : null}
      {one.state === 'requested' || one.state === 'open' ? (
        <a href={order.adminUrl} target="_blank" rel="noreferrer">
          在店铺后台打开
        </a>
      ) : null}
      <Suspense fallback={null}>
        {open === 'approve' || open === 'decline' ? <AnswerDialog one={one} step={open} onClose={close} /> : null}
        {open === 'refund' ? <RefundDialog one={one} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
