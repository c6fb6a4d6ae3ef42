import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'test/tinymce', name: 'richText', title: '图文编辑', load: () => import('./rich-text.page.tsx') },
]
