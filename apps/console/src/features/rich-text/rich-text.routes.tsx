import type { FeatureRoute } from '../../lib/feature-route.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'test/tinymce', name: 'richText', title: '富文本测试', load: () => import('./rich-text.page.tsx') },
]
