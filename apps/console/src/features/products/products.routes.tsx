import type { FeatureRoute } from '../../lib/feature-route.ts'
import { registerPaletteSource } from '../../lib/palette.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'shop/product/list',
    name: 'productList',
    title: '商品列表',
    load: () => import('./list/product-list.page.tsx'),
  },
  {
    path: 'shop/product/edit',
    name: 'productEdit',
    load: () => import('./editor/product-edit.page.tsx'),
    meta: { notInMenu: true },
  },
]

fillSlot('price-change', () => import('./list/price-change.window.tsx'))

registerPaletteSource({
  kind: '商品',
  call: 'getProductsByCondition',
  order: 30,
  load: () => import('./product.palette.ts'),
})
