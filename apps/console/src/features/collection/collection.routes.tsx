import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'shop/product/1688', name: 'offerSearch', title: '1688选品', load: () => import('./search/search.page.tsx') },
  { path: 'shop/product/collect', name: 'collectBox', title: '采集箱', load: () => import('./box/box.page.tsx') },
  {
    path: 'shop/product/collector',
    name: 'collector',
    title: '采集插件',
    load: () => import('./collector/collector.page.tsx'),
  },
  { path: 'shop/product/radar', name: 'sourceRadar', title: '货源雷达', load: () => import('./radar/radar.page.tsx') },
  {
    path: 'shop/product/components/productitem1688',
    name: 'offerItem',
    title: '1688货源',
    load: () => import('./offer/offer-item.page.tsx'),
    meta: { notInMenu: true },
  },
]
