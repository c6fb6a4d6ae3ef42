import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'purchase/payments', name: 'payments', title: '付款记录', load: () => import('./payments.page.tsx') },
  { path: 'purchase/ledger', name: 'ledger', title: '凭证账本', load: () => import('./ledger.page.tsx') },
]
