export { accessFeature } from './access.feature.ts'
export { roleHolders } from './access.hooks.ts'
export { hasRing, holdsRight } from './access.rules.ts'
export type { AccessService } from './access.service.ts'
