import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'shop/product/tasks',
    name: 'syncTasks',
    title: '同步任务',
    load: () => import('./sync-tasks.page.tsx'),
  },
]

fillSlot('sync-preview', () => import('./sync-preview.drawer.tsx'))
fillSlot('shop-change', () => import('./shop-change.drawer.tsx'))
fillSlot('listings-online', () => import('./listings-online.drawer.tsx'))
fillSlot('source-update', () => import('./source-update.drawer.tsx'))
fillSlot('sync-task', () => import('./task.drawer.tsx'))
