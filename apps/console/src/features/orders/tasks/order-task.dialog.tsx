import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import type { Done } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { OrderTaskView } from './order-task.view.tsx'
import styles from './order-task.module.css'

type OrderTaskDialogProps = {
  title: string
  width: number
  /** of the button that starts it */
  startLabel: string
  isStarting: boolean
  /** why it cannot be started yet */
  wrong: string | undefined
  start: () => Promise<Done<{ id: string }>>
  /** whether a click beside the dialog may close it without losing input */
  isSafeToClose: boolean
  onClose: () => void
  /** the form before the start */
  children: ReactNode
}

/** Starts a task on orders, then shows its progress. It may be closed; the task indicator in the header opens the task again. */
export function OrderTaskDialog(props: OrderTaskDialogProps): ReactNode {
  const { title, width, startLabel, isStarting, wrong, start, isSafeToClose, onClose, children } = props
  const [failure, setFailure] = useState<CallError>()
  const [taskId, setTask] = useState<string>()
  const { submit, line } = useSubmission(wrong, run)
  async function run(): Promise<void> {
    setFailure(undefined)
    const done = await start()
    if (done.ok) setTask(done.data.id)
    else setFailure(done.error)
  }
  return (
    <Modal
      open
      width={width}
      title={title}
      mask={{ closable: isSafeToClose || taskId !== undefined }}
      onCancel={onClose}
      footer={
        taskId === undefined ? (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" loading={isStarting} onClick={submit}>
              {startLabel}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>关闭</Button>
        )
      }
    >
      {taskId === undefined ? (
        <div className={styles.form}>
          {line}
          {children}
          {failure ? <FailureNote failure={failure} onRetry={() => void run()} /> : null}
        </div>
      ) : (
        <OrderTaskView taskId={taskId} />
      )}
    </Modal>
  )
}
