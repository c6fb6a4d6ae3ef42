import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import type { OperationLogRow } from './operation-log.store.ts'

export const entryView = ({ objectKeys: _keys, at, changes, ...row }: OperationLogRow): OperationLogEntry => ({
  ...row,
  // JSON has no undefined: a value that was absent before the call is stored without its key.
  changes: changes.map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null })),
  at: at.getTime(),
})
