import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

/** The stores are edited on 连接与参数; the page itself belongs to system-config. */
export const routes: readonly FeatureRoute[] = []

fillSlot('settings-stores', () => import('./store-settings.tsx'))
fillSlot('edit-store', () => import('./store-drawer.tsx'))
