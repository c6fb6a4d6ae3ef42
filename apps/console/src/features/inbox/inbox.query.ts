import type { InboxState } from '@huoqiao/contract/inbox/inbox.status'
import type { CallInput } from '../../lib/contract.ts'
import type { ListQuery } from '../../lib/list-query.ts'
import { NO_NUMBER, TABLE_PAGING, known, useListQuery } from '../../lib/list-query.ts'

/** Filters of the inbox in the address; '' and NaN mean "not set". */
const DEFAULTS = { state: '', source: '', ownerId: '', topic: '', keyword: '', from: NO_NUMBER, to: NO_NUMBER }
type Values = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? number : string }
export type InboxFilters = ListQuery<Values>

export const useInboxFilters = (): InboxFilters => useListQuery<Values>('inbox', DEFAULTS, { paging: TABLE_PAGING })

const some = (text: string): string | undefined => text || undefined

/** The filters without the state, as the counts and a replay of failed messages take them. */
export const askedBeside = ({ filters }: Pick<InboxFilters, 'filters'>): CallInput<'getInboxCountByState'> => ({
  source: some(filters.source) as 'shopify' | '1688' | undefined,
  ownerId: some(filters.ownerId),
  topic: some(filters.topic),
  keyword: some(filters.keyword),
  from: known(filters.from),
  to: known(filters.to),
})

export const asked = (list: InboxFilters): CallInput<'queryInbox'> => ({
  ...askedBeside(list),
  state: some(list.filters.state) as InboxState | undefined,
  page: list.page,
  pageSize: list.pageSize,
})

export const resetFilters = (list: InboxFilters): void =>
  list.setFilters({ source: '', ownerId: '', topic: '', keyword: '', from: NO_NUMBER, to: NO_NUMBER })

export const countChanged = ({ filters }: InboxFilters): number =>
  [filters.source, filters.ownerId, filters.topic, filters.keyword].filter((text) => text !== '').length +
  (Number.isFinite(filters.from) ? 1 : 0)
