import { hashKey } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { CallInput, CallOutput } from '../lib/contract.ts'
import { isCallError } from '../lib/call-error.ts'
import { call } from '../lib/client.ts'
import { queryClient, readKey } from '../lib/query-client.ts'
import { useReads } from '../lib/use-call.ts'
import type { Selection } from './selection.ts'
import { useSelection } from './selection.ts'

/** Lists whose bulk actions take up to 500 rows. */
type WholeList = 'getOrdersByCondition' | 'getProductsByCondition'
type RowOf<N extends WholeList> = CallOutput<N>['list'][number]
type Asked<N extends WholeList> = Omit<CallInput<N>, 'page' | 'pageSize'>

/** The limit of one bulk call (contract: ids of orders and products). */
const MOST_ROWS = 500
/** The largest page that a list returns (contract, pageInput). */
const PAGE_SIZE = 200

const NONE: readonly never[] = []

export type WholeOffer = { label: string; isBusy: boolean; onTake: () => void }

export type WholeSelection<N extends WholeList> = Selection<RowOf<N>> & {
  /** the answers that the selection was taken from, when it includes more than the page */
  answers: readonly CallOutput<N>[]
  /** 选中全部 N 项: set when something is selected and the list has more rows than the page */
  whole: WholeOffer | undefined
}

type WholeOptions<N extends WholeList> = {
  name: N
  /** the filters and the sort order, without the page */
  asked: Asked<N>
  page: CallOutput<N> | undefined
  keyOf: (row: RowOf<N>) => string
}

/**
 * Selection over the pages of a list: of the rows of the page or, on request, of all rows that match the filters. Rows that no longer match
 * are removed automatically, because the other pages are read again after each action, like the visible one.
 */
export function useWholeSelection<N extends WholeList>(options: WholeOptions<N>): WholeSelection<N> {
  const { name, asked, page, keyOf } = options
  const [taken, take] = useState<{ scope: string; inputs: readonly CallInput<N>[] }>()
  const [isBusy, setBusy] = useState(false)
  const scope = hashKey([name, asked])
  const inputs = taken?.scope === scope ? taken.inputs : NONE
  const { data } = useReads<N>(name, inputs)
  const answers: readonly CallOutput<N>[] = (inputs.length > 0 ? data : undefined) ?? NONE
  const rows: readonly RowOf<N>[] = page?.list ?? NONE
  // The page comes last: it is read more often, so its data about a row is newer, and it may have new rows.
  const beyond = useMemo(() => distinct(page ? [...answers, page] : answers, keyOf), [answers, page, keyOf])
  const selection = useSelection<RowOf<N>>(rows, keyOf, inputs.length > 0 ? beyond : undefined)
  const { choose, clear } = selection

  const onClear = useCallback(() => {
    take(undefined)
    clear()
  }, [clear])

  const total = page?.total ?? 0
  const count = Math.min(total, MOST_ROWS)
  async function onTake(): Promise<void> {
    setBusy(true)
    try {
      const wanted = Array.from(
        { length: Math.ceil(count / PAGE_SIZE) },
        (_none, index) => ({ ...asked, page: index + 1, pageSize: PAGE_SIZE }) as unknown as CallInput<N>,
      )
      const found = await Promise.all(
        wanted.map((input) =>
          queryClient.fetchQuery({
            queryKey: readKey(name, input),
            queryFn: ({ signal }) => call(name, input, { signal }),
          }),
        ),
      )
      choose(distinct(found, keyOf).slice(0, MOST_ROWS).map(keyOf))
      take({ scope, inputs: wanted })
    } catch (error) {
      // The toast of the call has shown it; the former selection stays.
      if (!isCallError(error)) throw error
    } finally {
      setBusy(false)
    }
  }
  // Offered not only when the whole page is selected: new rows arrive and would remove the offer just as the person clicks.
  const isMore = selection.isSome && total > rows.length && selection.rows.length < count
  const label = total > MOST_ROWS || page?.totalCapped === true ? `选中前 ${MOST_ROWS} 项` : `选中全部 ${total} 项`
  return {
    ...selection,
    clear: onClear,
    answers,
    whole: isMore ? { label, isBusy, onTake: () => void onTake() } : undefined,
  }
}

/** Rows of all answers, each once: a row that moved between two pages while they were read is in both. */
function distinct<Row>(answers: readonly { list: readonly Row[] }[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map(answers.flatMap(({ list }) => list.map((row) => [keyOf(row), row] as const)))
  return [...byKey.values()]
}
