import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

/** A section of 连接与参数, beside those of other features. */
export const routes: readonly FeatureRoute[] = []

fillSlot('settings-parameters', () => import('./parameters.section.tsx'))
fillSlot('config-parameter', () => import('./one-parameter.tsx'))
