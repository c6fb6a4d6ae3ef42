import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  { path: 'system/warning', name: 'warning', title: '预警配置', load: () => import('./warning.page.tsx') },
]

fillSlot('notice-bell', async () => {
  try {
    return await import('./notice-bell.tsx')
  } catch (error) {
    // A missing bell must not break the console; the page itself reloads for a missing chunk.
    console.error('the notice bell did not load', error)
    return { default: () => null }
  }
})
