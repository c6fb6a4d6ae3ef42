import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'shop/product/translation-pushes',
    name: 'translationPushes',
    title: '译文同步',
    load: () => import('./translation-pushes.page.tsx'),
  },
]

fillSlot('push-translations', () => import('./push-translations.drawer.tsx'))
