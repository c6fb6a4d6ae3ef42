import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import type { CallOutput } from '../../../../lib/contract.ts'
import { toast } from '../../../../lib/client.ts'
import { formatTime } from '../../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../../lib/permission.tsx'
import type { SlotProduct } from '../../../../lib/slots.tsx'
import { CARD_PAGING } from '../../../../lib/list-query.ts'
import { useAct, useRead } from '../../../../lib/use-call.ts'
import type { Allowed } from '../../../../lib/permission.tsx'
import type { BatchField } from '../../../../ui/change-history.tsx'
import { ChangesList, UndoButtons } from '../../../../ui/change-history.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailureNote } from '../../../../ui/failure-note.tsx'
import { OutcomeWindow } from '../../../../ui/outcome-window.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import { RowSkeletons } from '../../../../ui/skeletons.tsx'
import { useGetAllShopifyStores } from '../../../../pickers/store-picker.tsx'
import styles from '../editor.module.css'
import { changeText, isNothing } from './history-text.rules.ts'
import { PastProduct } from './past-product.tsx'
import type { Editor } from '../use-edit-product.ts'

const PastPicker = lazy(() => import('../../../../ui/past-picker.tsx'))

type Revision = CallOutput<'getProductHistory'>['list'][number]
type BatchOutcome = CallOutput<'undoProductBatch'>

type HistoryPanelProps = {
  editor: Editor
  /** a change that a shop already has was undone here: the dry run of these products comes next (beyond, item 3) */
  onOnline: (products: readonly SlotProduct[]) => void
}

/** The product's changes with who made them, newest first (beyond, item 3), each with a button to undo it. */
export default function HistoryPanel({ editor, onOnline }: HistoryPanelProps): ReactNode {
  const productId = editor.base.id
  const [page, setPage] = useState({ page: 1, pageSize: CARD_PAGING.first })
  const [at, setAt] = useState<number>()
  const [reported, tell] = useState<BatchOutcome>()
  const read = useRead('getProductHistory', { productId, ...page })
  if (read.error && !read.data) return <FailureNote failure={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <RowSkeletons count={6} />
  if (read.data.total === 0) return <EmptyState text="还没有改动过。" />
  return (
    <div className={styles.history} style={{ opacity: read.isPlaceholderData ? 0.55 : 1 }}>
      {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
      <div className={styles.past}>
        <Suspense fallback={null}>
          <PastPicker value={at} onChange={setAt} />
        </Suspense>
      </div>
      {at === undefined ? null : <PastProduct productId={productId} at={at} />}
      {read.data.list.map((revision) => (
        <RevisionEntry key={revision.id} revision={revision} editor={editor} onOnline={onOnline} onBatch={tell} />
      ))}
      <Pager
        isStale={read.isPlaceholderData}
        {...page}
        total={read.data.total}
        isCapped={read.data.totalCapped}
        sizes={CARD_PAGING.sizes}
        onChange={(to, pageSize) => setPage({ page: to, pageSize })}
      />
      {reported ? (
        <OutcomeWindow
          title="撤销批量修改"
          outcome={reported}
          labelOf={(key) => reported.titles[key] ?? '已删除的商品'}
          onClose={() => {
            tell(undefined)
            if (reported.online.length > 0)
              onOnline(reported.online.map(({ productId: id, ...rest }) => ({ id, ...rest })))
          }}
        />
      ) : null}
    </div>
  )
}

type EntryProps = HistoryPanelProps & { revision: Revision; onBatch: (outcome: BatchOutcome) => void }

function RevisionEntry({ revision, ...props }: EntryProps): ReactNode {
  const [isWhole, showWhole] = useState(false)
  const { stores } = useGetAllShopifyStores()
  const names = new Map(stores?.map(({ id, name }) => [id, name]))
  const changes = revision.changes.map(({ field, label, before, after }) => ({
    field,
    label,
    before: isNothing(before) ? null : changeText(field, before, names),
    after: isNothing(after) ? null : changeText(field, after, names),
  }))
  return (
    <section className={styles.revision}>
      <header>
        <b>{revision.reason}</b>
        <small>
          {revision.by ?? '系统'} · {formatTime(revision.at)}
          {changes.length > 0 ? ` · ${changes.length} 处` : ''}
        </small>
        <span className={styles.undo}>
          <Button type="text" size="small" aria-expanded={isWhole} onClick={() => showWhole(!isWhole)}>
            {isWhole ? '收起' : '看当时的样子'}
          </Button>
          {changes.length > 0 ? <Undo revision={revision} {...props} /> : null}
        </span>
      </header>
      <ChangesList className={styles.changes} changes={changes} />
      {isWhole ? <PastProduct productId={props.editor.base.id} revisionId={revision.id} /> : null}
    </section>
  )
}

/** The fields of a bulk action, each once however many variants it changed: 变体“红”的价格 → 价格. */
function batchFields(changes: Revision['changes']): BatchField[] {
  const labels = changes.map(({ field, label }) => [
    field.split('.').at(-1) ?? field,
    label.split('”的').at(-1) ?? label,
  ])
  return [...new Map(labels as [string, string][])].map(([field, label]) => ({ field, label }))
}

function Undo({ revision, editor, onOnline, onBatch }: EntryProps): ReactNode {
  const one = useAct('undoProductChange')
  const batch = useAct('undoProductBatch')
  const mayOne = useMay('undoProductChange')
  const mayBatch = useMay('undoProductBatch')
  const { batchId } = revision
  const unsaved: Allowed = editor.dirty ? '先保存或放弃正在改的内容' : true

  async function undo(): Promise<void> {
    const { id: productId, version } = editor.base
    const answer = await one.run({ productId, version, revisionId: revision.id })
    if (!answer.ok) return
    toast.success('已撤销')
    const { listings, title, titleZh } = answer.data
    const storeIds = listings.filter((listing) => listing.shopifyProductId !== null).map(({ storeId }) => storeId)
    if (storeIds.length > 0) onOnline([{ id: productId, title: titleZh || title, storeIds }])
  }
  return (
    <UndoButtons
      one={{
        allowed: mayOne ? (editor.dirty ? unsaved : revision.can['undoProductChange']) : NO_RIGHT,
        isPending: one.isPending,
        run: undo,
      }}
      batch={
        batchId === null
          ? undefined
          : {
              allowed: mayBatch ? (editor.dirty ? unsaved : revision.can['undoProductBatch']) : NO_RIGHT,
              isPending: batch.isPending,
              says: '这次改的内容，现在还是那样的都会改回去；之后又改过的保持不动，并逐个商品说明。',
              fields: batchFields(revision.changes),
              async run(field) {
                const answer = await batch.run({ batchId, field })
                if (answer.ok) onBatch(answer.data)
              },
            }
      }
    />
  )
}
