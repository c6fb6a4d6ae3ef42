export { scorecardsFeature } from './scorecards.feature.ts'
