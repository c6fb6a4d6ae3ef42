import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'shop/product/translations',
    name: 'translations',
    title: '商品翻译',
    load: () => import('./grid/translations.page.tsx'),
  },
  {
    path: 'shop/product/glossary',
    name: 'glossary',
    title: '术语与翻译服务',
    load: () => import('./settings/glossary.page.tsx'),
  },
]
