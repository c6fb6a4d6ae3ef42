export { analyticsFeature } from './analytics.feature.ts'
