import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

/** No page of its own: its lists are tabs of 日志, its panel opens from the account popover. */
export const routes: readonly FeatureRoute[] = []

fillSlot('login-log', () => import('./login-log.list.tsx'))
fillSlot('online-sessions', () => import('./online-sessions.list.tsx'))
fillSlot('bind-authenticator', () => import('./bind-authenticator.panel.tsx'))
