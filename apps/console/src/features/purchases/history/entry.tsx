import { PURCHASE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallInput, CallOutput } from '../../../lib/contract.ts'
import { toast } from '../../../lib/client.ts'
import { formatTime } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { ChangesList, UndoButtons } from '../../../ui/change-history.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './history.module.css'
import { Snapshot } from './snapshot.tsx'

type Entry = CallOutput<'getPurchaseHistory'>['list'][number]
type EntryProps = {
  entry: Entry
  purchase: { purchaseId: string; version: number } | undefined
  isOpen: boolean
  onBatch: (outcome: CallOutput<'undoPurchaseBatch'>) => void
}

/** One change: who, when, the former and the new values. */
export function HistoryEntry({ entry, isOpen, ...props }: EntryProps): ReactNode {
  const [isWhole, showWhole] = useState(isOpen)
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
          <Undo entry={entry} {...props} />
        </span>
      </header>
      <ChangesList className={styles.changes} changes={entry.changes} />
      {isWhole ? <Snapshot snapshot={entry.snapshot} /> : null}
    </section>
  )
}

type BatchField = CallInput<'undoPurchaseBatch'>['field']
/** The fields of a bulk edit, with the names that the history uses and those that the undo takes. */
const BATCH_FIELDS: readonly { field: NonNullable<BatchField>; in: readonly string[]; label: string }[] = [
  { field: 'addressId', in: ['addressName', 'addressId'], label: PURCHASE_FIELDS.addressId.label },
  { field: 'accountId', in: ['accountName', 'accountId'], label: PURCHASE_FIELDS.accountId.label },
  { field: 'message', in: ['message'], label: PURCHASE_FIELDS.message.label },
  { field: 'note', in: ['note'], label: PURCHASE_FIELDS.note.label },
]
const batchFields = (changes: Entry['changes']) =>
  BATCH_FIELDS.filter((one) => changes.some(({ field }) => one.in.includes(field)))

function Undo({ entry, purchase, onBatch }: Omit<EntryProps, 'isOpen'>): ReactNode {
  const one = useAct('undoPurchaseChange')
  const batch = useAct('undoPurchaseBatch')
  const mayOne = useMay('undoPurchaseChange')
  const mayBatch = useMay('undoPurchaseBatch')
  const { batchId } = entry
  if (!purchase || entry.changes.length === 0 || entry.by === null) return null
  return (
    <UndoButtons
      one={{
        allowed: mayOne ? entry.can['undoPurchaseChange'] : NO_RIGHT,
        isPending: one.isPending,
        async run() {
          const answer = await one.run({ ...purchase, revisionId: entry.id })
          if (answer.ok) toast.success('已撤销')
        },
      }}
      batch={
        batchId === null
          ? undefined
          : {
              allowed: mayBatch ? true : NO_RIGHT,
              isPending: batch.isPending,
              says: '这次改过的采购单都会改回去；已经审核或之后又改过的保持不动，并逐张说明。',
              fields: batchFields(entry.changes),
              async run(field) {
                const answer = await batch.run({ batchId, field: field as BatchField })
                if (answer.ok) onBatch(answer.data)
              },
            }
      }
    />
  )
}
