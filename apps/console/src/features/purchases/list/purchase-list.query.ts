import type {
  PurchasePayment,
  PurchaseReconciliation,
  PurchaseState,
} from '@huoqiao/contract/purchases/purchases.status'
import type { CallInput } from '../../../lib/contract.ts'
import type { ListQuery } from '../../../lib/list-query.ts'
import { some, useListQuery } from '../../../lib/list-query.ts'

/** Filters of the purchase list in the address; '' and 0 mean "not set". */
const DEFAULTS = {
  state: '',
  keyword: '',
  number: '',
  alibabaOrderId: '',
  sku: '',
  orderName: '',
  supplierId: '',
  accountId: '',
  addressId: '',
  payment: '',
  reconciliation: '',
  from: 0,
  to: 0,
  sort: 'created',
  direction: 'desc',
}
type Values = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? number : string }
export type PurchaseFilters = ListQuery<Values>

/** Filters for daily use are remembered; one-time searches are not. */
const REMEMBERED = ['accountId', 'sort', 'direction'] as const

export const usePurchaseFilters = (): PurchaseFilters =>
  useListQuery<Values>('purchases', DEFAULTS, { remember: REMEMBERED })

/** The tab of open 截单提醒 is shown among the states, but is not a state. */
export const ALARM_TAB = 'alarm'

type Asked = CallInput<'getPurchaseOrdersByCondition'>

/** The filters without the state, as the counts take them. */
export function askedBeside({ filters }: Pick<PurchaseFilters, 'filters'>): CallInput<'getOrderCountByStatus'> {
  return {
    keyword: some(filters.keyword),
    number: some(filters.number),
    alibabaOrderId: some(filters.alibabaOrderId),
    sku: some(filters.sku),
    orderName: some(filters.orderName),
    supplierId: some(filters.supplierId),
    accountId: some(filters.accountId),
    addressId: some(filters.addressId),
    payment: some(filters.payment) as PurchasePayment | undefined,
    reconciliation: some(filters.reconciliation) as PurchaseReconciliation | undefined,
    from: filters.from || undefined,
    to: filters.to || undefined,
  }
}

/** All filters: the input of an export. */
export const askedFilter = (
  list: Pick<PurchaseFilters, 'filters'>,
): CallInput<'getOrderCountByStatus'> & Pick<Asked, 'state'> => ({
  ...askedBeside(list),
  ...(list.filters.state === ALARM_TAB
    ? { alarm: 'true' as const }
    : { state: some(list.filters.state) as PurchaseState | undefined }),
})

export const asked = (list: PurchaseFilters): Asked => ({
  ...askedFilter(list),
  sort: list.filters.sort as Asked['sort'],
  direction: list.filters.direction as Asked['direction'],
  page: list.page,
  pageSize: list.pageSize,
})

export const SORTS: readonly { value: string; label: string; sort: string; direction: string }[] = [
  { value: 'created:desc', label: '最近创建', sort: 'created', direction: 'desc' },
  { value: 'created:asc', label: '最早创建', sort: 'created', direction: 'asc' },
  { value: 'updated:desc', label: '最近更新', sort: 'updated', direction: 'desc' },
  { value: 'amount:desc', label: '金额从高到低', sort: 'amount', direction: 'desc' },
  { value: 'amount:asc', label: '金额从低到高', sort: 'amount', direction: 'asc' },
]

const { state: _tab, sort: _sort, direction: _direction, ...CLEARED } = DEFAULTS

/** How many filters the person set: the tab and the sort order do not count; a range counts once. */
export const countChanged = ({ filters }: Pick<PurchaseFilters, 'filters'>): number =>
  (Object.keys(CLEARED) as (keyof Values)[]).filter((key) => key !== 'to' && filters[key] !== DEFAULTS[key]).length

/** Resets the filters, and keeps the tab and the sort order. */
export const resetFilters = (list: PurchaseFilters): void => list.setFilters(CLEARED)
