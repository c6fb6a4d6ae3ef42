import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { ListQuery } from '../../../lib/list-query.ts'
import { known, NO_NUMBER, useListQuery } from '../../../lib/list-query.ts'
import { useRead } from '../../../lib/use-call.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import type { SectionHead } from '../../../ui/section-page.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { SpanFilter } from '../../../ui/span-filter.tsx'
import { useDeliveryActs } from '../use-delivery-acts.tsx'
import { ReceiptTable } from './receipt-table.tsx'

const DEFAULTS = { keyword: '', defects: false, from: NO_NUMBER, to: NO_NUMBER }
type Values = { keyword: string; defects: boolean; from: number; to: number }

/** 收货记录: every receipt that was ever recorded; none is ever deleted. */
export default function ReceiptList({ head }: { head: SectionHead }): ReactNode {
  const list = useListQuery<Values>('receipts', DEFAULTS)
  const { filters } = list
  const read = useRead('getReceipts', {
    keyword: filters.keyword || undefined,
    defects: filters.defects ? 'true' : undefined,
    from: known(filters.from),
    to: known(filters.to),
    page: list.page,
    pageSize: list.pageSize,
  })
  const acts = useDeliveryActs()
  return (
    <ListPage
      {...head}
      name="receipts"
      filters={<Filters list={list} />}
      changedFilters={countChanged(filters)}
      views={list.view}
      onResetFilters={() => list.setFilters(DEFAULTS)}
      {...listAnswer(list, read)}
    >
      {read.data ? (
        read.data.list.length > 0 ? (
          <ReceiptTable rows={read.data.list} acts={acts} />
        ) : (
          <EmptyState
            text={countChanged(filters) > 0 ? '没有符合条件的收货记录。' : '还没有收过货。到收货台扫描第一个包裹。'}
          />
        )
      ) : read.error ? null : (
        <RowSkeletons count={8} />
      )}
      <ReportedOutcome acts={acts} />
    </ListPage>
  )
}

/** How many filters are set; a time range counts once. */
const countChanged = ({ keyword, defects, from, to }: Values): number =>
  [keyword !== '', defects, Number.isFinite(from) || Number.isFinite(to)].filter(Boolean).length

function Filters({ list }: { list: ListQuery<Values> }): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="采购单号、商品、规格"
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <SpanFilter filters={filters} setFilters={setFilters} placeholder={['收货时间从', '到']} width={290} />
      <Checkbox checked={filters.defects} onChange={(event) => setFilters({ defects: event.target.checked })}>
        只看有不良的
      </Checkbox>
    </>
  )
}
