export { systemConfigRoutes } from './system-config.routes.ts'
export { systemConfigService } from './system-config.service.ts'
export type { SystemConfigService } from './system-config.service.ts'
