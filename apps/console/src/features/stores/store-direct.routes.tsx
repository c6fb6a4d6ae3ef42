import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'shop/product/test',
    name: 'storeDirect',
    title: '店铺直连',
    load: () => import('./store-direct.page.tsx'),
  },
]
