import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { OperationLogService } from './operation-log.service.ts'

export const operationLogRoutes = (deps: { db: Db; service: OperationLogService }): RoutesOf<'findOperationLog'> => ({
  findOperationLog: (_call, input) => deps.service.find(deps.db.handle, input),
})
