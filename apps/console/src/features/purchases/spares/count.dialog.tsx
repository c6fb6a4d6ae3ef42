import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import { Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAct } from '../../../lib/use-call.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './spares.module.css'

/** 盘点: what a person counted at the place; the difference is booked with a reason. */
export function CountDialog({ line, onClose }: { line: SpareLine; onClose: () => void }): ReactNode {
  const [counted, setCounted] = useState<number | null>(line.here)
  const [note, setNote] = useState('')
  const count = useAct('countSpare')
  const difference = (counted ?? 0) - line.here
  async function save(): Promise<void> {
    const done = await count.run({ lineId: line.id, counted: counted ?? 0, seen: line.here, note: note.trim() })
    if (!done.ok) return
    toast.success(`${differenceText(difference)}，现在在库 ${done.data.here} 件`)
    onClose()
  }
  const submission = useSubmission(
    counted === null
      ? '请填写数到的件数'
      : counted < 0
        ? '数到的件数不能少于 0'
        : note.trim() === ''
          ? '请填写原因'
          : undefined,
    save,
  )
  return (
    <Modal
      open
      centered
      width={460}
      title="盘点"
      okText="保存"
      cancelText="取消"
      confirmLoading={count.isPending}
      onOk={submission.submit}
      {...guardTyped(note !== '' || counted !== line.here)}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        {count.error ? <FailureNote failure={count.error} /> : null}
        <p className={styles.about}>
          {line.title} {line.specText}：账上在库 {line.here} 件{line.place ? `，库位 ${line.place}` : ''}。
        </p>
        <label>
          数到的件数
          <CountField label="数到的件数" least={0} value={counted} onChange={setCounted} />
        </label>
        <p className={styles.about}>{counted === null || counted < 0 ? '' : differenceText(difference)}</p>
        <label>
          原因（会留在记录里）
          <Input.TextArea
            aria-label="原因"
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

const differenceText = (difference: number): string =>
  difference === 0 ? '与账上相符' : difference < 0 ? `盘亏 ${-difference} 件` : `盘盈 ${difference} 件`
