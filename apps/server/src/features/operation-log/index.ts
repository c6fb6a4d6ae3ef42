export { recordCommand } from './command-log.service.ts'
export { operationLogRoutes } from './operation-log.routes.ts'
export { operationLogService } from './operation-log.service.ts'
export type { OperationLogService } from './operation-log.service.ts'
