export { systemConfigRoutes } from './system-config.routes.ts'
export { systemConfigService } from './system-config.service.ts'
export { setByCommand } from './system-config.store.ts'
export type { SystemConfigService } from './system-config.service.ts'
