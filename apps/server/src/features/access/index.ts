export { SEE_ACCOUNT_PHONE, SEE_CUSTOMER, hasRing, holdsRight } from './access.rules.ts'
export { accessRoutes } from './access.routes.ts'
export { accessService } from './access.service.ts'
export type { AccessService } from './access.service.ts'
