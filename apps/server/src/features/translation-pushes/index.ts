export { translationPushesFeature } from './translation-pushes.feature.ts'
