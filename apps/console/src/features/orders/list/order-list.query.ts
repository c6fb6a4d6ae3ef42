import type { OrderPayment, OrderState, TrackingReturn } from '@huoqiao/contract/orders/orders.status'
import type { CallInput } from '../../../lib/contract.ts'
import type { ListQuery } from '../../../lib/list-query.ts'
import { known, NO_NUMBER, some, useListQuery } from '../../../lib/list-query.ts'

/** Filters of the order list in the address; '' and NaN mean "not set". Totals are minor units. */
const DEFAULTS = {
  state: '',
  storeId: '',
  keyword: '',
  from: NO_NUMBER,
  to: NO_NUMBER,
  currency: '',
  totalFrom: NO_NUMBER,
  totalTo: NO_NUMBER,
  country: '',
  payment: '',
  tracking: '',
  risk: '',
  hasSource: '',
  rescued: '',
  test: '',
  hasReturn: '',
  shipBy: NO_NUMBER,
  sort: 'created',
  direction: 'desc',
}
type Values = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? number : string }
export type OrderFilters = ListQuery<Values>

/** Filters for daily use are remembered; one-time searches are not. */
const REMEMBERED = ['storeId', 'sort', 'direction'] as const

export const useOrderFilters = (): OrderFilters => useListQuery<Values>('orders', DEFAULTS, { remember: REMEMBERED })

type Asked = CallInput<'getOrdersByCondition'>

/** The filters without the state, as the counts take them. */
export function askedBeside({ filters }: Pick<OrderFilters, 'filters'>): CallInput<'getOrderCountByState'> {
  const hasTotals = Number.isFinite(filters.totalFrom) || Number.isFinite(filters.totalTo)
  return {
    storeId: some(filters.storeId),
    keyword: some(filters.keyword),
    from: known(filters.from),
    to: known(filters.to),
    currency: some(filters.currency),
    ...(hasTotals ? { totalFrom: known(filters.totalFrom), totalTo: known(filters.totalTo) } : {}),
    country: some(filters.country),
    payment: some(filters.payment) as OrderPayment | undefined,
    trackingReturn: some(filters.tracking) as TrackingReturn | undefined,
    risk: some(filters.risk) as Asked['risk'],
    hasSource: some(filters.hasSource) as Asked['hasSource'],
    rescued: some(filters.rescued) as Asked['rescued'],
    test: some(filters.test) as Asked['test'],
    hasReturn: some(filters.hasReturn) as Asked['hasReturn'],
    shipBy: known(filters.shipBy),
  }
}

/** All filters without the page: the input of an export. */
export const askedWhole = (list: Pick<OrderFilters, 'filters'>): Omit<Asked, 'page' | 'pageSize'> => ({
  ...askedBeside(list),
  state: some(list.filters.state) as OrderState | undefined,
  sort: list.filters.sort as Asked['sort'],
  direction: list.filters.direction as Asked['direction'],
})

export const asked = (list: OrderFilters): Asked => ({
  ...askedWhole(list),
  page: list.page,
  pageSize: list.pageSize,
})

export const SORTS: readonly { value: string; label: string; sort: string; direction: string }[] = [
  { value: 'created:desc', label: '最近下单', sort: 'created', direction: 'desc' },
  { value: 'created:asc', label: '最早下单', sort: 'created', direction: 'asc' },
  { value: 'updated:desc', label: '最近更新', sort: 'updated', direction: 'desc' },
  { value: 'total:desc', label: '金额从高到低', sort: 'total', direction: 'desc' },
  { value: 'total:asc', label: '金额从低到高', sort: 'total', direction: 'asc' },
  { value: 'profit:asc', label: '利润从低到高', sort: 'profit', direction: 'asc' },
  { value: 'profit:desc', label: '利润从高到低', sort: 'profit', direction: 'desc' },
]

const { state: _tab, sort: _sort, direction: _direction, ...CLEARED } = DEFAULTS

/** How many filters the person set: the tab and the sort order do not count; a range counts once. */
export const countChanged = ({ filters }: Pick<OrderFilters, 'filters'>): number => {
  const set = (Object.keys(CLEARED) as (keyof Values)[]).filter(
    (key) => !Object.is(filters[key], DEFAULTS[key]) && key !== 'to' && key !== 'totalTo',
  ).length
  return set + (Number.isNaN(filters.totalFrom) && !Number.isNaN(filters.totalTo) ? 1 : 0)
}

/** Resets the filters, and keeps the tab and the sort order. */
export const resetFilters = (list: OrderFilters): void => list.setFilters(CLEARED)
