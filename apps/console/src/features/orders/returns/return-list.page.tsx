import type { ListedReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { OrderReturnState } from '@huoqiao/contract/orders/orders.status'
import { ORDER_RETURN_STATES } from '@huoqiao/contract/orders/orders.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { ofAny, useAllowed, useMay } from '../../../lib/permission.tsx'
import type { Allowed } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { SortSelect } from '../../../ui/sort-select.tsx'
import { SpanFilter } from '../../../ui/span-filter.tsx'
import type { ReturnFilters } from './return-list.query.ts'
import { asked, askedBeside, countChanged, resetFilters, SORTS, useReturnFilters } from './return-list.query.ts'
import { NO_REFUND } from '../detail/return.words.ts'
import { ReturnRows } from './return-rows.tsx'
import type { ReturnActs } from './use-return-acts.tsx'
import { MOST_RETURNS, useReturnActs } from './use-return-acts.tsx'

const ApproveDialog = lazy(() => import('./approve.dialog.tsx'))

const keyOf = (row: ListedReturn): string => row.id
const NONE: readonly ListedReturn[] = []
const LOOK_AGAIN_MS = 30_000

/** /order/returns: what shoppers want to send back, in all shops. */
export default function ReturnListPage(): ReactNode {
  const list = useReturnFilters()
  const read = useRead('getReturns', asked(list), { refetchInterval: LOOK_AGAIN_MS })
  const counts = useRead('getReturnCountByState', askedBeside(list), { refetchInterval: LOOK_AGAIN_MS })
  const selection = useSelection(read.data?.list ?? NONE, keyOf)
  const acts = useReturnActs()
  const mayRefund = useMay('refundReturn')
  const [approving, approve] = useState<readonly ListedReturn[]>()
  return (
    <ListPage
      name="returns"
      title="退货"
      subtitle={
        mayRefund ? '各店铺买家的退货，在这里同意、退款和结束' : `各店铺买家的退货，在这里同意和结束。${NO_REFUND}`
      }
      {...stateTabs(list, counts.data)}
      filters={<Filters list={list} />}
      changedFilters={countChanged(list)}
      views={list.view}
      onResetFilters={() => resetFilters(list)}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        actions: <ReturnBatch rows={selection.rows} acts={acts} onApprove={approve} />,
      }}
      {...listAnswer(list, read)}
    >
      {read.error && !read.data ? null : (
        <ReturnRows rows={read.data?.list} selection={selection} empty={<NothingHere list={list} />} />
      )}
      <Suspense fallback={null}>
        {approving ? <ApproveDialog rows={approving} acts={acts} onClose={() => approve(undefined)} /> : null}
      </Suspense>
      <ReportedOutcome acts={acts} />
    </ListPage>
  )
}

type ReturnBatchProps = {
  rows: readonly ListedReturn[]
  acts: ReturnActs
  onApprove: (rows: readonly ListedReturn[]) => void
}

/** Actions on the selected returns; those that do not allow it are reported in the outcome. */
function ReturnBatch({ rows, acts, onApprove }: ReturnBatchProps): ReactNode {
  const allowed = useAllowed()
  const may = (step: 'approveReturns' | 'closeReturns'): Allowed =>
    rows.length > MOST_RETURNS ? `一次最多 ${MOST_RETURNS} 个，请分批选` : ofAny(rows, allowed, step)
  return (
    <>
      <CanButton allowed={may('approveReturns')} loading={acts.isBusy} onClick={() => onApprove(rows)}>
        同意退货
      </CanButton>
      <CanButton
        allowed={may('closeReturns')}
        title="店铺把退货标为已完成；没有处理的商品不会退款"
        onClick={() => void acts.close(rows)}
      >
        结束退货
      </CanButton>
    </>
  )
}

function Filters({ list }: { list: ReturnFilters }): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="退货号、订单号、商品、SKU"
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <StorePicker
        value={filters.storeId}
        allowClear
        placeholder="全部店铺"
        width={150}
        onChange={(storeId) => setFilters({ storeId: storeId ?? '' })}
      />
      <SpanFilter filters={filters} setFilters={setFilters} placeholder={['申请时间从', '到']} width={290} />
      <SortSelect sorts={SORTS} value={filters} onChange={setFilters} />
    </>
  )
}

const TABS = (Object.keys(ORDER_RETURN_STATES) as OrderReturnState[]).map((key) => ({
  key,
  ...ORDER_RETURN_STATES[key],
}))

/** The state tabs with their counts, under the same filters except the state. */
function stateTabs(list: ReturnFilters, data: CallOutput<'getReturnCountByState'> | undefined) {
  return {
    tabs: countedTabs(data, TABS),
    tab: list.filters.state,
    onTab: (state: string) => list.setFilters({ state }),
  }
}

function NothingHere({ list }: { list: ReturnFilters }): ReactNode {
  const { state } = list.filters
  if (countChanged(list) > 0)
    return (
      <EmptyState text="没有符合条件的退货。" action={<Button onClick={() => resetFilters(list)}>清空筛选</Button>} />
    )
  if (state === 'requested') return <EmptyState text="没有等答复的退货申请。" />
  if (state !== '') return <EmptyState text={`没有${ORDER_RETURN_STATES[state as OrderReturnState].label}的退货。`} />
  return <EmptyState text="还没有退货。买家在店铺申请退货，或店铺后台登记退货以后，会自动出现在这里。" />
}
