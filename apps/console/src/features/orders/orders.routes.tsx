import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'order/list', name: 'orders', title: '订单列表', load: () => import('./order-list.page.tsx') },
]
