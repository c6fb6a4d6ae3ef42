import type { MergeGroup } from '@huoqiao/contract/purchases/purchases.schema'
import type { RowOutcome } from '@huoqiao/contract/wire'
import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { Slot } from '../../../lib/slots.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { Minimum } from '../minimum.tsx'
import styles from './merge.module.css'
import { formatCount, yuan, yuanText } from '../../../lib/format.ts'

type MergeDialogProps = {
  /** empty: all purchase orders in review that can be merged */
  numbers: readonly string[]
  onOpen: (purchaseId: string) => void
  onClose: () => void
}
type Merged = { purchaseId: string; number: string; numbers: readonly string[] }
type Result = { merged: readonly Merged[]; left: readonly RowOutcome[] }

const WIDTH = 760

/** What merging would save, shown before it is done (decision 0007), and the result. */
export default function MergeDialog({ numbers, onOpen, onClose }: MergeDialogProps): ReactNode {
  const [result, setResult] = useState<Result>()
  return result ? (
    <ResultWindow result={result} onOpen={onOpen} onClose={onClose} />
  ) : (
    <PreviewWindow numbers={numbers} onResult={setResult} onClose={onClose} />
  )
}

type PreviewWindowProps = Pick<MergeDialogProps, 'numbers' | 'onClose'> & { onResult: (result: Result) => void }

function PreviewWindow({ numbers, onResult, onClose }: PreviewWindowProps): ReactNode {
  const reading = { keepPrevious: false, staleTime: 0 }
  // The freight is read from 1688 group by group: the groups are shown before it is known.
  const plain = useRead('previewMerge', { numbers: [...numbers], estimate: false }, reading)
  const priced = useRead('previewMerge', { numbers: [...numbers], estimate: true }, reading)
  const data = priced.data ?? plain.data
  const { error, refetch } = plain.error ? plain : priced
  const isAsking = priced.isPending && !priced.error
  const merging = useMerging(onResult)
  const good = (data?.groups ?? []).filter((group) => group.obstacle === null && group.members.length > 1)
  const count = good.reduce((sum, group) => sum + group.members.length, 0)
  const submission = useSubmission(good.length === 0 ? '没有可以合并的采购单' : undefined, () =>
    merging.run(numbers, good),
  )
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={numbers.length === 0 ? '一键合并' : `合并 ${numbers.length} 张采购单`}
      onCancel={onClose}
      footer={
        <div className={styles.total}>
          <span className={styles.says}>
            {isAsking && data ? '正在向1688查运费；不等也可以合并，' : ''}下单之前随时可以拆回
          </span>
          <span style={{ marginLeft: 'auto' }} />
          {submission.line}
          <Button onClick={onClose}>取消</Button>
          <CanButton
            type="primary"
            allowed={data || error ? true : '正在看哪些可以合并'}
            loading={merging.isBusy}
            onClick={submission.submit}
          >
            {good.length === 0 ? '合并' : `把 ${count} 张合成 ${good.length} 张`}
          </CanButton>
        </div>
      }
    >
      <div className={styles.body}>
        {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
        {merging.error ? <FailureNote failure={merging.error} /> : null}
        {data ? null : error ? null : <RowSkeletons count={4} />}
        {data?.groups.length === 0 ? (
          <EmptyState text="没有可以合并的：待审核里没有两张是同一供应商、账号和地址的。" />
        ) : null}
        <div className={styles.scroll}>
          {(data?.groups ?? []).map((group, _at, all) => (
            <Group
              key={group.members.map(({ id }) => id).join()}
              group={group}
              suppliers={all.map(({ supplierId }) => supplierId)}
              isAsking={isAsking}
            />
          ))}
        </div>
      </div>
    </Modal>
  )
}

