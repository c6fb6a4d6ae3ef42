import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  { path: 'analytics', name: 'analytics', title: '生意分析', load: () => import('./analytics.page.tsx') },
]

fillSlot('home-analytics', () => import('./home-chart.tsx'))
