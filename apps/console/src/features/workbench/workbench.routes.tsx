import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: '', name: 'home', title: '首页', load: () => import('./home.page.tsx'), meta: { affix: true } },
  { path: 'workbench', name: 'workbench', title: '待办', load: () => import('./triage.page.tsx') },
  {
    path: 'system/connect',
    name: 'connect',
    title: '连接向导',
    load: () => import('./connect/connect.page.tsx'),
    tab: 'route',
  },
]
