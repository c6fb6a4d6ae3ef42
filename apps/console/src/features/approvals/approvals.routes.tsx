import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'purchase/approvals', name: 'approvals', title: '审批', load: () => import('./approvals.page.tsx') },
]
