export { workbenchFeature } from './workbench.feature.ts'
