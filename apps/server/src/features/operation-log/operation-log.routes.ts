import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { OperationLogService } from './operation-log.service.ts'

export const operationLogRoutes = (deps: {
  db: Db
  service: OperationLogService
}): RoutesOf<'findOperationLog' | 'exportOperationLog'> => ({
  findOperationLog: (_call, input) => deps.service.findOperationLog(deps.db.handle, input),
  exportOperationLog: (_call, input) => deps.service.exportOperationLog(deps.db.handle, input),
})
