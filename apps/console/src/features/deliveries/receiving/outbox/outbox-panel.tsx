import { Button } from 'antd'
import type { ReactNode } from 'react'
import { askConfirm } from '../../../../ui/dialogs.store.ts'
import { FailureNote } from '../../../../ui/failure-note.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import styles from './outbox.module.css'
import { dropReceipt, sendAgain, useOutbox } from './outbox.store.ts'
import { scanOf } from './receipt.rules.ts'
import type { KeptReceipt } from './receipt.rules.ts'

/** 待发送: receipts that are on this device only. */
export function OutboxPanel({ onOpen }: { onOpen: (number: string) => void }): ReactNode {
  const { rows, isSending } = useOutbox()
  if (rows.length === 0) return null
  const refused = rows.filter(({ refusal }) => refusal !== null).length
  return (
    <section className={styles.outbox} aria-label="待发送的收货">
      <h2>
        待发送 {rows.length} 笔{refused > 0 ? `，其中 ${refused} 笔被拒绝` : ''}
      </h2>
      <p>
        {isSending
          ? '正在发送……'
          : refused === rows.length
            ? '被拒绝的要您处理：看原因，改好后重收，或者不收了。'
            : '已存在这台设备，联网后按顺序自动发出，每笔只记一次。'}
      </p>
      <ul>
        {rows.map((row) => (
          <Row key={row.key} row={row} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { row: KeptReceipt; onOpen: (number: string) => void }

function Row({ row, onOpen }: RowProps): ReactNode {
  async function drop(): Promise<void> {
    const isSure = await askConfirm({
      title: `${row.number}：不收了？`,
      content: `“${row.words}”没有记到服务器，会从这台设备上删掉。`,
      okText: '不收了',
      danger: true,
    })
    if (isSure) await dropReceipt(row)
  }
  return (
    <li data-refused={row.refusal !== null}>
      <span>
        <b>{row.number}</b> {row.words}
        {row.photos.length > 0 ? `，照片 ${row.photos.length} 张` : ''}
      </span>
      <RelativeTime at={row.confirmedAt} ago />
      {row.refusal === null ? null : (
        <FailureNote
          failure={row.refusal}
          actions={[
            { label: '打开重收', run: () => onOpen(scanOf(row)) },
            { label: '再发一次', run: () => void sendAgain(row) },
          ]}
        />
      )}
      {row.refusal === null ? null : (
        <Button danger onClick={() => void drop()}>
          不收了
        </Button>
      )}
    </li>
  )
}
