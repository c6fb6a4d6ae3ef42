import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import type { OperationLogRow } from './operation-log.store.ts'

export const entryView = ({ objectKeys: _keys, at, ...row }: OperationLogRow): OperationLogEntry => ({
  ...row,
  at: at.getTime(),
})
