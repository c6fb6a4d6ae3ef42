import { Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { firstFocus } from './first-focus.ts'
import { toast } from '../lib/client.ts'
import { NOT_STANDARD, REQUIRED } from '../lib/validate.ts'
import styles from './dialog-window.module.css'
import type { AskedQuestion } from './dialogs.store.ts'
import { guardTyped } from './guard-typed.ts'

export default function DialogWindow({ question }: { question: AskedQuestion }): ReactNode {
  return question.kind === 'confirm' ? <Confirm question={question} /> : <TextPrompt question={question} />
}

function Confirm({ question }: { question: AskedQuestion & { kind: 'confirm' } }): ReactNode {
  return (
    <Modal
      open
      centered
      width={question.width ?? 420}
      title={question.title}
      okText={question.okText ?? '确定'}
      cancelText={question.cancelText ?? '取消'}
      okButtonProps={{ danger: question.danger ?? false, autoFocus: true }}
      onOk={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      {question.content}
    </Modal>
  )
}

function TextPrompt({ question }: { question: AskedQuestion & { kind: 'text' } }): ReactNode {
  const [text, setText] = useState(question.initial ?? '')
  const [wrong, setWrong] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function check(): Promise<string | undefined> {
    if (text.trim() === '') return question.isRequired === false ? undefined : REQUIRED
    if (question.pattern && !question.pattern.test(text)) return question.patternMessage ?? NOT_STANDARD
    return question.validator?.(text)
  }
  async function submit(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      const found = await check()
      setWrong(found)
      if (found !== undefined) toast.error(found)
      else if (question.submit) await question.submit(text, () => question.answer(text))
      else question.answer(text)
    } finally {
      setBusy(false)
    }
  }
  const field = {
    'aria-label': question.label ?? question.title,
    'aria-invalid': wrong !== undefined,
    ref: firstFocus,
    value: text,
    placeholder: question.placeholder ?? '',
    ...(question.maxLength === undefined ? {} : { maxLength: question.maxLength }),
    ...(wrong === undefined ? {} : { status: 'error' as const }),
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={question.title}
      okText={question.okText ?? '确定'}
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ danger: question.danger ?? false }}
      onOk={() => void submit()}
      {...guardTyped(text !== (question.initial ?? ''))}
      onCancel={() => question.answer(undefined)}
    >
      {question.content}
      {question.multiline ? (
        <Input.TextArea {...field} rows={4} onChange={(event) => setText(event.target.value)} />
      ) : (
        <Input {...field} onChange={(event) => setText(event.target.value)} onPressEnter={() => void submit()} />
      )}
      {wrong === undefined ? null : (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
    </Modal>
  )
}
