import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: '', name: 'home', title: '首页', load: () => import('./home.page.tsx'), meta: { affix: true } },
  { path: 'workbench', name: 'workbench', title: '待办', load: () => import('./triage.page.tsx') },
]
