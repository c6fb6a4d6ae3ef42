import type { SpareSort, SpareTab } from '@huoqiao/contract/purchases/spares.status'
import type { CallInput } from '../../../lib/contract.ts'
import type { ListQuery } from '../../../lib/list-query.ts'
import { some, TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'

const DEFAULTS = { tab: '', keyword: '', place: '', days: 0, sort: 'created', direction: 'desc' }
export type SpareFilters = ListQuery<typeof DEFAULTS>

/** Value of `place` in the address: lines without a place. */
export const NO_PLACE = '-'

export const useSpareFilters = (): SpareFilters =>
  useListQuery<typeof DEFAULTS>('spares', DEFAULTS, { paging: TABLE_PAGING, remember: ['sort', 'direction'] })

/** The filters without the tab, as the counts take them. */
export const askedBeside = ({ filters }: Pick<SpareFilters, 'filters'>): CallInput<'getSpareCounts'> => ({
  keyword: some(filters.keyword),
  ...(filters.place === NO_PLACE ? { unplaced: 'true' as const } : { place: some(filters.place) }),
  minDays: filters.days || undefined,
})

export const tabOf = ({ filters }: Pick<SpareFilters, 'filters'>): SpareTab | undefined =>
  (filters.tab || undefined) as SpareTab | undefined

export const asked = (list: SpareFilters): CallInput<'querySpares'> => ({
  ...askedBeside(list),
  tab: tabOf(list),
  sort: list.filters.sort as SpareSort,
  direction: list.filters.direction as 'asc' | 'desc',
  page: list.page,
  pageSize: list.pageSize,
})

/** How many filters are set: the tab and the sort order do not count. */
export const countChanged = ({ filters }: Pick<SpareFilters, 'filters'>): number =>
  [filters.keyword, filters.place, filters.days].filter((value) => value !== '' && value !== 0).length

export const SORTS = [
  { value: 'created:desc', label: '最近下单', sort: 'created', direction: 'desc' },
  { value: 'age:desc', label: '放得最久', sort: 'age', direction: 'desc' },
  { value: 'age:asc', label: '最近到货', sort: 'age', direction: 'asc' },
  { value: 'worth:desc', label: '成本从高到低', sort: 'worth', direction: 'desc' },
  { value: 'worth:asc', label: '成本从低到高', sort: 'worth', direction: 'asc' },
] as const
