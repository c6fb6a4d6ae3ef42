export { systemConfigFeature } from './system-config.feature.ts'
export { systemConfigService } from './system-config.service.ts'
export type { SystemConfigService } from './system-config.service.ts'
export { setByCommand } from './system-config.store.ts'
