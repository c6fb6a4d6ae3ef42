import type { ReconciliationRun } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { RECONCILIATION_PASSES, RECONCILIATION_STATES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { toast } from '../../lib/client.ts'
import { useMay } from '../../lib/permission.tsx'
import { invalidateLists } from '../../lib/query-client.ts'
import { useAct, useRead } from '../../lib/use-call.ts'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import styles from './reconciliation.module.css'

const LATEST = { page: 1, pageSize: 10 }
const LOOK_MS = 1500

export type Runs = {
  latest: ReconciliationRun | undefined
  list: readonly ReconciliationRun[]
  isRunning: boolean
  isStarting: boolean
  mayStart: boolean
  start(): Promise<void>
  cancel(runId: string): Promise<void>
}

/** The runs as the server reports them, so that a running one is shown again after a reload. */
export function useRuns(): Runs {
  const mayStart = useMay('startReconciliation')
  const mayRead = useMay('getReconciliationRuns')
  const starting = useAct('startReconciliation')
  const cancelling = useAct('cancelReconciliation')
  const read = useRead('getReconciliationRuns', LATEST, { enabled: mayRead, refetchInterval: LOOK_MS })
  const list = read.data?.list ?? []
  const [latest] = list
  const isRunning = latest !== undefined && latest.finishedAt === null
  const was = useRef(isRunning)
  useEffect(() => {
    // What the run found and closed is shown without a reload.
    if (was.current && !isRunning) void invalidateLists(['reconciliation', 'purchases'])
    was.current = isRunning
  }, [isRunning])
  return {
    latest,
    list,
    isRunning,
    isStarting: starting.isPending,
    mayStart,
    async start() {
      const done = await starting.run({})
      if (done.ok) toast.success('已开始对账，可以离开页面')
    },
    async cancel(runId) {
      if ((await cancelling.run({ runId })).ok) toast.success('已停止对账，已经找到的差异保留')
    },
  }
}

/** The present run, or the result of the last one. */
export function RunBar({ runs }: { runs: Runs }): ReactNode {
  const { latest } = runs
  if (!latest) return null
  return (
    <section className={styles.run} aria-label="最近一次对账">
      <TableStateTag table={RECONCILIATION_STATES} code={latest.state} />
      {latest.finishedAt === null ? (
        <ProgressLine
          done={latest.done}
          total={latest.total}
          label={latest.pass === null ? '等待开始' : RECONCILIATION_PASSES[latest.pass]}
        />
      ) : (
        <span className={styles.came}>
          <RelativeTime at={latest.finishedAt} ago />
          ，核对了 {latest.done} 个对象：新差异 {latest.opened} 个，消除 {latest.closed} 个
        </span>
      )}
      {latest.problems.length > 0 ? (
        <span className={styles.problem} title={latest.problems.join('\n')}>
          没有对完：{latest.problems[0]}
        </span>
      ) : null}
      {latest.finishedAt === null ? (
        <Button size="small" onClick={() => void runs.cancel(latest.id)}>
          停止
        </Button>
      ) : null}
      <Popover trigger="click" placement="bottomRight" content={<History list={runs.list} />}>
        <Button size="small" type="link">
          对账记录
        </Button>
      </Popover>
    </section>
  )
}

const History = ({ list }: { list: readonly ReconciliationRun[] }): ReactNode => (
  <ul className={styles.history}>
    {list.map((run) => (
      <li key={run.id}>
        <TableStateTag table={RECONCILIATION_STATES} code={run.state} />
        <RelativeTime at={run.createdAt} ago />
        <span>{run.by ?? '夜间自动'}</span>
        <span>
          发现 {run.found} · 新 {run.opened} · 消除 {run.closed}
        </span>
      </li>
    ))}
  </ul>
)
