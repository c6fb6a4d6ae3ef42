import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'system/inbox', name: 'inbox', title: '消息收件箱', load: () => import('./inbox.page.tsx') },
]
