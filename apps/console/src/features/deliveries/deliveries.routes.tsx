import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  { path: 'purchase/receive', name: 'receive', title: '收货', load: () => import('./receive.page.tsx') },
  {
    path: 'receiving',
    name: 'receiving',
    title: '收货',
    load: () => import('./receiving-start.page.tsx'),
    meta: { hidden: true, noCache: true, notInMenu: true },
  },
  { path: 'order/ship', name: 'ship', title: '发货回传', load: () => import('./shipping/shipments.page.tsx') },
]

fillSlot('before-logout', () => import('./receiving/outbox/unsent-receipts.tsx'))
fillSlot('order-shipments', () => import('./shipping/order-shipments.panel.tsx'))
fillSlot('ship-orders', () => import('./shipping/ship.dialog.tsx'))
