import { CloudDownloadOutlined, SyncOutlined } from '@ant-design/icons'
import type { OrderTask } from '@huoqiao/contract/orders/orders.schema'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { useNow } from '../../../lib/use-now.ts'
import { taskAddress } from '../order.addresses.ts'
import { isOpenTask } from '../order.words.ts'
import styles from './order-task.module.css'

/** While a task runs it is read often; otherwise a task that another window started is found within a minute. */
const RUNNING_MS = 2_000
const QUIET_MS = 60_000
/** A finished task stays visible this long. */
const LINGER_MS = 3 * 60_000

/** In the head of the console: 补单 and 导出 that run in the background. */
export default function OrderTaskSign(): ReactNode {
  const may = useMay('queryOrderTasks')
  return may ? <Sign /> : null
}

function Sign(): ReactNode {
  const navigate = useNavigate()
  const { data } = useRead('queryOrderTasks', { page: 1, pageSize: 5 }, { select: (page) => page.list })
  const isBusy = data?.some(isOpenTask) ?? false
  // The same read, with an interval that depends on its answer.
  useRead('queryOrderTasks', { page: 1, pageSize: 5 }, { refetchInterval: isBusy ? RUNNING_MS : QUIET_MS })
  const now = useNow(10_000)
  const task =
    data?.find(isOpenTask) ?? data?.find(({ finishedAt }) => finishedAt !== null && now - finishedAt < LINGER_MS)
  if (!task) return null
  const isOver = !isOpenTask(task)
  return (
    <button
      type="button"
      className={styles.sign}
      data-over={isOver ? (task.state === 'succeeded' ? 'true' : 'ill') : 'false'}
      title={task.title}
      onClick={() => void navigate(taskAddress(task.id))}
    >
      {isOver ? <CloudDownloadOutlined /> : <SyncOutlined spin />}
      {signText(task)}
    </button>
  )
}

function signText(task: OrderTask): string {
  const word = task.kind === 'export' ? '导出' : '补单'
  if (task.state === 'queued') return `${word}排队中`
  if (task.state === 'running') return task.total === null ? `${word}中` : `${word} ${task.done} / ${task.total}`
  if (task.state === 'cancelled') return `${word}已停止`
  return task.state === 'succeeded' ? `${word}完成` : `${word}没全成`
}
