import type { SourceChange } from '@huoqiao/contract/collection/radar.endpoints'
import type { SourceChangeKind } from '@huoqiao/contract/collection/radar.words'
import { SOURCE_CHANGES } from '@huoqiao/contract/collection/radar.words'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { useAddressField } from '../../../lib/address-field.ts'
import { NO_NUMBER, useListQuery, useMay, useRead } from '../../../lib/index.ts'
import { TABLE_PAGING, known } from '../../../lib/list-query.ts'
import { EmptyState, FailureNote, ListPage, SearchField, SpanFilter, useSelection } from '../../../ui/index.ts'
import type { StateTab } from '../../../ui/index.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { useViewSlot } from '../../../ui/view-slot.tsx'
import { RadarActs, RadarWindow, sourcesOf } from './radar-acts.tsx'
import type { RadarOpen } from './radar-acts.tsx'
import { RadarTable } from './radar-table.tsx'
import { useCheckSources } from './use-check-sources.ts'

const SourceHistory = lazy(() => import('./source-history.drawer.tsx'))

const DEFAULTS = { kind: '', keyword: '', from: NO_NUMBER, to: NO_NUMBER }
const KINDS = Object.keys(SOURCE_CHANGES) as SourceChangeKind[]
const WORDS = { kind: KINDS }
const CALM_MS = 30_000
const NONE: readonly SourceChange[] = []
const keyOf = (row: SourceChange): string => row.id
const kindOf = (text: string): SourceChangeKind | undefined => KINDS.find((kind) => kind === text)

/** /shop/product/radar: changes at 1688 for what we sell: prices, stock, minimum, SKUs, offers. */
export default function RadarPage(): ReactNode {
  const query = useListQuery('source-radar', DEFAULTS, { paging: TABLE_PAGING, words: WORDS })
  const { filters } = query
  const [offerId, open] = useAddressField('offer')
  const read = useRead(
    'getSourceChanges',
    {
      kind: kindOf(filters.kind),
      keyword: filters.keyword || undefined,
      from: known(filters.from),
      to: known(filters.to),
      page: query.page,
      pageSize: query.pageSize,
    },
    { refetchInterval: CALM_MS },
  )
  const { data, error } = read
  const mayCheck = useMay('checkSources')
  const { place, slot } = useViewSlot()
  const check = useCheckSources()
  const selection = useSelection(data?.list ?? NONE, keyOf)
  const [opened, act] = useState<RadarOpen>()
  const shown = sourcesOf(data?.list ?? NONE)
  return (
    <>
      <ListPage
        name="source-radar"
        title="货源雷达"
        subtitle="商品的货源在1688的变动，每次检查都记下来"
        action={
          mayCheck && shown.length > 0 ? (
            <Button
              loading={check.acts.isBusy}
              title="到1688看这一页货源现在的价格和库存"
              onClick={() => check.run(shown)}
            >
              检查本页货源
            </Button>
          ) : null
        }
        tabs={tabsOf(data)}
        tab={filters.kind}
        onTab={(kind) => query.setFilters({ kind })}
        filters={
          <>
            <SearchField
              value={filters.keyword}
              placeholder="货源标题、供应商、货源编号"
              onSearch={(keyword) => query.setFilters({ keyword })}
            />
            <SpanFilter
              filters={filters}
              setFilters={query.setFilters}
              placeholder={['发现时间从', '到']}
              width={290}
            />
          </>
        }
        view={place}
        batch={{
          count: selection.rows.length,
          onClear: selection.clear,
          actions: <RadarActs rows={selection.rows} isChecking={check.acts.isBusy} onCheck={check.run} onOpen={act} />,
        }}
        changedFilters={[filters.keyword !== '', Number.isFinite(filters.from)].filter(Boolean).length}
        views={query.view}
        onResetFilters={() => query.setFilters({ keyword: '', from: NO_NUMBER, to: NO_NUMBER })}
        note={error ? <FailureNote failure={error} onRetry={() => void read.refetch()} /> : null}
        isStale={read.isPlaceholderData}
        {...(data && data.total > 0
          ? {
              pager: {
                page: query.page,
                pageSize: query.pageSize,
                total: data.total,
                isCapped: data.totalCapped,
                sizes: query.sizes,
                onChange: query.setPage,
              },
            }
          : {})}
      >
        {data && data.list.length === 0 ? (
          <EmptyState
            text={emptyWords(filters.kind !== '' || filters.keyword !== '' || Number.isFinite(filters.from))}
          />
        ) : error && !data ? null : (
          <RadarTable rows={data?.list} onOpen={open} slot={slot} selection={selection} />
        )}
      </ListPage>
      <Suspense fallback={null}>
        {offerId === undefined ? null : <SourceHistory offerId={offerId} onClose={() => open(undefined)} />}
      </Suspense>
      <RadarWindow opened={opened} onOpen={act} />
      <ReportedOutcome acts={check.acts} />
    </>
  )
}

const emptyWords = (isFiltered: boolean): string =>
  isFiltered
    ? '没有符合条件的变动。'
    : '还没有发现变动。认领的货源会定时检查（系统参数里可改间隔），涨价、断货、下架会出现在这里。'

function tabsOf(found: Pick<CallOutput<'getSourceChanges'>, 'counts' | 'capped'> | undefined): StateTab[] {
  const all = found && Object.values(found.counts).reduce((sum, n) => sum + n, 0)
  return [
    { key: '', label: '全部', count: all, isCapped: (found?.capped.length ?? 0) > 0 },
    ...KINDS.map((key) => {
      const count = found && (found.counts[key] ?? 0)
      return {
        key,
        label: SOURCE_CHANGES[key].label,
        count,
        isCapped: found?.capped.includes(key) ?? false,
        ...(count ? { hue: SOURCE_CHANGES[key].hue } : {}),
      }
    }),
  ]
}
