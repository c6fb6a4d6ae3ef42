import type { systemConfigEndpoints } from '@huoqiao/contract/system-config/system-config.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { SystemConfigService } from './system-config.service.ts'

export const systemConfigRoutes = ({
  db,
  service,
}: {
  db: Db
  service: SystemConfigService
}): RoutesOf<keyof typeof systemConfigEndpoints> => ({
  querySystemConfig: (_call, input) => service.querySystemConfig(db.handle, input.group),
  updateSystemConfig: (call, input) => call.write((tx) => service.updateSystemConfig(tx, call, input)),
  createWorkerSecret: (call, input) => call.write((tx) => service.createWorkerSecret(tx, call, input)),
  deleteSystemConfig: (call, input) => call.write((tx) => service.deleteSystemConfig(tx, call, input)),
})
