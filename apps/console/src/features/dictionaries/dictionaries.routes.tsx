import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'system/dictionaries/:dictionaryId?',
    name: 'dictionaries',
    title: '数据字典',
    tab: 'route',
    load: () => import('./dictionary-list.page.tsx'),
  },
]
