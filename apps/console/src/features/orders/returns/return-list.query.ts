import type { OrderReturnState } from '@huoqiao/contract/orders/orders.status'
import type { CallInput } from '../../../lib/contract.ts'
import type { ListQuery } from '../../../lib/list-query.ts'
import { countSet, known, NO_NUMBER, useListQuery } from '../../../lib/list-query.ts'
import type { SortOption } from '../../../ui/sort-select.tsx'

/** Filters of the list in the address; '' and NaN mean "not set". */
const DEFAULTS = {
  state: '',
  keyword: '',
  storeId: '',
  from: NO_NUMBER,
  to: NO_NUMBER,
  sort: 'requested',
  direction: 'desc',
}
type Values = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? number : string }
export type ReturnFilters = ListQuery<Values>
const REMEMBERED = ['storeId', 'sort', 'direction'] as const

export const useReturnFilters = (): ReturnFilters => useListQuery<Values>('returns', DEFAULTS, { remember: REMEMBERED })

type Asked = CallInput<'getReturns'>

/** The filters without the state, as the counts take them. */
export const askedBeside = ({ filters }: ReturnFilters): CallInput<'getReturnCountByState'> => ({
  keyword: filters.keyword || undefined,
  storeId: filters.storeId || undefined,
  from: known(filters.from),
  to: known(filters.to),
})

export const asked = (list: ReturnFilters): Asked => ({
  ...askedBeside(list),
  state: (list.filters.state || undefined) as OrderReturnState | undefined,
  sort: list.filters.sort as Asked['sort'],
  direction: list.filters.direction as Asked['direction'],
  page: list.page,
  pageSize: list.pageSize,
})

export const SORTS: readonly SortOption[] = [
  { value: 'requested:desc', label: '最近申请', sort: 'requested', direction: 'desc' },
  { value: 'requested:asc', label: '最早申请', sort: 'requested', direction: 'asc' },
  { value: 'updated:desc', label: '最近更新', sort: 'updated', direction: 'desc' },
]

export const countChanged = ({ filters }: ReturnFilters): number =>
  countSet([filters.keyword, filters.storeId], filters)

export const resetFilters = (list: ReturnFilters): void =>
  list.setFilters({ keyword: '', storeId: '', from: NO_NUMBER, to: NO_NUMBER })
