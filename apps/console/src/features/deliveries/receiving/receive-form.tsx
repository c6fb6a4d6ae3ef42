import { RECEIPT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { uuidV7 } from '@huoqiao/kit/ids'
import { Input } from 'antd'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { isCallError } from '../../../lib/call-error.ts'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { personNow } from '../../../lib/preferences.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './bench.module.css'
import { handOver } from './outbox/outbox.store.ts'
import { receiptOf } from './outbox/receipt.rules.ts'
import type { Draft } from './receive-draft.ts'
import { requestsOf, wrongRequest } from './receive-draft.ts'
import { ReceiveLines } from './receive-lines.tsx'

const newKey = (): string => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

/** The quantities of one purchase, already filled in; Enter in any field receives them. */
export function ReceiveForm({ receiving, onDone }: { receiving: Receiving; onDone: () => void }): ReactNode {
  const form = useReceiveForm(receiving, onDone)
  const { requests, refusal } = form
  const pieces = requests.reduce((sum, { quantity }) => sum + quantity, 0)
  const defects = requests.reduce((sum, request) => sum + request.defects, 0)
  const isOver = requests.some(({ over }) => over > 0)
  // The server may know more than was read: somebody else has received the parcel since.
  const isRefused = isCallError(form.error) && form.error.explanation?.refusal === 'beyond-sent'
  const isUnsent = isRefused || requests.some(({ unsent }) => unsent > 0)
  return (
    <form
      className={styles.form}
      data-ready={form.isReady}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        form.submission.submit()
      }}
    >
      <ReceiveLines receiving={receiving} requests={requests} draft={form.draft} onDraft={form.setDraft} />
      {form.error ? <FailureNote failure={form.error} /> : null}
      <footer className={styles.foot}>
        {isOver ? (
          <Input
            aria-label={RECEIPT_FIELDS.overReason.label}
            placeholder="超收原因（必填）：如卖家多发"
            status={form.overReason.trim() === '' ? 'warning' : ''}
            className={styles.why ?? ''}
            maxLength={200}
            value={form.overReason}
            onChange={(event) => form.setOverReason(event.target.value)}
          />
        ) : null}
        {isUnsent ? (
          <Input
            aria-label={RECEIPT_FIELDS.unsentReason.label}
            placeholder="比1688显示的多，原因（必填）：如卖家没填物流"
            status={form.unsentReason.trim() === '' ? 'warning' : ''}
            className={styles.longWhy ?? ''}
            maxLength={200}
            value={form.unsentReason}
            onChange={(event) => form.setUnsentReason(event.target.value)}
          />
        ) : null}
        <Input
          aria-label="收货备注"
          placeholder="备注（可不填）"
          className={styles.why ?? ''}
          maxLength={500}
          value={form.note}
          onChange={(event) => form.setNote(event.target.value)}
        />
        <span className={styles.says}>{refusal ?? form.submission.line}</span>
        <CanButton type="primary" htmlType="submit" allowed={refusal} loading={form.isPending}>
          收货 {formatCount(pieces)} 件{defects > 0 ? `，不良 ${formatCount(defects)} 件` : ''}
        </CanButton>
      </footer>
    </form>
  )
}

function useReceiveForm(receiving: Receiving, onDone: () => void) {
  const isAllowed = useMay('receiveGoods')
  const [draft, setDraft] = useState<Draft>({})
  const [overReason, setOverReason] = useState('')
  const [unsentReason, setUnsentReason] = useState('')
  const [note, setNote] = useState('')
  // With the same key a second click, or another try after a lost answer, books nothing twice; only a success creates a new key.
  const [key, setKey] = useState(newKey)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const requests = requestsOf(receiving, draft)
  const may = receiving.can['receiveGoods']
  const refusal = !isAllowed ? NO_RIGHT : typeof may === 'string' ? may : undefined
  const wrong = refusal ?? wrongRequest(requests, { overReason, unsentReason })
  const submission = useSubmission(wrong, receive)
  async function receive(): Promise<void> {
    const person = personNow()
    if (isPending || person === null) return
    const receipt = receiptOf(
      receiving,
      { draft, requests, overReason, unsentReason, note },
      { key, person, now: Date.now() },
    )
    setPending(true)
    setError(null)
    try {
      const how = await handOver(receipt)
      toast.success(
        how === 'booked'
          ? `${receipt.number} 已${receipt.words}`
          : `${receipt.number} ${receipt.words}：现在发不出去，已存在这台设备，联网后自动发出`,
      )
    } catch (failure) {
      setError(failure)
      return
    } finally {
      setPending(false)
    }
    // After receiving, the fields are 0: goods that come later are received when they are scanned or typed, not by pressing Enter once too
    // often.
    setDraft(Object.fromEntries(receiving.lines.map(({ lineId }) => [lineId, { quantity: 0 }])))
    setOverReason('')
    setUnsentReason('')
    setNote('')
    setKey(newKey())
    onDone()
  }
  return {
    draft,
    setDraft,
    overReason,
    setOverReason,
    unsentReason,
    setUnsentReason,
    note,
    setNote,
    requests,
    refusal,
    isReady: wrong === undefined,
    submission,
    error,
    isPending,
  }
}
