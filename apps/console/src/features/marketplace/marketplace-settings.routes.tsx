import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

/** The accounts are edited on 连接与参数; the page itself belongs to system-config. */
export const routes: readonly FeatureRoute[] = []

fillSlot('settings-marketplace', () => import('./account-settings.tsx'))
fillSlot('edit-marketplace-account', () => import('./account-drawer.tsx'))
