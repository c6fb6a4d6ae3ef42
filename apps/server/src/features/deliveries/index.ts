export { deliveriesFeature } from './deliveries.feature.ts'
