export { approvalsFeature } from './approvals.feature.ts'
