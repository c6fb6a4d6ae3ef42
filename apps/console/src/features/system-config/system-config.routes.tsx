import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'system/systemconfig',
    name: 'systemConfig',
    title: '连接与参数',
    load: () => import('./system-config.page.tsx'),
  },
]
