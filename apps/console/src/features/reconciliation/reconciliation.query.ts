import type { DifferenceFilter } from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import type { CallInput } from '../../lib/contract.ts'
import type { ListQuery } from '../../lib/list-query.ts'
import { NO_NUMBER, useListQuery } from '../../lib/list-query.ts'

/** Filters of the differences in the address; '' and NaN mean "not set". */
const DEFAULTS = {
  group: '',
  state: 'open',
  kind: '',
  severity: '',
  cause: '',
  keyword: '',
  purchaseId: '',
  orderId: '',
  sort: 'severity',
  from: NO_NUMBER,
  to: NO_NUMBER,
}
type Values = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? number : string }
export type DifferenceFilters = ListQuery<Values>

export const useDifferenceFilters = (): DifferenceFilters => useListQuery<Values>('reconciliation', DEFAULTS)

const some = (text: string): string | undefined => text || undefined
const known = (number: number): number | undefined => (Number.isFinite(number) ? number : undefined)

/** The filters without group, kind, severity and cause, as the counts take them. */
export const askedBeside = ({ filters }: Pick<DifferenceFilters, 'filters'>): CallInput<'getDifferenceCounts'> => ({
  state: filters.state as DifferenceFilter['state'],
  keyword: some(filters.keyword),
  purchaseId: some(filters.purchaseId),
  orderId: some(filters.orderId),
  from: known(filters.from),
  to: known(filters.to),
})

const chosen = ({ filters }: Pick<DifferenceFilters, 'filters'>) => ({
  group: some(filters.group) as DifferenceFilter['group'],
  kind: some(filters.kind) as DifferenceFilter['kind'],
  severity: some(filters.severity) as DifferenceFilter['severity'],
  cause: some(filters.cause),
})

export const askedFilter = (list: Pick<DifferenceFilters, 'filters'>): CallInput<'exportDifferences'>['filter'] => ({
  ...askedBeside(list),
  ...chosen(list),
})

export const asked = (list: DifferenceFilters): CallInput<'getDifferences'> => ({
  ...askedBeside(list),
  ...chosen(list),
  sort: list.filters.sort as 'severity' | 'first' | 'amount',
  page: list.page,
  pageSize: list.pageSize,
})
