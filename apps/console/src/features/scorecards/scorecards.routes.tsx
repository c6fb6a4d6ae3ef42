import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = []

fillSlot('supplier-badge', () => import('./supplier-badge.tsx'))
fillSlot('supplier-figure', () => import('./supplier-figure.tsx'))
fillSlot('supplier-warning', () => import('./supplier-warning.tsx'))
fillSlot('supplier-scorecard', () => import('./scorecard.section.tsx'))
