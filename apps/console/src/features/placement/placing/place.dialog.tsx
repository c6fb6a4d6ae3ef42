import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import { Button, Checkbox, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../lib/client.ts'
import { formatCount, yuanText } from '../../../lib/format.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from '../dialog.module.css'
import type { Chosen } from './paying-ways.ts'
import { STAGED_AGREED, stagedTypeOf } from './paying-ways.ts'
import { PlacedPurchase } from './placed-purchase.tsx'
import { usePreviewAlibabaOrder } from './use-preview-alibaba-order.ts'

/** This many are unfolded at first; the others are folded, one click away. */
const OPENED = 3

/** Shown before anything is ordered: what 1688 would charge now, beside what was expected, for every line of every purchase. */
export default function PlaceDialog({ rows, perform, isBusy, onClose }: SlotProps['place-purchases']): ReactNode {
  const [less, setLess] = useState<ReadonlyMap<string, PurchaseCard>>(new Map())
  const ready = useMemo(
    () =>
      rows
        .filter((row) => row.can['createAlibabaOrder'] === true)
        .map((row) => ({ ...row, ...sumsOf(less.get(row.id)) })),
    [rows, less],
  )
  const suppliers = [...new Set(ready.map(({ supplierId }) => supplierId))]
  const left = rows.length - ready.length
  const isAgain = ready.length > 0 && ready.every((row) => row.state === 'place-failed')
  const { reads, retry } = usePreviewAlibabaOrder(ready.map(({ id }) => id))
  const [chosen, choose] = useState<Chosen>(new Map())
  const staged = ready.flatMap((row) => {
    const tradeType = stagedTypeOf(reads.get(row.id)?.preview?.ways ?? [], chosen.get(row.id))
    return tradeType === null ? [] : [{ purchaseId: row.id, tradeType }]
  })
  const [unfolded, unfold] = useState<ReadonlyMap<string, boolean>>(new Map())
  const list = useRef<HTMLDivElement>(null)
  function show(id: string): void {
    flushSync(() => unfold(new Map(unfolded).set(id, true)))
    list.current?.querySelector(`[data-placed="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const [isAgreed, agree] = useState(false)
  const unread = ready.filter(({ id }) => !reads.has(id)).length
  async function place(): Promise<void> {
    onClose()
    await perform(isAgain ? '提交重新下单' : '提交1688下单', rows, (purchaseIds) =>
      call('createAlibabaOrder', { purchaseIds, staged }),
    )
  }
  const isUnagreed = staged.length > 0 && !isAgreed
  const submission = useSubmission(
    ready.length === 0 ? '没有现在能下单的' : isUnagreed ? '请先同意分阶段付款' : undefined,
    place,
  )
  return (
    <Modal
      open
      centered
      width={860}
      title={`向1688${isAgain ? '重新' : ''}下单：${ready.length} 张`}
      onCancel={onClose}
      footer={
        <div className={styles.total}>
          <Totals ready={ready} reads={reads} left={left} onShow={show} />
          <div className={styles.decide}>
            {staged.length > 0 ? (
              <Checkbox checked={isAgreed} onChange={({ target }) => agree(target.checked)}>
                {staged.length} 张{STAGED_AGREED}
              </Checkbox>
            ) : null}
            <Button onClick={onClose}>取消</Button>
            {submission.line}
            <CanButton
              type="primary"
              loading={isBusy}
              // Disabled until the dialog shows 1688's present price of every purchase, or that it could not be read.
              allowed={unread > 0 ? `还在查 ${unread} 张的1688现价` : true}
              onClick={submission.submit}
            >
              {isAgain ? '确认重新下单' : '确认下单'}
            </CanButton>
          </div>
        </div>
      }
    >
      <div className={styles.body}>
        <p className={styles.says}>
          每张采购单最多下一次：请求前先记下凭证，没收到答复就去1688核对，不会重复下单。价格超过允许范围会停下来等您确认。
        </p>
        <div ref={list} className={styles.placed} style={{ height: heightOf(ready) }}>
          {ready.map((row, index) => (
            <PlacedPurchase
              key={row.id}
              row={row}
              suppliers={suppliers}
              read={reads.get(row.id)}
              isUnfolded={unfolded.get(row.id) ?? index < OPENED}
              onUnfold={(isUnfolded) => unfold(new Map(unfolded).set(row.id, isUnfolded))}
              chosen={chosen.get(row.id)}
              onChoose={(tradeType) => choose(new Map(chosen).set(row.id, tradeType))}
              onRetry={() => retry(row.id)}
              onLess={(left) => {
                setLess(new Map(less).set(row.id, left))
                retry(row.id)
              }}
            />
          ))}
        </div>
      </div>
    </Modal>
  )
}

const [HEAD_PX, LINE_PX, GAP_PX] = [46, 27, 8]

/** Height of the list, reserved before the answers arrive, so that nothing moves under the pointer then. Longer content scrolls. */
const heightOf = (ready: readonly PurchaseCard[]): number =>
  ready.reduce((sum, row, at) => sum + HEAD_PX + GAP_PX + (at < OPENED ? (row.lineCount + 6) * LINE_PX : 0), 0)

/** The fields of a row that change when lines are taken out. */
const sumsOf = (left: PurchaseCard | undefined): Partial<PurchaseCard> =>
  left === undefined
    ? {}
    : {
        lineCount: left.lineCount,
        quantity: left.quantity,
        goodsMinor: left.goodsMinor,
        freightMinor: left.freightMinor,
      }

type TotalsProps = {
  ready: readonly PurchaseCard[]
  reads: ReturnType<typeof usePreviewAlibabaOrder>['reads']
  left: number
  /** shows a purchase's lines */
  onShow: (purchaseId: string) => void
}

/** Sums over everything that will be ordered, as far as 1688 has answered. */
function Totals({ ready, reads, left, onShow }: TotalsProps): ReactNode {
  const previews = ready.flatMap((row) => reads.get(row.id)?.preview ?? [])
  const failed = ready.filter((row) => reads.get(row.id)?.failure).length
  const stopped = previews.filter((preview) => !preview.withinTolerance)
  const expected = ready.reduce((sum, row) => sum + row.goodsMinor + (row.freightMinor ?? 0), 0)
  const now = previews.reduce((sum, preview) => sum + preview.now.totalMinor, 0)
  const isWhole = previews.length === ready.length
  const pieces = ready.reduce((sum, row) => sum + row.quantity, 0)
  return (
    <span role="status" aria-label="合计">
      {ready.length} 张 {formatCount(pieces)} 件，预计共 {yuanText(expected)}；
      {isWhole ? `1688现价共 ${yuanText(now)}` : `1688现价已查 ${previews.length} 张共 ${yuanText(now)}`}
      {stopped.length > 0 ? `，${stopped.length} 张超过允许，会停下来等确认：` : ''}
      {stopped.map(({ purchaseId, number }) => (
        <Button
          key={purchaseId}
          type="link"
          size="small"
          className={styles.stopped ?? ''}
          onClick={() => onShow(purchaseId)}
        >
          {number}
        </Button>
      ))}
      {failed > 0 ? `，${failed} 张没有查到` : ''}
      {left > 0 ? `；另有 ${left} 张现在不能下单，会在结果里说明` : ''}
    </span>
  )
}
