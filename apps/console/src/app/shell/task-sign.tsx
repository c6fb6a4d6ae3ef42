import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import styles from './console.module.css'

const RUNNING = { state: 'running', page: 1, pageSize: 1 } as const
const LOOK_MS = 15_000

/** How many sync tasks are running: work that a person left and will want to find again. Nothing is shown when none is. */
export function TaskSign(): ReactNode {
  const may = useMay('querySyncTasks')
  const { data } = useRead('querySyncTasks', RUNNING, { enabled: may, silent: true, refetchInterval: LOOK_MS })
  const running = data?.total ?? 0
  if (running === 0) return null
  return (
    <Link to="/" className={styles.tasks} title="查看同步任务">
      {running} 个同步任务进行中
    </Link>
  )
}
