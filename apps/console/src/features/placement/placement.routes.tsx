import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  { path: 'purchase/payments', name: 'payments', title: '付款记录', load: () => import('./paying/payments.page.tsx') },
  {
    path: 'purchase/takeover',
    name: 'handOrders',
    title: '接管1688订单',
    load: () => import('./hand-orders/hand-orders.page.tsx'),
  },
  { path: 'purchase/ledger', name: 'ledger', title: '凭证账本', load: () => import('./ledger/ledger.page.tsx') },
]

fillSlot('place-purchases', () => import('./placing/place.dialog.tsx'))
fillSlot('accept-prices', () => import('./placing/price.dialog.tsx'))
fillSlot('pay-purchases', () => import('./paying/pay.dialog.tsx'))
fillSlot('pay-at-once', () => import('./paying/pay-at-once.tsx'))
fillSlot('cancel-alibaba-orders', () => import('./alibaba-order/cancel-orders.dialog.tsx'))
fillSlot('returned-purchases', () => import('./alibaba-order/returned-purchases.tsx'))
fillSlot('purchase-placement', () => import('./alibaba-order/placement.panel.tsx'))
