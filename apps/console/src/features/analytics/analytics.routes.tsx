import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'analytics', name: 'analytics', title: '生意分析', load: () => import('./analytics.page.tsx') },
]
