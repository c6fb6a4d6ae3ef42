import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'purchase/list', name: 'purchases', title: '采购单列表', load: () => import('./purchase-list.page.tsx') },
]