/** Selected numbers are merged group by group; when none is selected the server finds the groups. */
function useMerging(onResult: (result: Result) => void) {
  const some = useAct('mergeOrderByPurOrderNo')
  const all = useAct('oneClickMergeOrder')
  async function run(numbers: readonly string[], groups: readonly MergeGroup[]): Promise<void> {
    if (numbers.length === 0) {
      const done = await all.run({})
      if (done.ok)
        onResult({
          merged: done.data.merged.map(({ target, numbers: of }) => ({
            purchaseId: target.id,
            number: target.number,
            numbers: of,
          })),
          left: done.data.left,
        })
      return
    }
    const merged: Merged[] = []
    const left: RowOutcome[] = []
    for (const group of groups) {
      const of = group.members.map(({ number }) => number)
      const done = await some.run({ numbers: of })
      if (done.ok) merged.push({ purchaseId: done.data.id, number: done.data.number, numbers: of })
      else left.push({ key: of.join('、'), ok: false, message: done.error.message })
    }
    onResult({ merged, left })
  }
  return { run, isBusy: some.isPending || all.isPending, error: all.error }
}

type GroupProps = { group: MergeGroup; suppliers: readonly string[]; isAsking: boolean }

function Group({ group, suppliers, isAsking }: GroupProps): ReactNode {
  const saved = group.freightSavedMinor
  return (
    <section className={styles.item} aria-label={group.supplierName}>
      <div className={styles.head}>
        <b>{group.supplierName}</b>
        <Slot name="supplier-badge" supplierId={group.supplierId} among={{ suppliers }} />
        <span className={styles.says}>
          {group.accountName} → {group.addressName}
        </span>
        <span>
          {group.lineCount} 种 {formatCount(group.quantity)} 件 <MoneyText strong amount={yuan(group.goodsMinor)} />
        </span>
      </div>
      <Slot
        name="supplier-warning"
        supplierId={group.supplierId}
        among={{ suppliers }}
        next="要换供应商：先删除这些采购单，在订单里换货源"
      />
      <span className={styles.says}>
        {group.members.map((member) => `${member.number}（${yuanText(member.goodsMinor)}）`).join(' + ')}
      </span>
      {group.obstacle === null ? (
        <div className={styles.total}>
          <span>
            {saved === null ? (
              <span className={styles.says}>
                {isAsking ? '正在查运费…' : `运费省多少：未知${group.freightNote ? `（${group.freightNote}）` : ''}`}
              </span>
            ) : (
              <>
                运费 {yuanText(group.freightApartMinor)} → {yuanText(group.freightTogetherMinor)}，
                <b className={saved > 0 ? styles.down : undefined}>省 {yuanText(saved)}</b>
              </>
            )}
          </span>
          {group.goodsSavedMinor > 0 ? (
            <span>
              货款<b className={styles.down}>省 {yuanText(group.goodsSavedMinor)}</b>
            </span>
          ) : null}
          {group.goodsSavedMinor < 0 ? (
            <span className={styles.says}>货款比生成采购单时多 {yuanText(-group.goodsSavedMinor)}（货源已涨价）</span>
          ) : null}
          <Minimum minimum={group.minimum} quantity={group.quantity} goodsMinor={group.goodsMinor} />
        </div>
      ) : (
        <StateTag bare hue="attention" label={`不能合并：${group.obstacle}`} />
      )}
    </section>
  )
}

type ResultWindowProps = Pick<MergeDialogProps, 'onOpen' | 'onClose'> & { result: Result }

function ResultWindow({ result, onOpen, onClose }: ResultWindowProps): ReactNode {
  const outcome = {
    succeeded: result.merged.length,
    failed: result.left.length,
    rows: [
      ...result.merged.map(({ number, numbers }) => ({
        key: numbers.join('、'),
        ok: true,
        message: `合并为 ${number}`,
      })),
      ...result.left,
    ],
  }
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title="合并结果"
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <div className={styles.body}>
        <div className={styles.scroll}>
          {result.merged.map(({ purchaseId, number, numbers }) => (
            <div key={purchaseId} className={styles.head}>
              <span>
                {numbers.join(' + ')} → <b>{number}</b>
              </span>
              <Button
                type="link"
                onClick={() => {
                  onClose()
                  onOpen(purchaseId)
                }}
              >
                看合并单
              </Button>
            </div>
          ))}
        </div>
        {outcome.rows.length === 0 ? (
          <EmptyState text="没有合并任何采购单：能合并的刚才已经被别人合并、修改或删除了。" />
        ) : outcome.failed > 0 ? (
          <OutcomeList outcome={outcome} labelOf={(key) => key} />
        ) : null}
      </div>
    </Modal>
  )
}
