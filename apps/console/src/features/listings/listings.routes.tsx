import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: 'shop/product/tasks',
    name: 'syncTasks',
    title: '同步任务',
    load: () => import('./tasks/sync-tasks.page.tsx'),
  },
  {
    path: 'shop/product/takeover',
    name: 'takeover',
    title: '接管店铺商品',
    load: () => import('./takeover/takeover.page.tsx'),
  },
]

fillSlot('sync-preview', () => import('./dry-run/sync-preview.drawer.tsx'))
fillSlot('shop-change', () => import('./dry-run/shop-change.drawer.tsx'))
fillSlot('listings-online', () => import('./dry-run/listings-online.drawer.tsx'))
fillSlot('source-update', () => import('./source-update/source-update.drawer.tsx'))
fillSlot('sync-task', () => import('./tasks/task.drawer.tsx'))
