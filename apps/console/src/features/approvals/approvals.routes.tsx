import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  { path: 'purchase/approvals', name: 'approvals', title: '审批', load: () => import('./approvals.page.tsx') },
]

fillSlot('request-approval', () => import('./request.dialog.tsx'))
