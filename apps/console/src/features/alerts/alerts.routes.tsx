import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'system/alerts', name: 'alerts', title: '告警', load: () => import('./alerts.page.tsx') },
]
