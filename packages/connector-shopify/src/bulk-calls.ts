import { SHORT_RETRY, withRetry } from '@huoqiao/connector-kit'
import type { RemoteObserver, RetryDeps } from '@huoqiao/connector-kit'
import type { CallOptions, Execute } from './operation.ts'
import { bulkState, cancelBulk, runBulkMutation, runBulkQuery } from './operations/bulk-operations.ts'
import { exportQuery, exportedOrders } from './operations/export-orders.ts'
import { createOptionalParts } from './operations/optional-parts.ts'
import { readBulkLines } from './operations/read-bulk-lines.ts'
import { stageBulkVariables } from './operations/stage-uploads.ts'
import { uploadStagedFile } from './operations/upload-staged-file.ts'
import type { OrderFilter } from './order-methods.ts'

export type BulkMutationRequest = {
  /** One mutation with variables, e.g. `mutation ($input: …) { … }`. */
  readonly mutation: string
  /** The variables of each execution; together at most 100 MB as text (reference, section 2). */
  readonly variables: readonly object[]
  /** the name of who started it: 10 to 255 characters */
  readonly client: string
}

type BulkDeps = RetryDeps & {
  readonly execute: Execute
  readonly fetch?: typeof fetch
  readonly observer?: RemoteObserver
}

/** Bulk operations run at the vendor for minutes to days, without using the rate limit: start, poll, read the result. */
export function createBulkMethods({ execute, fetch, observer, ...retrying }: BulkDeps) {
  const out = fetch ? { fetch } : {}
  const seen = observer ? { observer } : {}
  const withOptionalParts = createOptionalParts(retrying.clock)
  return {
    /**
     * Starts the export of whole orders; `bulkState` shows when its result is ready, `exportedOrders` reads it. Without the scope for
     * customers it must be started without `people`, otherwise it ends as ACCESS_DENIED.
     */
    startOrderExport: (filter: OrderFilter, people: boolean, options?: CallOptions): Promise<string> =>
      runBulkQuery(execute, exportQuery(filter, people), options),
    /** Streams the orders of an export's result; reading the lines of refunds and fulfilments costs points. */
    exportedOrders: (url: string, options?: CallOptions) =>
      exportedOrders({ execute, withOptionalParts }, readBulkLines(url, { ...out, ...stopOf(options) }), options),
    startBulkQuery: (query: string, options?: CallOptions): Promise<string> => runBulkQuery(execute, query, options),
    /** Uploads the lines and starts the mutation. Every line of the result must be checked for its own errors. */
    async startBulkMutation({ mutation, variables, client }: BulkMutationRequest, options?: CallOptions) {
      const bytes = Buffer.from(variables.map((each) => `${JSON.stringify(each)}\n`).join(''))
      const file = { filename: 'variables.jsonl', mimeType: 'text/jsonl', bytes }
      const target = await stageBulkVariables(execute, { ...file, fileSize: bytes.byteLength }, options)
      await withRetry(retrying, options?.retry ?? SHORT_RETRY, true, () =>
        uploadStagedFile(target, file, { ...out, ...seen, ...stopOf(options) }),
      )
      return runBulkMutation(execute, { mutation, path: target.path, client }, options)
    },
    bulkState: (id: string, options?: CallOptions) => bulkState(execute, id, options),
    cancelBulk: (id: string, options?: CallOptions) => cancelBulk(execute, id, options),
    /** The lines of a result as they are; see read-bulk-lines. */
    bulkLines: (url: string, options?: CallOptions) => readBulkLines(url, { ...out, ...stopOf(options) }),
  }
}

const stopOf = (options: CallOptions | undefined) => (options?.signal ? { signal: options.signal } : {})
