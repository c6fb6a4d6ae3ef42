import type { SyncCause, SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/client.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { isOpenTask } from './live-tasks.store.ts'
import styles from './task-view.module.css'

type TaskCausesProps = {
  task: SyncTask
  causes: readonly SyncCause[]
  /** the cause whose items are shown */
  shown: string | undefined
  onShow: (cause: string | undefined) => void
}

/** What went wrong, each cause once however many products have it (beyond, item 10), with a button to send its items again. */
export function TaskCauses({ task, causes, shown, onShow }: TaskCausesProps): ReactNode {
  const retry = useAct('retrySyncTask')
  const mayRetry = useMay('retrySyncTask')
  async function again(cause: string): Promise<void> {
    onShow(undefined)
    if ((await retry.run({ taskId: task.id, cause })).ok) toast.success('这些已重新排队')
  }
  return (
    <section className={styles.causes} aria-label="失败原因">
      <ul>
        {causes.map(({ message, advice, count }) => (
          <li key={message}>
            <b>{count} 个</b>
            <span>
              {message || '没有写明原因'}
              {advice === null ? null : <small>{advice}</small>}
            </span>
            <Button
              type="link"
              size="small"
              aria-pressed={shown === message}
              onClick={() => onShow(shown === message ? undefined : message)}
            >
              {shown === message ? '显示全部' : '只看这些'}
            </Button>
            {isOpenTask(task) ? null : (
              <CanButton
                type="link"
                size="small"
                allowed={mayRetry ? task.can['retrySyncTask'] : NO_RIGHT}
                loading={retry.isPending}
                onClick={() => void again(message)}
              >
                重试这些
              </CanButton>
            )}
          </li>
        ))}
      </ul>
      {causes.length === 0 ? (
        <Button type="link" size="small" onClick={() => onShow(undefined)}>
          这个原因的已经没有了，显示全部
        </Button>
      ) : null}
    </section>
  )
}
