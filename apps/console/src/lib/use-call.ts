import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { hashKey, keepPreviousData, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { use, useCallback, useEffect, useState } from 'react'
import type { CallError } from './call-error.ts'
import { isCallError } from './call-error.ts'
import type { CallInput, CallName, CallOutput } from './contract.ts'
import { callRecord } from './contract.ts'
import type { CallOptions } from './client.ts'
import { call, failureSeries } from './client.ts'
import { invalidateLists, queryClient, readKey } from './query-client.ts'
import { StageContext } from './stage.ts'

export type ReadOptions<N extends CallName, Shown = CallOutput<N>> = {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number | false
  /** false: a new input shows the skeleton instead of the former answer, dimmed */
  keepPrevious?: boolean
  select?: (data: CallOutput<N>) => Shown
}

/**
 * Reads through a call of the contract. The former answer stays visible while the next is loading (see `isPlaceholderData`). Cached answers
 * become stale when a call succeeds that changes one of the read's lists.
 */
export function useRead<N extends CallName, Shown = CallOutput<N>>(
  name: N,
  input: CallInput<N>,
  options: ReadOptions<N, Shown> = {},
): UseQueryResult<Shown, CallError> {
  const { keepPrevious = true, ...rest } = options
  const stage = use(StageContext)
  const series = seriesOf(name, input)
  // Runs before the query's own effect, which sends the read: after a person opens the view or changes the input, the next failure is shown
  // again.
  useEffect(() => failureSeries.restart(series), [series])
  if (rest.enabled !== false)
    stage?.fetchAhead(hashKey(readKey(name, input)), () => readAhead(name, input, rest.staleTime))
  const result = useQuery<CallOutput<N>, CallError, Shown>({
    queryKey: readKey(name, input),
    queryFn: ({ signal }) => call(name, input, { signal, series }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...rest,
  })
  const { refetch } = result
  const retry = useCallback<typeof refetch>(
    (how) => {
      failureSeries.restart(series)
      return refetch(how)
    },
    [refetch, series],
  )
  // A proxy, because the query result records which of its properties a view reads.
  return new Proxy(result, {
    get: (of, key) => (key === 'refetch' ? retry : (Reflect.get(of, key) as unknown)),
  })
}

/**
 * The input of the answer that `useRead` shows: the former one as long as the former answer is (`isPlaceholderData`). For screens whose rows
 * mean something else under another input.
 */
export function useShownInput<T>(input: T, isPlaceholderData: boolean): T {
  const [answered, setAnswered] = useState(input)
  // Compared by value, as the reads are: a caller may build its input on every render.
  if (!isPlaceholderData && hashKey([answered]) !== hashKey([input])) setAnswered(input)
  return answered
}

/**
 * All answers to one read with one input are a series: opened, polled, prefetched or read again because a list changed. Its first failure
 * is shown in a toast; the next one only after a success, or after a person has opened the view or clicked to try again.
 */
const seriesOf = <N extends CallName>(name: N, input: CallInput<N>): string => hashKey(readKey(name, input))

/** Reads the visible reads of a call again because of a stream's event, not because a person asked. */
export const refresh = (name: CallName): void => void queryClient.refetchQueries({ queryKey: [name], type: 'active' })

type Reads<N extends CallName> = { data: readonly CallOutput<N>[] | undefined; error: CallError | null }

/**
 * The same call for several inputs, as when there are more rows than one call takes: `data` is set when every answer has come, in the order
 * of `inputs`, which must keep their identity. `refetch` is for a person's click, as that of `useRead`.
 */
export function useReads<N extends CallName>(
  name: N,
  inputs: readonly CallInput<N>[],
): Reads<N> & { refetch: () => void } {
  useEffect(() => {
    for (const input of inputs) failureSeries.restart(seriesOf(name, input))
  }, [name, inputs])
  const read = useQueries({
    queries: inputs.map((input) => ({
      queryKey: readKey(name, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(name, input, { signal, series: seriesOf(name, input) }),
    })),
    combine: together,
  }) as Reads<N>
  const refetch = useCallback(() => {
    for (const input of inputs) {
      failureSeries.restart(seriesOf(name, input))
      void queryClient.refetchQueries({ queryKey: readKey(name, input), exact: true })
    }
  }, [name, inputs])
  return { ...read, refetch }
}

function together(results: readonly { data: unknown; error: Error | null }[]) {
  const data = results.map((one) => one.data)
  return {
    data: data.includes(undefined) ? undefined : data,
    error: results.find((one) => one.error !== null)?.error ?? null,
  }
}

/** Prefetches what a person is about to open, unless it is cached and fresh. Never throws. */
const readAhead = <N extends CallName>(name: N, input: CallInput<N>, staleTime?: number): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: readKey(name, input),
    queryFn: ({ signal }) => call(name, input, { signal, series: seriesOf(name, input) }),
    ...(staleTime === undefined ? {} : { staleTime }),
  })

export type Done<T> = { ok: true; data: T } | { ok: false; error: CallError }
type Variables<N extends CallName> = { input: CallInput<N>; options?: CallOptions<N> | undefined }

/**
 * Makes a change through a call of the contract. `run` never throws: it returns `{ ok, data }` or `{ ok: false, error }`, which a toast has
 * shown. After a success every cached read of its lists is read again.
 */
export function useAct<N extends CallName>(
  name: N,
): UseMutationResult<CallOutput<N>, CallError, Variables<N>> & {
  run: (input: CallInput<N>, callOptions?: CallOptions<N>) => Promise<Done<CallOutput<N>>>
} {
  const mutation = useMutation<CallOutput<N>, CallError, Variables<N>>({
    mutationFn: (given) => call(name, given.input, given.options),
    onSuccess: () => invalidateLists(callRecord(name).lists),
  })
  const { mutateAsync } = mutation
  const run = useCallback(
    async (input: CallInput<N>, callOptions?: CallOptions<N>): Promise<Done<CallOutput<N>>> => {
      try {
        return { ok: true, data: await mutateAsync({ input, options: callOptions }) }
      } catch (error) {
        if (isCallError(error)) return { ok: false, error }
        throw error
      }
    },
    [mutateAsync],
  )
  return { ...mutation, run }
}
