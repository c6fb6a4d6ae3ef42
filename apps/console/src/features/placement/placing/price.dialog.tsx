import { useQueries } from '@tanstack/react-query'
import { Button, Checkbox, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { call } from '../../../lib/client.ts'
import { yuanText } from '../../../lib/format.ts'
import { readKey } from '../../../lib/query-client.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from '../dialog.module.css'
import type { Chosen } from './paying-ways.ts'
import { STAGED_AGREED, stagedTypeOf } from './paying-ways.ts'
import { PreviewTable } from './preview-table.tsx'
import { StagedNote } from './staged-note.tsx'

/** 待确认价格: both prices side by side; the person accepts exactly the total on the screen. */
export default function PriceDialog({
  rows,
  perform,
  isBusy,
  onSendBack,
  onClose,
}: SlotProps['accept-prices']): ReactNode {
  const stopped = rows.filter((row) => row.can['acceptAlibabaPrice'] === true)
  const reads = useQueries({
    queries: stopped.map((row) => ({
      queryKey: readKey('getPlacement', { purchaseId: row.id }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call('getPlacement', { purchaseId: row.id }, { signal }),
      staleTime: 0,
    })),
  })
  const checks = stopped.map((row, at) => ({ row, read: reads[at], priceCheck: reads[at]?.data?.priceCheck ?? null }))
  const [chosen, choose] = useState<Chosen>(new Map())
  const seen = checks.flatMap(({ row, priceCheck }) =>
    priceCheck
      ? [
          {
            purchaseId: row.id,
            totalMinor: priceCheck.now.totalMinor,
            tradeType: stagedTypeOf(priceCheck.ways, chosen.get(row.id)),
          },
        ]
      : [],
  )
  const total = seen.reduce((sum, one) => sum + one.totalMinor, 0)
  const isStaged = seen.some(({ tradeType }) => tradeType !== null)
  const [isAgreed, agree] = useState(false)
  async function accept(): Promise<void> {
    onClose()
    await perform('接受1688价格', stopped, () => call('acceptAlibabaPrice', { items: seen }))
  }
  const isAsking = seen.length === 0 && reads.some(({ isPending }) => isPending)
  const submission = useSubmission(
    seen.length === 0 ? '没有查到1688现价，不能接受' : isStaged && !isAgreed ? '请先同意分阶段付款' : undefined,
    accept,
  )
  return (
    <Modal
      open
      centered
      width={820}
      title={`确认价格：${stopped.length} 张`}
      onCancel={onClose}
      footer={
        <div className={styles.total}>
          {isStaged ? (
            <Checkbox style={{ width: '100%' }} checked={isAgreed} onChange={({ target }) => agree(target.checked)}>
              {STAGED_AGREED}
            </Checkbox>
          ) : null}
          <span>接受后共付 {yuanText(total)}；若1688又变价，会再停一次</span>
          <span style={{ marginLeft: 'auto' }} />
          <Button
            onClick={() => {
              onClose()
              onSendBack(stopped)
            }}
          >
            退回待审核
          </Button>
          {submission.line}
          <CanButton
            type="primary"
            allowed={isAsking ? '正在查1688现价' : true}
            loading={isBusy}
            onClick={submission.submit}
          >
            {isStaged ? '接受价格和付款方式并下单' : '接受价格并下单'}
          </CanButton>
        </div>
      }
    >
      <div className={styles.checks}>
        {checks.map(({ row, read, priceCheck }) => (
          <section key={row.id} className={styles.item} aria-label={row.number}>
            <div className={styles.head}>
              <b>{row.number}</b>
              <span>{row.supplierName}</span>
            </div>
            {read?.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
            {priceCheck ? (
              <StagedNote
                ways={priceCheck.ways}
                chosen={chosen.get(row.id)}
                onChoose={(tradeType) => choose(new Map(chosen).set(row.id, tradeType))}
              />
            ) : null}
            {priceCheck ? (
              <PreviewTable isStopped preview={priceCheck} />
            ) : read?.isPending ? (
              <RowSkeletons count={2} />
            ) : null}
          </section>
        ))}
      </div>
    </Modal>
  )
}
