import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { hashKey, keepPreviousData, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { use, useCallback } from 'react'
import type { CallError } from './call-error.ts'
import { isCallError } from './call-error.ts'
import type { CallInput, CallName, CallOutput } from './contract.ts'
import { callRecord } from './contract.ts'
import type { CallOptions } from './desk.ts'
import { call } from './desk.ts'
import { invalidateLists, queryClient, readKey } from './query-client.ts'
import { StageContext } from './stage.ts'

export type ReadOptions<N extends CallName, Shown = CallOutput<N>> = {
  enabled?: boolean
  /** the page shows the failure itself */
  silent?: boolean
  staleTime?: number
  refetchInterval?: number | false
  /** false: a new input shows its skeleton instead of the former answer, dimmed */
  keepPrevious?: boolean
  select?: (data: CallOutput<N>) => Shown
}

/**
 * Reads through a call of the contract; the former answer stays on the screen while the next is on its way
 * (`isPlaceholderData` tells). Kept answers grow old when a call succeeds that touches one of the read's lists.
 */
export function useRead<N extends CallName, Shown = CallOutput<N>>(
  name: N,
  input: CallInput<N>,
  options: ReadOptions<N, Shown> = {},
): UseQueryResult<Shown, CallError> {
  const { silent, keepPrevious = true, ...rest } = options
  const stage = use(StageContext)
  if (rest.enabled !== false)
    stage?.fetchAhead(hashKey(readKey(name, input)), () => readAhead(name, input, rest.staleTime))
  return useQuery<CallOutput<N>, CallError, Shown>({
    queryKey: readKey(name, input),
    queryFn: ({ signal }) => call(name, input, { signal, silent }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...rest,
  })
}

/**
 * The same call for several inputs, as when there is more than one call takes: `data` once every answer is here, in the order of
 * `inputs`, which must keep their identity.
 */
export function useReads<N extends CallName>(
  name: N,
  inputs: readonly CallInput<N>[],
): { data: readonly CallOutput<N>[] | undefined; error: CallError | null } {
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: readKey(name, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(name, input, { signal, silent: true }),
    })),
    combine: together,
  }) as { data: readonly CallOutput<N>[] | undefined; error: CallError | null }
}

function together(results: readonly { data: unknown; error: Error | null }[]) {
  const data = results.map((one) => one.data)
  return {
    data: data.includes(undefined) ? undefined : data,
    error: results.find((one) => one.error !== null)?.error ?? null,
  }
}

/** Fetches ahead what a person is about to look at, quietly, unless it is here and fresh. Never throws. */
const readAhead = <N extends CallName>(name: N, input: CallInput<N>, staleTime?: number): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: readKey(name, input),
    queryFn: ({ signal }) => call(name, input, { signal, silent: true }),
    ...(staleTime === undefined ? {} : { staleTime }),
  })

export type ActOptions = { silent?: boolean }
export type Done<T> = { ok: true; data: T } | { ok: false; error: CallError }
type Variables<N extends CallName> = { input: CallInput<N>; options?: CallOptions<N> | undefined }

/**
 * Makes a change through a call of the contract. `run` never throws: it answers `{ ok, data }` or `{ ok: false, error }`,
 * of which a toast has told unless `silent`. When it succeeded, every cached read of its lists is asked again.
 */
export function useAct<N extends CallName>(
  name: N,
  options: ActOptions = {},
): UseMutationResult<CallOutput<N>, CallError, Variables<N>> & {
  run: (input: CallInput<N>, callOptions?: CallOptions<N>) => Promise<Done<CallOutput<N>>>
} {
  const { silent } = options
  const mutation = useMutation<CallOutput<N>, CallError, Variables<N>>({
    mutationFn: (given) => call(name, given.input, { silent, ...given.options }),
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
