import type { ReactNode } from 'react'
import type { Hue } from '@huoqiao/contract/states'
import type { Filters, ListQuery } from '../lib/list-query.ts'
import { FailureNote } from './failure-note.tsx'
import type { ListPageProps } from './list-page.tsx'
import type { StateTab } from './state-tabs.tsx'

/** What `useRead` returns for a list call. */
export type ListAnswer<Row> = {
  data: { list: Row[]; total: number; totalCapped?: boolean | undefined } | undefined
  isError: boolean
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

export type PageOfList = Pick<ListQuery<Filters>, 'page' | 'pageSize' | 'sizes' | 'setPage'>

/**
 * What every list page shows of its answer: a failure with a button to try again, dimmed rows while the next answer is loading, the pager.
 */
export function listAnswer(
  query: PageOfList,
  { data, isError, error, isPlaceholderData, refetch }: ListAnswer<unknown>,
  options: { note?: ReactNode } = {},
): Pick<ListPageProps, 'note' | 'isStale' | 'pager'> {
  return {
    note: (
      <>
        {isError ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
        {options.note}
      </>
    ),
    isStale: isPlaceholderData,
    ...(data && data.total > 0
      ? {
          pager: {
            page: query.page,
            pageSize: query.pageSize,
            total: data.total,
            isCapped: data.totalCapped,
            sizes: query.sizes,
            onChange: query.setPage,
          },
        }
      : {}),
  }
}

type Counts = { all: number; capped: readonly string[]; counts: Readonly<Record<string, number | undefined>> }

/**
 * 全部 and each state with its count; a state with no rows has no colour. A state has no count if none was met but there may be some, because
 * counting stopped.
 */
export const countedTabs = (
  found: Counts | undefined,
  states: readonly { key: string; label: string; hue: Hue }[],
): StateTab[] => [
  { key: '', label: '全部', count: found?.all, isCapped: (found?.capped.length ?? 0) > 0 },
  ...states.map(({ key, label, hue }) => {
    const isCapped = found?.capped.includes(key) ?? false
    const count = found && (found.counts[key] ?? (isCapped ? undefined : 0))
    return { key, label, count, isCapped, ...(count ? { hue } : {}) }
  }),
]
