import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const started = z.object({ bulkOperation: z.object({ id: gid }).nullish() })
const queryAnswer = z.object({ bulkOperationRunQuery: started })
const mutationAnswer = z.object({ bulkOperationRunMutation: started })
const cancelAnswer = z.object({ bulkOperationCancel: started })
const stateNode = z.object({
  id: gid,
  status: z.enum(['CREATED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELING', 'CANCELED', 'EXPIRED']),
  errorCode: z.string().nullish(),
  objectCount: z.string(),
  url: z.string().nullish(),
  partialDataUrl: z.string().nullish(),
})
const stateAnswer = z.object({ bulkOperation: stateNode.nullable() })

export const RUN_BULK_QUERY: Operation<{ readonly query: string }, z.infer<typeof queryAnswer>> = {
  name: 'bulkOperationRunQuery',
  mutation: true,
  // A second one would use another of the app's five slots in a shop.
  safe: false,
  cost: () => MUTATION_COST,
  answer: queryAnswer,
  // Grouped: the lines of one object follow it, so that a reader holds only one object in memory.
  document: `mutation RunBulkQuery($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) { bulkOperation { id } userErrors { code field message } }
}`,
}

type MutationVariables = { readonly mutation: string; readonly path: string; readonly client: string }

export const RUN_BULK_MUTATION: Operation<MutationVariables, z.infer<typeof mutationAnswer>> = {
  name: 'bulkOperationRunMutation',
  mutation: true,
  safe: false,
  cost: () => MUTATION_COST,
  answer: mutationAnswer,
  document: `mutation RunBulkMutation($mutation: String!, $path: String!, $client: String!) {
  bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path, clientIdentifier: $client) {
    bulkOperation { id }
    userErrors { code field message }
  }
}`,
}

export const BULK_STATE: Operation<{ readonly id: string }, z.infer<typeof stateAnswer>> = {
  name: 'bulkOperation',
  mutation: false,
  safe: true,
  cost: () => 1,
  answer: stateAnswer,
  document: `query BulkState($id: ID!) {
  bulkOperation(id: $id) { id status errorCode objectCount url partialDataUrl }
}`,
}

export const CANCEL_BULK: Operation<{ readonly id: string }, z.infer<typeof cancelAnswer>> = {
  name: 'bulkOperationCancel',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST,
  answer: cancelAnswer,
  document: `mutation CancelBulk($id: ID!) {
  bulkOperationCancel(id: $id) { bulkOperation { id } userErrors { field message } }
}`,
}

export type BulkState = {
  readonly id: string
  readonly status: z.infer<typeof stateNode>['status']
  /** finished: COMPLETED, FAILED, CANCELED or EXPIRED */
  readonly final: boolean
  /** ACCESS_DENIED, INTERNAL_SERVER_ERROR or TIMEOUT. */
  readonly errorCode?: string
  readonly objectCount: number
  /** the result, available for seven days; missing if it is empty; contains a signature and must not be logged */
  readonly url?: string
  /** the partial result if it failed */
  readonly partialUrl?: string
}

/** Starts a bulk query; `query` may have five connections, two levels deep below the first. Returns its id. */
export async function runBulkQuery(execute: Execute, query: string, options?: CallOptions): Promise<string> {
  const { bulkOperationRunQuery } = await execute(RUN_BULK_QUERY, { query }, options)
  return idOf(RUN_BULK_QUERY.name, bulkOperationRunQuery)
}

/**
 * Starts a mutation once for each line of variables that was uploaded to `path`. `client` names who started it, 10 to 255 characters
 * (reference, section 2). Returns its id.
 */
export async function runBulkMutation(
  execute: Execute,
  request: MutationVariables,
  options?: CallOptions,
): Promise<string> {
  const { bulkOperationRunMutation } = await execute(RUN_BULK_MUTATION, request, options)
  return idOf(RUN_BULK_MUTATION.name, bulkOperationRunMutation)
}

/** The state of a bulk operation; costs one point. Undefined if the id is unknown. */
export async function bulkState(execute: Execute, id: string, options?: CallOptions): Promise<BulkState | undefined> {
  const { bulkOperation } = await execute(BULK_STATE, { id }, options)
  if (!bulkOperation) return undefined
  const { status, errorCode, objectCount, url, partialDataUrl } = bulkOperation
  return {
    id: bulkOperation.id,
    status,
    final: !['CREATED', 'RUNNING', 'CANCELING'].includes(status),
    objectCount: Number(objectCount),
    ...(errorCode ? { errorCode } : {}),
    ...(url ? { url } : {}),
    ...(partialDataUrl ? { partialUrl: partialDataUrl } : {}),
  }
}

/** Requests a bulk operation to stop; what was done so far stays done. */
export async function cancelBulk(execute: Execute, id: string, options?: CallOptions): Promise<void> {
  await execute(CANCEL_BULK, { id }, options)
}

function idOf(call: string, { bulkOperation }: z.infer<typeof started>): string {
  if (!bulkOperation)
    throw new RemoteFailure('unknown-outcome', `${call}: no bulk operation came back`, { vendor: 'shopify', call })
  return bulkOperation.id
}
