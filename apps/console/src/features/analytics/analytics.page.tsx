import { DIMENSIONS, FIGURES, isShown, SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { Sums } from '@huoqiao/contract/analytics/analytics.figures'
import { startOfChinaDay } from '@huoqiao/kit/time'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { call } from '../../lib/client.ts'
import type { CallInput } from '../../lib/contract.ts'
import { formatCount } from '../../lib/format.ts'
import { Can } from '../../lib/permission.tsx'
import { useRead, useShownInput } from '../../lib/use-call.ts'
import { useNow } from '../../lib/use-now.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import { AnalyticsChart } from './analytics.chart.tsx'
import { analyticsColumns } from './analytics.columns.tsx'
import { AnalyticsFilters, AnalyticsMoreFilters } from './analytics.filters.tsx'
import styles from './analytics.module.css'
import { askedOf, figureNameOf, groupOf, useAnalyticsQuery } from './analytics.query.ts'
import { AnalyticsTable } from './analytics.table.tsx'
import { AnalyticsTiles } from './analytics.tiles.tsx'
import { BehindNote } from './behind-note.tsx'
import { drillOf } from './drill.rules.ts'

const WeeklyDialog = lazy(() => import('./weekly.dialog.tsx'))

const RANGE_FIRST = '请先选好开始和结束日期'
const viewOf = ({ from: _from, to: _to, ...view }: CallInput<'getAnalytics'>) => view
const isNothing = (sums: Sums): boolean => SUMS.every((name) => sums[name] === 0)

/** 生意分析: sales and profit as figures, charts and a table of the same sums. */
export default function AnalyticsPage(): ReactNode {
  const query = useAnalyticsQuery()
  // The same value for a whole day, so that nothing is read again before the next day.
  const today = startOfChinaDay(useNow(60_000))
  const [isWeekly, openWeekly] = useState(false)
  const asked = useMemo(() => askedOf(query, today), [query, today])
  const read = useRead('getAnalytics', asked ?? NOTHING_ASKED, { enabled: asked !== undefined })
  const { setFilters } = query
  // While the next answer is loading, the former one keeps the columns and links of its own input: its rows may be shops, not products.
  const shown = useShownInput(asked ?? NOTHING_ASKED, read.isPlaceholderData)
  const group = shown.group ?? groupOf(query)
  const ofGoods =
    DIMENSIONS[group].ofGoods || [shown.supplier, shown.category, shown.product, shown.keyword].some(Boolean)
  // Figures that only exist per order have no value for goods: the chart shows the sale instead.
  const figure = isShown(figureNameOf(query), { ofGoods }) ? figureNameOf(query) : 'sale'
  const { data } = read
  const drill = useMemo(() => drillOf(group, shown), [group, shown])
  const columns = useMemo(
    () => analyticsColumns({ group, ofGoods, drill, onNarrow: setFilters }),
    [group, ofGoods, drill, setFilters],
  )
  const view = useTableView('analytics', columns, 900)
  const fetchSheet = useCallback(() => call('exportAnalytics', asked ?? NOTHING_ASKED), [asked])

  return (
    <ListPage
      title="生意分析"
      subtitle="金额都是人民币，按下单当天的汇率；和订单里的利润是同一个算法"
      name="analytics"
      action={
        <>
          <Can call="addAnalyticsSchedule">
            <CanButton allowed={asked ? true : RANGE_FIRST} onClick={() => openWeekly(true)}>
              每周报表
            </CanButton>
          </Can>
          <Can call="exportAnalytics">
            <ExportButton fetchSheet={fetchSheet} allowed={asked ? true : RANGE_FIRST} />
          </Can>
        </>
      }
      filters={<AnalyticsFilters query={query} now={today} />}
      moreFilters={<AnalyticsMoreFilters query={query} />}
      view={view.control}
      views={query.view}
      changedFilters={query.changed}
      onResetFilters={query.reset}
      isStale={read.isPlaceholderData}
      note={
        <>
          {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
          {data ? <Notes behind={data.behind} total={data.total} ofGoods={ofGoods} /> : null}
        </>
      }
    >
      {!data ? (
        read.error ? null : asked ? (
          <RowSkeletons />
        ) : (
          <EmptyState text="选好开始和结束日期，就能看到这段时间的生意。" />
        )
      ) : isNothing(data.total) && (!data.before || isNothing(data.before.total)) ? (
        <EmptyState
          text="这段时间没有订单。换一段时间，或去掉筛选再看。"
          action={query.changed > 0 ? <Button onClick={query.reset}>清空筛选</Button> : null}
        />
      ) : (
        <div className={styles.page}>
          <AnalyticsTiles
            answer={data}
            ofGoods={ofGoods}
            chosen={figure}
            onChoose={(name) => setFilters({ figure: name })}
          />
          <AnalyticsChart answer={data} figure={figure} group={group} />
          <AnalyticsTable answer={data} group={group} view={view} ofGoods={ofGoods} />
        </div>
      )}
      {isWeekly && asked ? (
        <Suspense fallback={null}>
          <WeeklyDialog view={viewOf(asked)} onClose={() => openWeekly(false)} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}

/** A placeholder that is never sent: nothing is read until a custom range has both days. */
const NOTHING_ASKED: CallInput<'getAnalytics'> = { from: '', to: '' }

function Notes({ behind, total, ofGoods }: { behind: number; total: Sums; ofGoods: boolean }): ReactNode {
  const unknown = unknownText(total, ofGoods)
  return (
    <>
      <BehindNote behind={behind} />
      {unknown === '' ? null : <p className={styles.note}>{unknown}</p>}
    </>
  )
}

/** Which amounts are left out of the figures, because an exchange rate or a source price is missing. */
function unknownText({ unknownOrders, unratedLines }: Sums, ofGoods: boolean): string {
  if (ofGoods) return unratedLines > 0 ? '没有汇率的订单，金额不计入，只计件数。' : ''
  if (unknownOrders === 0) return ''
  const isRated = unratedLines === 0
  return `${formatCount(unknownOrders)} 个订单没有${isRated ? '' : '汇率或'}货源价格，算不出利润：${FIGURES.profit.label}和成本不计入，${isRated ? '销售额计入' : '销售额只计有汇率的'}。`
}
