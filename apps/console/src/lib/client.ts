import { requestRecord } from './call-records.ts'
import type { CallInput, CallName, CallOutput, CallQuery } from './contract.ts'
import { openLocalStorage } from './local-storage.ts'
import type { SendOptions } from './request.client.ts'
import { createFailureSeries } from './failure-series.ts'
import { isTakenCareOf } from './refused-filters.ts'
import { createRequestClient } from './request.client.ts'
import { createSessionStore } from './session.ts'
import { createToaster } from './toast.ts'

/** The only instances in the browser: storage, session, toasts, request client. The modules below receive them as deps. */
export const storage = openLocalStorage()

export const session = createSessionStore({ storage })
window.addEventListener('storage', (event) => session.heard(event.key))

export const toast = createToaster({
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})

export const failureSeries = createFailureSeries()

export const requests = createRequestClient({
  session,
  tell: toast.error,
  series: failureSeries,
  takesCare: isTakenCareOf,
  record: requestRecord,
  fetch: (...args) => fetch(...args),
  origin: '',
})

export type CallOptions<N extends CallName> = Omit<SendOptions, 'query'> &
  (CallQuery<N> extends undefined ? { query?: undefined } : { query?: CallQuery<N> })

/**
 * Makes one call of the contract. Throws CallError, after a toast has shown it. `call('claimProducts', { offerIds, storeIds }, { query: {
 * origin: '1688' } })`
 */
export const call = async <N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions<N> = {},
): Promise<CallOutput<N>> => (await requests.send(name, input, options)) as CallOutput<N>
