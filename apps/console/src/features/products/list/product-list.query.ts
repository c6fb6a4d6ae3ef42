import type { ProductState, SourceHealth } from '@huoqiao/contract/products/products.status'
import type { CallInput } from '../../../lib/contract.ts'
import type { ListQuery } from '../../../lib/list-query.ts'
import { CARD_PAGING, TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'

/** Filters of the product list in the address; '' and 0 mean "not set". */
const DEFAULTS = {
  state: '',
  storeId: '',
  keyword: '',
  supplier: '',
  sourceHealth: '',
  origin: '',
  inShop: '',
  from: 0,
  to: 0,
  sort: 'updated',
  direction: 'desc',
}
type Values = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? number : string }
export type ProductFilters = ListQuery<Values>

/** Filters for daily use are remembered; one-time searches are not. */
const REMEMBERED = ['storeId', 'sort', 'direction'] as const

/** Cards and table have different default page sizes. */
export const useProductFilters = (view: 'cards' | 'table'): ProductFilters =>
  useListQuery<Values>('products', DEFAULTS, {
    remember: REMEMBERED,
    paging: view === 'table' ? TABLE_PAGING : CARD_PAGING,
  })

type Sort = NonNullable<CallInput<'getProductsByCondition'>['sort']>

/** The filters without the state, as the list and the counts take them. */
export function askedBeside({ filters }: Pick<ProductFilters, 'filters'>): CallInput<'getProductCountByState'> {
  return {
    storeId: filters.storeId || undefined,
    keyword: filters.keyword || undefined,
    supplier: filters.supplier || undefined,
    sourceHealth: (filters.sourceHealth || undefined) as SourceHealth | undefined,
    inShop: (filters.inShop || undefined) as 'changed' | 'deleted' | undefined,
    origin: (filters.origin || undefined) as '1688' | 'manual' | undefined,
    from: filters.from || undefined,
    to: filters.to || undefined,
  }
}

/** All filters without the page. */
export const askedWhole = (list: ProductFilters): Omit<CallInput<'getProductsByCondition'>, 'page' | 'pageSize'> => ({
  ...askedBeside(list),
  state: (list.filters.state || undefined) as ProductState | undefined,
  sort: list.filters.sort as Sort,
  direction: list.filters.direction as 'asc' | 'desc',
})

export const asked = (list: ProductFilters): CallInput<'getProductsByCondition'> => ({
  ...askedWhole(list),
  page: list.page,
  pageSize: list.pageSize,
})

export const SORTS: readonly { value: string; label: string; sort: string; direction: string }[] = [
  { value: 'updated:desc', label: '最近更新', sort: 'updated', direction: 'desc' },
  { value: 'created:desc', label: '最近认领', sort: 'created', direction: 'desc' },
  { value: 'created:asc', label: '最早认领', sort: 'created', direction: 'asc' },
  { value: 'price:asc', label: '售价从低到高', sort: 'price', direction: 'asc' },
  { value: 'price:desc', label: '售价从高到低', sort: 'price', direction: 'desc' },
  { value: 'margin:asc', label: '毛利从低到高', sort: 'margin', direction: 'asc' },
  { value: 'margin:desc', label: '毛利从高到低', sort: 'margin', direction: 'desc' },
]

const { state: _tab, sort: _sort, direction: _direction, ...CLEARED } = DEFAULTS

/** How many filters the person set: the tab and the sort order do not count. */
export const countChanged = ({ filters }: ProductFilters): number =>
  (Object.keys(CLEARED) as (keyof Values)[]).filter((key) => key !== 'to' && filters[key] !== DEFAULTS[key]).length

/** Resets the filters, and keeps the tab and the sort order. */
export const resetFilters = (list: ProductFilters): void => list.setFilters(CLEARED)
