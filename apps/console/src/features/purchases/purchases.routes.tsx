import type { FeatureRoute } from '../../lib/feature-route.ts'
import { registerPaletteSource } from '../../lib/palette.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'purchase/list',
    name: 'purchases',
    title: '采购单列表',
    load: () => import('./list/purchase-list.page.tsx'),
  },
  {
    path: 'purchase/spare',
    name: 'spares',
    title: '余货',
    load: () => import('./spares/spares.page.tsx'),
  },
  {
    path: 'purchase/supplier',
    name: 'suppliers',
    title: '供应商',
    load: () => import('./suppliers/suppliers.page.tsx'),
  },
  {
    path: 'purchase/address',
    name: 'addresses',
    title: '收货地址',
    load: () => import('./addresses/addresses.page.tsx'),
  },
]

registerPaletteSource({
  kind: '采购单',
  call: 'getPurchaseOrdersByCondition',
  order: 20,
  load: () => import('./purchase.palette.ts'),
})
fillSlot('create-purchase', () => import('./create/create-purchase.drawer.tsx'))
fillSlot('unpriced-lines', () => import('./detail/unpriced-lines.tsx'))
fillSlot('order-purchases', () => import('./detail/order-purchases.panel.tsx'))
