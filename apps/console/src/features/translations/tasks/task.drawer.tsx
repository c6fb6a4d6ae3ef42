import { languageName } from '@huoqiao/contract/languages'
import type { TranslationItem, TranslationTask } from '@huoqiao/contract/translations/tasks.schema'
import {
  FIELD_OUTCOMES,
  TRANSLATION_ITEM_STATES,
  TRANSLATION_TASK_STATES,
} from '@huoqiao/contract/translations/tasks.status'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount, yuanText } from '../../../lib/format.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { refresh, useAct, useRead } from '../../../lib/use-call.ts'
import { useStream } from '../../../lib/use-stream.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './tasks.module.css'

const SIZES = [20, 50, 100] as const

/** One batch run with an outcome for each product, language and text. */
export default function TaskDrawer({ taskId, onClose }: { taskId: string; onClose: () => void }): ReactNode {
  const [{ page, pageSize }, turn] = useState<{ page: number; pageSize: number }>({ page: 1, pageSize: SIZES[0] })
  const read = useRead('queryTranslationTaskItems', { taskId, page, pageSize })
  useStream('streamTranslationTasks', { taskId }, { onData: () => refresh('queryTranslationTaskItems') })
  const { data, error, refetch } = read
  return (
    <Drawer
      open
      size="min(760px, 94vw)"
      title={data?.task.title ?? '批量翻译'}
      onClose={onClose}
      extra={data ? <Steps task={data.task} /> : null}
    >
      {error && !data ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <RowSkeletons count={6} />
        )
      ) : (
        <>
          <Summary task={data.task} />
          {data.items.list.length === 0 ? (
            <EmptyState text="没有商品。" />
          ) : (
            <ul className={styles.items}>
              {data.items.list.map((item) => (
                <Item key={item.id} item={item} />
              ))}
            </ul>
          )}
          {data.items.total > data.items.pageSize || page > 1 ? (
            <Pager
              isStale={read.isPlaceholderData}
              page={page}
              pageSize={pageSize}
              total={data.items.total}
              isCapped={data.items.totalCapped}
              sizes={SIZES}
              onChange={(next, size) => turn({ page: next, pageSize: size })}
            />
          ) : null}
        </>
      )}
    </Drawer>
  )
}

function Summary({ task }: { task: TranslationTask }): ReactNode {
  return (
    <>
      <p className={styles.summary} role="status">
        <TableStateTag table={TRANSLATION_TASK_STATES} code={task.state} />
        <span>
          {formatCount(task.done + task.failed)}/{formatCount(task.total)}
          {task.failed > 0 ? `，${formatCount(task.failed)} 未完成` : ''}
        </span>
        <span>
          {task.providerName ?? '不用翻译服务'}：预计 {yuanText(task.foreseenCost)}，实际 {yuanText(task.spentCost)}，
          {task.kind === 'pictures'
            ? `${formatCount(task.spentPictures)} 张图片`
            : `${formatCount(task.spentChars)} 字符`}
        </span>
      </p>
      {task.message === '' ? null : (
        <p className={styles.message} role="alert">
          {task.message}
        </p>
      )}
    </>
  )
}

type StepName = 'pauseTranslationTask' | 'resumeTranslationTask' | 'cancelTranslationTask' | 'retryTranslationTask'

function Steps({ task }: { task: TranslationTask }): ReactNode {
  return (
    <span className={styles.steps}>
      <Step task={task} name="pauseTranslationTask" label="暂停" after="已暂停，正在做的一个会做完" />
      <Step task={task} name="resumeTranslationTask" label="继续" after="已继续" />
      <Step task={task} name="retryTranslationTask" label="重试没完成的" after="已放回队列" />
      <Step task={task} name="cancelTranslationTask" label="取消" after="已取消" />
    </span>
  )
}

type StepProps = { task: TranslationTask; name: StepName; label: string; after: string }

/** Shown only while the task's state allows it. */
function Step({ task, name, label, after }: StepProps): ReactNode {
  const allowed = useAllowed()
  const act = useAct(name)
  async function take(): Promise<void> {
    if ((await act.run({ taskId: task.id })).ok) toast.success(after)
  }
  return allowed(task, name) === true ? (
    <CanButton allowed loading={act.isPending} onClick={() => void take()}>
      {label}
    </CanButton>
  ) : null
}

function Item({ item }: { item: TranslationItem }): ReactNode {
  return (
    <li>
      <p>
        <TableStateTag table={TRANSLATION_ITEM_STATES} code={item.state} />
        <b title={item.title}>{item.title}</b>
        <span>{item.locale === '' ? '图片上的文字' : languageName(item.locale)}</span>
      </p>
      {item.message === '' ? null : <small>{item.message}</small>}
      {item.fields.length === 0 ? null : (
        <details>
          <summary>
            {item.locale === '' ? '各图片' : '各字段'}（{item.fields.length}）
          </summary>
          <ul>
            {item.fields.map(({ field, label, outcome, why }) => (
              <li key={field}>
                {label}：{FIELD_OUTCOMES[outcome]}
                {why === '' ? '' : `，${why}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
