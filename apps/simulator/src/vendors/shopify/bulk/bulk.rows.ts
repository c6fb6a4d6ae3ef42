/** A bulk operation of a shop, kept so that a restart knows of it. */
export type BulkRow = {
  id: string
  type: 'QUERY' | 'MUTATION'
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED'
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT' | null
  /** The query or mutation text. */
  query: string
  grouped: boolean
  /** Key of the uploaded variables of a mutation. */
  stagedPath: string | null
  version: string
  createdAt: string
  completedAt: string | null
  objects: number
  rootObjects: number
  bytes: number
  /** Name of the result file, with an unguessable part that stands for its signature; null while there is none. */
  blob: string | null
  /** Simulated instant at which it may run, epoch ms. */
  dueAt: number
}
