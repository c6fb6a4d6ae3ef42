import { Button, Segmented, Table } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { QuickRange, Span } from '../../../lib/date-range.ts'
import { QUICK_RANGES, quickRange } from '../../../lib/date-range.ts'
import { formatCount, formatDate } from '../../../lib/format.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { useRead } from '../../../lib/use-call.ts'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { QuickDateRange } from '../../../ui/quick-date-range.tsx'
import type { DailySkus } from './sku-days.rules.ts'
import { byDay } from './sku-days.rules.ts'
import styles from './sku-panel.module.css'

const SkuChart = lazy(() => import('./sku-chart.tsx'))

const OWN_RANGE = '自定义'
type Range = QuickRange | typeof OWN_RANGE

/** How many SKUs were pushed successfully by day and store: as a chart, and as a table one click away. */
export default function SkuPanel(): ReactNode {
  const [range, setRange] = usePreference<Range>('sku-panel:range', '本月')
  const [own, setOwn] = useState<Partial<Span>>({})
  const [storeId, setStoreId] = useState<string>()
  const [isTable, showTable] = usePreference('sku-panel:table', false)
  const [openedAt] = useState(() => Date.now())
  const span = useMemo(() => (range === OWN_RANGE ? own : quickRange(range, openedAt)), [range, own, openedAt])
  const isWhole = span.from !== undefined && span.to !== undefined
  const from = formatDate(span.from ?? openedAt)
  const to = formatDate(Math.min(span.to ?? openedAt, Math.max(openedAt, span.from ?? 0)))
  const read = useRead('getSyncSuccessSkuCountByDate', { from, to, storeId }, { enabled: isWhole })
  const days = useMemo(() => byDay(read.data ?? [], from, to), [read.data, from, to])
  const total = days.stores.reduce((sum, store) => sum + store.counts.reduce((all, count) => all + count, 0), 0)
  return (
    <section className={styles.panel} aria-label="每日同步成功的SKU数">
      <header>
        <h2>每日同步成功的SKU</h2>
        <span className={styles.total}>{formatCount(total)} 个</span>
        <Segmented<Range> value={range} options={[...QUICK_RANGES, OWN_RANGE]} onChange={setRange} />
        {range === OWN_RANGE ? <QuickDateRange value={own} onChange={setOwn} /> : null}
        <StorePicker value={storeId} allowClear placeholder="全部店铺" onChange={setStoreId} />
        <Button type="text" className={styles.swap ?? ''} onClick={() => showTable(!isTable)}>
          {isTable ? '看图' : '看表格'}
        </Button>
      </header>
      {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
      <div className={styles.figure} data-stale={read.isPlaceholderData}>
        {total === 0 ? (
          <p className={styles.nothing}>{read.isPending && isWhole ? '' : '这段时间没有同步成功的SKU。'}</p>
        ) : isTable ? (
          <DayTable days={days} />
        ) : (
          <Suspense fallback={null}>
            <SkuChart days={days} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

type DayRow = { date: string; total: number; counts: readonly number[] }

function DayTable({ days }: { days: DailySkus }): ReactNode {
  const rows: DayRow[] = days.dates.map((date, at) => {
    const counts = days.stores.map((store) => store.counts[at] ?? 0)
    return { date, counts, total: counts.reduce((sum, count) => sum + count, 0) }
  })
  return (
    <Table<DayRow>
      rowKey="date"
      pagination={false}
      scroll={{ y: 190 }}
      dataSource={[...rows].reverse()}
      columns={[
        { key: 'date', title: '日期', dataIndex: 'date', width: 120 },
        ...days.stores.map((store, at) => ({
          key: store.id,
          title: store.name,
          className: 'hq-num',
          render: (_: unknown, row: DayRow) => formatCount(row.counts[at] ?? 0),
        })),
        { key: 'total', title: '合计', className: 'hq-num', render: (_, row) => <b>{formatCount(row.total)}</b> },
      ]}
    />
  )
}
