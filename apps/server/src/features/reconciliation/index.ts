export { reconciliationFeature } from './reconciliation.feature.ts'
export type { ReconciliationFeature } from './reconciliation.feature.ts'
export { reconciliationRoutes } from './reconciliation.routes.ts'
