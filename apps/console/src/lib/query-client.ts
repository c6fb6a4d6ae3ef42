import type { ListName } from '@huoqiao/contract'
import type { Query } from '@tanstack/react-query'
import { QueryClient } from '@tanstack/react-query'
import type { CallInput, CallName } from './contract.ts'
import { callRecord } from './contract.ts'
import { session } from './client.ts'

/**
 * Answers are fresh for a few seconds: switching tabs reads nothing, and returning after a while refetches in the background. A refused
 * call is not repeated automatically; the person decides.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, gcTime: 15 * 60_000, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const readKey = <N extends CallName>(name: N, input: CallInput<N>): readonly unknown[] => [name, input]

/** Cancels a read that is under way; what was shown before stays. */
export const stopReading = <N extends CallName>(name: N, input: CallInput<N>): void =>
  void queryClient.cancelQueries({ queryKey: readKey(name, input) })

const listsOf = (query: Query): readonly ListName[] => {
  const name = query.queryKey[0]
  return typeof name === 'string' ? callRecord(name).lists : []
}

/** Marks every cached read of one of the lists as stale, and reads the visible ones again. */
export function invalidateLists(lists: readonly ListName[]): Promise<void> {
  if (lists.length === 0) return Promise.resolve()
  return queryClient.invalidateQueries({ predicate: (query) => listsOf(query).some((list) => lists.includes(list)) })
}

/** Another person who logs in must not see the answers of the former one. */
let personId = session.get().userInfo?.id
session.subscribe(() => {
  const next = session.get().userInfo?.id
  if (next === personId) return
  personId = next
  queryClient.clear()
})
