import { UndoOutlined } from '@ant-design/icons'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { toast } from '../../../lib/desk.ts'
import { formatTime } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { NO_RIGHT } from '../purchase.words.ts'
import styles from './history.module.css'
import { Snapshot } from './snapshot.tsx'

type Entry = CallOutput<'getPurchaseHistory'>['list'][number]
type EntryProps = {
  entry: Entry
  purchase: { purchaseId: string; version: number } | undefined
  isOpen: boolean
  onBatch: (outcome: CallOutput<'undoPurchaseBatch'>) => void
}

const SHOWN = 8

/** One change: who, when, what it was and what it became. */
export function HistoryEntry({ entry, isOpen, ...props }: EntryProps): ReactNode {
  const [isWhole, showWhole] = useState(isOpen)
  const [isLong, showLong] = useState(false)
  const shown = isLong ? entry.changes : entry.changes.slice(0, SHOWN)
  return (
    <section className={styles.entry} aria-label={entry.reason}>
      <header>
        <b>{entry.reason}</b>
        <TableStateTag table={PURCHASE_STATES} code={entry.state} />
        <small>
          {entry.by ?? '系统'} · {formatTime(entry.at)}
        </small>
        <span className={styles.buttons}>
          <Button type="text" size="small" aria-expanded={isWhole} onClick={() => showWhole(!isWhole)}>
            {isWhole ? '收起' : '看当时的样子'}
          </Button>
          <UndoButtons entry={entry} {...props} />
        </span>
      </header>
      {shown.length > 0 ? (
        <ul className={styles.changes}>
          {shown.map((change) => (
            <li key={change.field}>
              <span>{change.label}</span>
              {change.before === null ? <span>（无）</span> : <del>{change.before}</del>}
              {change.after === null ? <span>（无）</span> : <ins>{change.after}</ins>}
            </li>
          ))}
        </ul>
      ) : null}
      {entry.changes.length > SHOWN ? (
        <Button type="text" size="small" onClick={() => showLong(!isLong)}>
          {isLong ? '收起' : `还有 ${entry.changes.length - SHOWN} 处`}
        </Button>
      ) : null}
      {isWhole ? <Snapshot snapshot={entry.snapshot} /> : null}
    </section>
  )
}

function UndoButtons({ entry, purchase, onBatch }: Omit<EntryProps, 'isOpen'>): ReactNode {
  const one = useAct('undoPurchaseChange')
  const batch = useAct('undoPurchaseBatch')
  const mayOne = useMay('undoPurchaseChange')
  const mayBatch = useMay('undoPurchaseBatch')
  const { batchId } = entry
  if (!purchase || entry.changes.length === 0 || entry.by === null) return null
  const target = purchase

  async function undo(): Promise<void> {
    const answer = await one.run({ ...target, revisionId: entry.id })
    if (answer.ok) toast.success('已撤销')
  }
  async function undoBatch(): Promise<void> {
    if (batchId === null) return
    const isSure = await askConfirm({
      title: '撤销这次批量修改？',
      content: '这次改过的采购单都会改回去；已经审核或之后又改过的保持不动，并逐张说明。',
      okText: '撤销整批',
    })
    if (!isSure) return
    const answer = await batch.run({ batchId })
    if (answer.ok) onBatch(answer.data)
  }
  return (
    <>
      <CanButton
        size="small"
        type="text"
        icon={<UndoOutlined />}
        allowed={mayOne ? entry.can['undoPurchaseChange'] : NO_RIGHT}
        loading={one.isPending}
        onClick={() => void undo()}
      >
        撤销
      </CanButton>
      {batchId === null ? null : (
        <CanButton
          size="small"
          type="text"
          allowed={mayBatch ? true : NO_RIGHT}
          loading={batch.isPending}
          onClick={() => void undoBatch()}
        >
          撤销整批
        </CanButton>
      )}
    </>
  )
}
