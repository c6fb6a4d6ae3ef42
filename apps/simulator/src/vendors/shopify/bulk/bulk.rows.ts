/** A bulk operation of a shop, stored so that it survives a restart. */
export type BulkRow = {
  id: string
  type: 'QUERY' | 'MUTATION'
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED'
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT' | null
  /** The query or mutation text. */
  query: string
  grouped: boolean
  /** Key of the mutation's uploaded variables. */
  stagedPath: string | null
  version: string
  createdAt: string
  completedAt: string | null
  objects: number
  rootObjects: number
  bytes: number
  /** Name of the result file, with an unguessable part in place of a signature; null while there is no file. */
  blob: string | null
  /** Simulated instant from which it may run, epoch ms. */
  dueAt: number
}
