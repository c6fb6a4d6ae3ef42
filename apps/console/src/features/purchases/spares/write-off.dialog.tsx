import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import type { WriteOffCause } from '@huoqiao/contract/purchases/spares.status'
import { WRITE_OFF_CAUSES } from '@huoqiao/contract/purchases/spares.status'
import { Input, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useAct } from '../../../lib/use-call.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import { Photos } from '../../../pickers/photos.tsx'
import styles from './spares.module.css'

const CAUSES = Object.entries(WRITE_OFF_CAUSES).map(([value, label]) => ({ value, label }))

/** 报损: pieces that no order can use, with a cause, a note and photos. It can be undone in the line's history. */
export function WriteOffDialog({ line, onClose }: { line: SpareLine; onClose: () => void }): ReactNode {
  const [quantity, setQuantity] = useState<number | null>(1)
  const [cause, setCause] = useState<WriteOffCause>('damaged')
  const [note, setNote] = useState('')
  const [photos, setPhotos] = useState<readonly string[]>([])
  const writeOff = useAct('writeOffSpare')
  async function save(): Promise<void> {
    const done = await writeOff.run({
      lineId: line.id,
      quantity: quantity ?? 0,
      seen: line.spare,
      cause,
      note: note.trim(),
      photos: [...photos],
    })
    if (!done.ok) return
    toast.success(`报损 ${formatCount(quantity ?? 0)} 件，现在余 ${formatCount(done.data.spare)} 件`)
    onClose()
  }
  const submission = useSubmission(
    quantity === null || quantity < 1
      ? '请填写件数'
      : quantity > line.spare
        ? `最多 ${line.spare} 件`
        : cause === 'other' && note.trim() === ''
          ? '请说明报损的原因'
          : undefined,
    save,
  )
  return (
    <Modal
      open
      centered
      width={460}
      title="报损"
      okText="保存"
      cancelText="取消"
      confirmLoading={writeOff.isPending}
      onOk={submission.submit}
      {...guardTyped(note !== '' || quantity !== 1 || photos.length > 0)}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        {writeOff.error ? <FailureNote failure={writeOff.error} /> : null}
        <p className={styles.about}>
          {line.title} {line.specText}：现在余 {line.spare} 件，其中在库 {line.here} 件。
        </p>
        <label>
          件数（最多 {line.spare}）
          <CountField label="件数" least={1} most={line.spare} value={quantity} onChange={setQuantity} />
        </label>
        <label>
          报损原因
          <Select<WriteOffCause> aria-label="报损原因" value={cause} options={CAUSES} onChange={setCause} />
        </label>
        <label>
          说明{cause === 'other' ? '' : '（可不填）'}
          <Input.TextArea
            aria-label="说明"
            rows={2}
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        <Photos photos={photos} onChange={setPhotos} />
        {submission.line}
      </div>
    </Modal>
  )
}
