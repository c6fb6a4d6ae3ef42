export { alertsFeature } from './alerts.feature.ts'
