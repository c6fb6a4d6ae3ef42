import { RECEIPT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { uuidV7 } from '@huoqiao/kit/ids'
import { Input } from 'antd'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './bench.module.css'
import type { Draft, ReceiveRequest } from './receive-draft.ts'
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
  const isUnsent = requests.some(({ unsent }) => unsent > 0)
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
            style={{ width: 220 }}
            maxLength={200}
            value={form.overReason}
            onChange={(event) => form.setOverReason(event.target.value)}
          />
        ) : null}
        {isUnsent ? (
          <Input
            aria-label={RECEIPT_FIELDS.unsentReason.label}
            placeholder="1688没有显示发出，原因（必填）：如卖家没填物流"
            status={form.unsentReason.trim() === '' ? 'warning' : ''}
            style={{ width: 330 }}
            maxLength={200}
            value={form.unsentReason}
            onChange={(event) => form.setUnsentReason(event.target.value)}
          />
        ) : null}
        <Input
          aria-label="收货备注"
          placeholder="备注（可不填）"
          style={{ width: 220 }}
          maxLength={500}
          value={form.note}
          onChange={(event) => form.setNote(event.target.value)}
        />
        <span className={styles.says}>{refusal ?? form.submission.line}</span>
        <CanButton type="primary" htmlType="submit" allowed={refusal} loading={form.isPending}>
          收货 {pieces} 件{defects > 0 ? `，不良 ${defects} 件` : ''}
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
  // Pressed twice, or again after a lost answer, the same key receives only once; a new key is made only after a success.
  const [key, setKey] = useState(newKey)
  const act = useAct('receiveGoods')
  const requests = requestsOf(receiving, draft)
  const may = receiving.can['receiveGoods']
  const refusal = !isAllowed ? NO_RIGHT : typeof may === 'string' ? may : undefined
  const wrong = refusal ?? wrongRequest(requests, { overReason, unsentReason })
  const submission = useSubmission(wrong, receive)
  async function receive(): Promise<void> {
    if (act.isPending) return
    const lines = requests
      .filter(({ quantity, defects }) => quantity > 0 || defects > 0)
      .map(({ over: _over, unsent: _unsent, ...request }) => request)
    const done = await act.run({
      purchaseId: receiving.purchaseId,
      key,
      parcelId: receiving.parcelId,
      lines,
      overReason: overReason.trim(),
      unsentReason: unsentReason.trim(),
      note: note.trim(),
    })
    if (!done.ok) return
    toast.success(receivedWords(receiving.number, requests))
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
    error: act.error,
    isPending: act.isPending,
  }
}

function receivedWords(number: string, requests: readonly ReceiveRequest[]): string {
  const good = requests.reduce((sum, { quantity }) => sum + quantity, 0)
  const bad = requests.reduce((sum, { defects }) => sum + defects, 0)
  return `${number} 已收 ${good} 件${bad > 0 ? `，不良 ${bad} 件` : ''}`
}
