import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'platform/system/log',
    name: 'operationLog',
    title: '操作日志',
    load: () => import('./logs.page.tsx'),
  },
  {
    path: 'components/log',
    name: 'objectHistory',
    title: '操作历史',
    load: () => import('./object-history.page.tsx'),
    meta: { notInMenu: true },
  },
]
