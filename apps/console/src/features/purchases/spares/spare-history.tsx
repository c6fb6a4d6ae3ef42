import type { SpareEntry, SpareLine, SpareTake } from '@huoqiao/contract/purchases/spares.schema'
import { SPARE_ENTRY_KINDS, SPARE_HISTORY, WRITE_OFF_CAUSES } from '@huoqiao/contract/purchases/spares.status'
import { Button, Drawer, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { Picture } from '../../../ui/picture.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { OrderLink } from '../bought-for.tsx'
import styles from './spares.module.css'

/** Everything that happened to the spare pieces of a line: counts, write-offs, returned goods, places, and the orders that took some. */
export function SpareHistoryDrawer({ line, onClose }: { line: SpareLine; onClose: () => void }): ReactNode {
  const { data, error, refetch } = useRead('getSpareHistory', { lineId: line.id })
  const [undone, undo] = useState<SpareEntry>()
  return (
    <Drawer open size={560} title={`余货记录 · ${line.purchaseNumber}`} onClose={onClose}>
      <p className={styles.about}>
        {line.title} {line.specText}：现在余 {line.spare} 件
      </p>
      {error && !data ? (
        <FailureNote failure={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={styles.history} aria-label="余货记录">
          {happened(data).map((one) =>
            'kind' in one ? (
              <Entry key={one.id} entry={one} onUndo={() => undo(one)} />
            ) : (
              <Take key={one.demandId} take={one} />
            ),
          )}
        </ul>
      ) : (
        <RowSkeletons count={4} />
      )}
      {data && data.entries.length + data.takes.length === 0 ? (
        <EmptyState text="还没有记录：盘点、报损、退货入库和订单用掉的都会记在这里。" />
      ) : null}
      {data && Math.max(data.entries.length, data.takes.length) >= SPARE_HISTORY ? (
        <p className={styles.faint}>更早的记录不在这里：只显示最近 {SPARE_HISTORY} 条</p>
      ) : null}
      {undone ? <UndoDialog entry={undone} onClose={() => undo(undefined)} /> : null}
    </Drawer>
  )
}

const happened = ({ entries, takes }: { entries: SpareEntry[]; takes: SpareTake[] }): (SpareEntry | SpareTake)[] =>
  [...entries, ...takes].sort((a, b) => b.at - a.at)

function Entry({ entry, onUndo }: { entry: SpareEntry; onUndo: () => void }): ReactNode {
  const allowed = useAllowed()
  const { kind, pieces, before, after, cause, note, photos, undone } = entry
  return (
    <li data-undone={undone}>
      <header>
        <b>{SPARE_ENTRY_KINDS[kind]}</b>
        {kind === 'place' ? null : (
          <span className="hq-num">
            {pieces > 0 ? `+${pieces}` : pieces} 件（{before} → {after}）
          </span>
        )}
        {undone ? <span className={styles.faint}>已撤销</span> : null}
        <RelativeTime at={entry.at} />
      </header>
      <p>{[cause === null ? '' : WRITE_OFF_CAUSES[cause], note].filter((part) => part !== '').join('，')}</p>
      {entry.orderId !== null && entry.orderName !== null ? (
        <p>
          <OrderLink order={{ orderId: entry.orderId, orderName: entry.orderName, storeName: '' }} />
        </p>
      ) : null}
      {photos.length > 0 ? (
        <p className={styles.photos}>
          {photos.map((src, at) => (
            <a key={src} href={src} target="_blank" rel="noreferrer">
              <Picture src={src} alt={`照片 ${at + 1}`} size={56} />
            </a>
          ))}
        </p>
      ) : null}
      <footer>
        <span className={styles.faint}>{entry.by ?? '系统'}</span>
        {kind === 'write-off' || kind === 'return' ? (
          <CanButton size="small" allowed={allowed(entry, 'undoSpareEntry')} onClick={onUndo}>
            撤销
          </CanButton>
        ) : null}
      </footer>
    </li>
  )
}

function Take({ take }: { take: SpareTake }): ReactNode {
  return (
    <li>
      <header>
        <b>订单用余货</b>
        <OrderLink order={take} />
        <span className="hq-num">订单 {take.saleQuantity + take.releasedQuantity} 件</span>
        <RelativeTime at={take.at} />
      </header>
      {take.releasedAt === null ? null : (
        <p>
          退回 {formatCount(take.releasedQuantity)} 件：{take.releasedWhy} <RelativeTime at={take.releasedAt} />
        </p>
      )}
    </li>
  )
}

function UndoDialog({ entry, onClose }: { entry: SpareEntry; onClose: () => void }): ReactNode {
  const [note, setNote] = useState('')
  const undo = useAct('undoSpareEntry')
  async function save(): Promise<void> {
    const done = await undo.run({ entryId: entry.id, note: note.trim() })
    if (!done.ok) return
    toast.success(`已撤销，现在余 ${done.data.spare} 件`)
    onClose()
  }
  const submission = useSubmission(note.trim() === '' ? '请填写原因' : undefined, save)
  return (
    <Modal
      open
      centered
      width={420}
      title={`撤销${SPARE_ENTRY_KINDS[entry.kind]} ${Math.abs(entry.pieces)} 件`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={undo.isPending} onClick={submission.submit}>
            撤销
          </Button>
        </>
      }
      {...guardTyped(note !== '')}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        {undo.error ? <FailureNote failure={undo.error} /> : null}
        <label>
          原因
          <Input.TextArea
            aria-label="撤销的原因"
            rows={2}
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        {submission.line}
      </div>
    </Modal>
  )
}
