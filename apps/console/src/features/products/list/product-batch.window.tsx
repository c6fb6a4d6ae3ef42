import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Form, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { closeAfter, useOwnClose } from '../../../ui/close-after.ts'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './product-batch.module.css'

type Shell = {
  title: string
  okText: string
  wrong: string | undefined
  isTyped: boolean
  width?: number | string
  /** what it shows is not complete yet */
  isWaiting?: boolean
  /** undefined: the call itself failed */
  onOk: () => Promise<BulkOutcome | undefined>
  children: ReactNode
}

/** A dialog of the batch bar. Pressing the button shows what is wrong; it closes once at least one product was changed. */
export function Window({ shell, onClose }: { shell: Shell; onClose: () => void }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const close = useOwnClose(onClose)
  const { submit, line } = useSubmission(shell.wrong, send)
  async function send(): Promise<void> {
    if (isBusy || shell.isWaiting === true) return
    setBusy(true)
    try {
      await closeAfter(close, shell.onOk)()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={shell.width ?? 520}
      title={shell.title}
      okText={shell.okText}
      cancelText="取消"
      confirmLoading={isBusy || shell.isWaiting === true}
      onOk={submit}
      {...guardTyped(shell.isTyped)}
      onCancel={onClose}
    >
      <Form layout="vertical" className={styles.form} onSubmitCapture={submit}>
        {shell.children}
        {line}
        <button type="submit" hidden aria-hidden />
      </Form>
    </Modal>
  )
}
