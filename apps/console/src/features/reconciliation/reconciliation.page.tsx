import type { Difference } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { DIFFERENCE_GROUPS } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { DifferenceGroup } from '@huoqiao/contract/reconciliation/reconciliation.status'
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../lib/client.ts'
import { formatCount } from '../../lib/format.ts'
import { NO_RIGHT, useMay } from '../../lib/permission.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listAnswer } from '../../ui/list-answer.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { OutcomeWindow } from '../../ui/outcome-window.tsx'
import { useSelection } from '../../ui/selection.ts'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { byCause, CauseGroup } from './cause-group.tsx'
import { DifferenceRow } from './difference-row.tsx'
import { DifferenceFilterRow } from './reconciliation.filters.tsx'
import styles from './reconciliation.module.css'
import { asked, askedBeside, askedFilter, useDifferenceFilters } from './reconciliation.query.ts'
import type { DifferenceFilters } from './reconciliation.query.ts'
import { RunBar, useRuns } from './run-bar.tsx'
import { allOfCause, useDifferenceActs } from './use-difference-acts.ts'
import type { DifferenceActs } from './use-difference-acts.ts'

const RUNNING_MS = 3_000
const LOOK_MS = 15_000
const keyOf = (one: Difference): string => one.id
const NONE: readonly Difference[] = []
const GROUPS = Object.keys(DIFFERENCE_GROUPS) as DifferenceGroup[]

/** /purchase/reconciliation: where orders, purchases, 1688, payments, receipts and fulfilments contradict each other. */
export default function ReconciliationPage(): ReactNode {
  const list = useDifferenceFilters()
  const runs = useRuns()
  // The list polls, because a job may carry out a repair: its result is shown without a reload.
  const refetchInterval = runs.isRunning ? RUNNING_MS : LOOK_MS
  const read = useRead('getDifferences', asked(list), { refetchInterval })
  const counts = useRead('getDifferenceCounts', askedBeside(list), { refetchInterval })
  const rows = read.data?.list
  const selection = useSelection(rows ?? NONE, keyOf)
  const acts = useDifferenceActs()
  return (
    <ListPage
      name="reconciliation"
      title="对账"
      subtitle="订单、采购、1688、付款、收货、发货和店铺商品两两对照；每个差异说明原因和下一步。每天凌晨自动对一次"
      action={
        <>
          <ExportDifferences list={list} isEmpty={read.data?.total === 0} />
          <CanButton
            type="primary"
            loading={runs.isStarting}
            allowed={!runs.mayStart ? NO_RIGHT : runs.isRunning ? '正在对账' : true}
            onClick={() => void runs.start()}
          >
            开始对账
          </CanButton>
        </>
      }
      tabs={[
        { key: '', label: '全部', count: counts.data?.all },
        ...GROUPS.map((group) => ({
          key: group,
          label: DIFFERENCE_GROUPS[group],
          count: counts.data ? (counts.data.groups[group] ?? 0) : undefined,
        })),
      ]}
      tab={list.filters.group}
      onTab={(group) => list.setFilters({ group, kind: '' })}
      filters={<DifferenceFilterRow list={list} counts={counts.data} />}
      changedFilters={list.changed}
      views={list.view}
      onResetFilters={list.reset}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        actions: <BatchActions rows={selection.rows} acts={acts} />,
      }}
      {...listAnswer(list, read, { note: <RunBar runs={runs} /> })}
    >
      {rows === undefined ? (
        read.error ? null : (
          <RowSkeletons />
        )
      ) : rows.length === 0 ? (
        <NothingHere list={list} hasRun={runs.latest !== undefined} isRunning={runs.isRunning} />
      ) : (
        <div className={styles.list}>
          <Checkbox
            className={styles.all}
            checked={selection.isAll}
            indeterminate={selection.isSome && !selection.isAll}
            onChange={selection.toggleAll}
          >
            选中本页
          </Checkbox>
          <ul>
            {byCause(rows).map((group) => {
              const [one, ...others] = group
              if (one === undefined) return null
              return others.length > 0 ? (
                <CauseGroup
                  key={one.cause}
                  rows={group}
                  count={Math.max(counts.data?.causes[one.cause] ?? 0, group.length)}
                  selection={selection}
                  acts={acts}
                  readAll={() => allOfCause(asked(list), one.cause)}
                />
              ) : (
                <DifferenceRow
                  key={one.id}
                  one={one}
                  isPicked={selection.has(one.id)}
                  onPick={(isRange) => selection.toggle(one.id, isRange)}
                  acts={acts}
                />
              )
            })}
          </ul>
        </div>
      )}
      {acts.reported ? (
        <OutcomeWindow
          title={acts.reported.title}
          outcome={acts.reported.outcome}
          labelOf={(key) => acts.reported?.names.get(key) ?? key}
          onClose={acts.forget}
        />
      ) : null}
    </ListPage>
  )
}

function BatchActions({ rows, acts }: { rows: readonly Difference[]; acts: DifferenceActs }): ReactNode {
  const repairable = rows.filter(({ can }) => can['mendDifferences'] === true)
  const open = rows.filter(({ state }) => state === 'open')
  const isBusy = acts.busy.size > 0
  return (
    <>
      <CanButton
        type="primary"
        loading={isBusy}
        allowed={repairable.length > 0 ? true : '选中的差异都没有能自动执行的修复'}
        onClick={() => void acts.repair(repairable)}
      >
        修复（{repairable.length}）
      </CanButton>
      <CanButton allowed={open.length > 0 ? true : '没有待处理的差异'} onClick={() => void acts.recheck(open)}>
        重新核对
      </CanButton>
      <CanButton allowed={open.length > 0 ? true : '没有待处理的差异'} onClick={() => void acts.ignore(open)}>
        忽略
      </CanButton>
    </>
  )
}

type NothingHereProps = { list: DifferenceFilters; hasRun: boolean; isRunning: boolean }

function NothingHere({ list, hasRun, isRunning }: NothingHereProps): ReactNode {
  if (list.changed > 0)
    return <EmptyState text="没有符合条件的差异。" action={<Button onClick={list.reset}>清空筛选</Button>} />
  if (isRunning) return <EmptyState text="正在对账，找到差异会列在这里；可以离开页面，完成后再来看。" />
  return (
    <EmptyState
      text={hasRun ? '都对得上，没有待处理的差异。' : '还没有对过账。点“开始对账”，可以离开页面，完成后再来看。'}
    />
  )
}

function ExportDifferences({ list, isEmpty }: { list: DifferenceFilters; isEmpty: boolean }): ReactNode {
  const { run, isPending } = useAct('exportDifferences')
  const may = useMay('exportDifferences')
  async function fetchSheet(): Promise<void> {
    const done = await run({ filter: askedFilter(list) })
    if (!done.ok) return
    const link = document.createElement('a')
    link.href = done.data.url
    link.download = done.data.fileName
    link.click()
    toast.success(`已导出 ${formatCount(done.data.rows)} 个差异`)
  }
  return (
    <CanButton
      icon={<DownloadOutlined />}
      loading={isPending}
      allowed={!may ? NO_RIGHT : isEmpty ? '没有差异可以导出' : true}
      onClick={() => void fetchSheet()}
    >
      导出
    </CanButton>
  )
}
