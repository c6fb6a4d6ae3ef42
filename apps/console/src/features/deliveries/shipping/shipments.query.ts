import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
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
  sort: 'created',
  direction: 'desc',
}
type Values = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? number : string }
export type ShipmentFilters = ListQuery<Values>
const REMEMBERED = ['storeId', 'sort', 'direction'] as const

export const useShipmentFilters = (): ShipmentFilters =>
  useListQuery<Values>('shipments', DEFAULTS, { remember: REMEMBERED })

type Asked = CallInput<'getShipments'>

/** The filters without the state, as the counts take them. */
export const askedBeside = ({ filters }: ShipmentFilters): CallInput<'getShipmentCountByState'> => ({
  keyword: filters.keyword || undefined,
  storeId: filters.storeId || undefined,
  from: known(filters.from),
  to: known(filters.to),
})

export const asked = (list: ShipmentFilters): Asked => ({
  ...askedBeside(list),
  state: (list.filters.state || undefined) as ShipmentState | undefined,
  sort: list.filters.sort as Asked['sort'],
  direction: list.filters.direction as Asked['direction'],
  page: list.page,
  pageSize: list.pageSize,
})

export const SORTS: readonly SortOption[] = [
  { value: 'created:desc', label: '最近发货', sort: 'created', direction: 'desc' },
  { value: 'created:asc', label: '最早发货', sort: 'created', direction: 'asc' },
  { value: 'updated:desc', label: '最近更新', sort: 'updated', direction: 'desc' },
]

export const countChanged = ({ filters }: ShipmentFilters): number =>
  countSet([filters.keyword, filters.storeId], filters)

export const resetFilters = (list: ShipmentFilters): void =>
  list.setFilters({ keyword: '', storeId: '', from: NO_NUMBER, to: NO_NUMBER })
