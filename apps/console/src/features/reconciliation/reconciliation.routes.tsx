import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'purchase/reconciliation',
    name: 'reconciliation',
    title: '对账',
    load: () => import('./reconciliation.page.tsx'),
  },
]
