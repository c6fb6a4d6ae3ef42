import type { ParcelTab } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { CallInput } from '../../../lib/contract.ts'
import type { ListQuery } from '../../../lib/list-query.ts'
import { countSet, known, NO_NUMBER, useListQuery } from '../../../lib/list-query.ts'
import type { SortOption } from '../../../ui/sort-select.tsx'

/** Filters of the list in the address; '' and NaN mean "not set". */
const DEFAULTS = { state: '', keyword: '', from: NO_NUMBER, to: NO_NUMBER, sort: 'sent', direction: 'desc' }
type Values = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? number : string }
export type ParcelFilters = ListQuery<Values>
const REMEMBERED = ['sort', 'direction'] as const

export const useParcelFilters = (): ParcelFilters => useListQuery<Values>('parcels', DEFAULTS, { remember: REMEMBERED })

type Asked = CallInput<'getParcels'>

/** The filters without the tab, as the counts take them. */
export const askedBeside = ({ filters }: ParcelFilters): CallInput<'getParcelCountByTab'> => ({
  keyword: filters.keyword || undefined,
  from: known(filters.from),
  to: known(filters.to),
})

export const asked = (list: ParcelFilters): Asked => ({
  ...askedBeside(list),
  tab: (list.filters.state || undefined) as ParcelTab | undefined,
  sort: list.filters.sort as Asked['sort'],
  direction: list.filters.direction as Asked['direction'],
  page: list.page,
  pageSize: list.pageSize,
})

export const SORTS: readonly SortOption[] = [
  { value: 'sent:desc', label: '最近发货', sort: 'sent', direction: 'desc' },
  { value: 'sent:asc', label: '最早发货', sort: 'sent', direction: 'asc' },
  { value: 'step:desc', label: '最近有动静', sort: 'step', direction: 'desc' },
  { value: 'step:asc', label: '最久没动静', sort: 'step', direction: 'asc' },
]

export const countChanged = ({ filters }: ParcelFilters): number => countSet([filters.keyword], filters)

export const resetFilters = (list: ParcelFilters): void =>
  list.setFilters({ keyword: '', from: NO_NUMBER, to: NO_NUMBER })
