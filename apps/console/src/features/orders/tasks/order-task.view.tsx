import { ORDER_FEED_FIELDS, ORDER_TASK_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import type { OrderTask } from '@huoqiao/contract/orders/orders.schema'
import { ORDER_TASK_STATES } from '@huoqiao/contract/orders/orders.status'
import { DownloadOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { toast } from '../../../lib/client.ts'
import { formatCount, formatTime } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { invalidateLists } from '../../../lib/query-client.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { TextSkeleton } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { orderAddress } from '../order.addresses.ts'
import { isOpenTask } from '../order.words.ts'
import styles from './order-task.module.css'

const LOOK_AGAIN_MS = 1_000

/** One task: its progress, the result of each store, the finished file. */
export function OrderTaskView({ taskId }: { taskId: string }): ReactNode {
  const { task, error, refetch } = useTask(taskId)
  if (error && !task) return <FailureNote failure={error} onRetry={refetch} />
  if (!task) return <TextSkeleton />
  return (
    <section className={styles.task} aria-label={task.title}>
      <TaskHead task={task} />
      {isOpenTask(task) ? <p className={styles.hint}>可以关闭，任务在后台继续；右上角随时能找回。</p> : null}
      {task.kind === 'recover' && task.stores.length > 0 ? <Stores task={task} /> : null}
      {task.brought.length > 0 ? <Brought task={task} /> : null}
      {task.file ? <FileLine task={task} file={task.file} /> : null}
    </section>
  )
}

/** Polled until the task has ended; then every list of orders is stale. */
function useTask(taskId: string) {
  const read = useRead(
    'queryOrderTasks',
    { taskId, page: 1, pageSize: 1 },
    { keepPrevious: false, refetchInterval: LOOK_AGAIN_MS },
  )
  const task = read.data?.list[0]
  const isOpen = task !== undefined && isOpenTask(task)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) wasOpen.current = true
    else if (wasOpen.current) {
      wasOpen.current = false
      void invalidateLists(['orders'])
    }
  }, [isOpen])
  return { task, error: task ? null : read.error, refetch: () => void read.refetch() }
}

function TaskHead({ task }: { task: OrderTask }): ReactNode {
  const cancel = useAct('cancelOrderTask')
  const mayCancel = useMay('cancelOrderTask')
  async function stop(): Promise<void> {
    if ((await cancel.run({ taskId: task.id })).ok) toast.success('任务正在停止，已经做完的保留')
  }
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <b>{task.title}</b>
        <TableStateTag table={ORDER_TASK_STATES} code={task.state} />
        {isOpenTask(task) ? (
          <CanButton
            className={styles.end ?? ''}
            loading={cancel.isPending}
            allowed={mayCancel ? task.can['cancelOrderTask'] : NO_RIGHT}
            onClick={() => void stop()}
          >
            停止
          </CanButton>
        ) : null}
      </div>
      <TaskProgress task={task} />
      {task.message === '' ? null : (
        <p className={styles.message} data-ill={task.state === 'failed' || task.state === 'partial'}>
          {task.message}
        </p>
      )}
      <small>
        {task.createdBy} 于 {formatTime(task.createdAt)} 发起
        {task.finishedAt === null ? '' : `，${formatTime(task.finishedAt)} 结束`}
      </small>
    </header>
  )
}

/** The progress; without a known total there is no bar. */
export function TaskProgress({ task }: { task: OrderTask }): ReactNode {
  const word = task.kind === 'export' ? '已写入' : '已核对'
  if (task.total === null) {
    return isOpenTask(task) ? (
      <p className={styles.counting}>
        {task.done === 0 ? '正在清点…' : `${word} ${formatCount(task.done)}，还在清点总数…`}
      </p>
    ) : null
  }
  return <ProgressLine label={word} done={task.done} total={task.total} />
}

function Stores({ task }: { task: OrderTask }): ReactNode {
  return (
    <table className={styles.stores}>
      <thead>
        <tr>
          <th>{ORDER_FEED_FIELDS.storeName.label}</th>
          <th className="hq-num">店铺里找到</th>
          <th className="hq-num">本来就在</th>
          <th className="hq-num">补回</th>
          <th className="hq-num">失败</th>
          <th>{ORDER_TASK_FIELDS.message.label}</th>
        </tr>
      </thead>
      <tbody>
        {task.stores.map((store) => (
          <tr key={store.storeId}>
            <td>{store.storeName}</td>
            <td className="hq-num">{formatCount(store.found)}</td>
            <td className="hq-num">{formatCount(store.already)}</td>
            <td className="hq-num">
              <b>{formatCount(store.brought)}</b>
            </td>
            <td className="hq-num" data-ill={store.failed > 0}>
              {formatCount(store.failed)}
            </td>
            <td>{store.message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Brought({ task }: { task: OrderTask }): ReactNode {
  return (
    <p className={styles.brought}>
      补回的订单：
      {task.brought.map(({ orderId, number }) => (
        <Link key={orderId} to={orderAddress(orderId)}>
          {number}
        </Link>
      ))}
    </p>
  )
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

function FileLine({ task, file }: { task: OrderTask; file: NonNullable<OrderTask['file']> }): ReactNode {
  const download = useAct('downloadOrderExport')
  const may = useMay('downloadOrderExport')
  async function fetchFile(): Promise<void> {
    const done = await download.run({ taskId: task.id })
    if (!done.ok) return
    const link = document.createElement('a')
    link.href = done.data.url
    link.download = done.data.fileName
    link.click()
    toast.success(`开始下载 ${done.data.fileName}`)
  }
  return (
    <div className={styles.file}>
      <span>
        <b>{file.name}</b>
        <small>
          {formatCount(file.rows)} 行 · {sizeText(file.size)}
        </small>
      </span>
      <CanButton
        type="primary"
        icon={<DownloadOutlined />}
        loading={download.isPending}
        allowed={may ? (task.can['downloadOrderExport'] ?? true) : NO_RIGHT}
        onClick={() => void fetchFile()}
      >
        下载
      </CanButton>
    </div>
  )
}
