import type { FeatureRoute } from '../../lib/feature-route.ts'
import { fillSlot } from '../../lib/slots.tsx'

/** The person's own page, opened from the account popover and from notices; the lists of all people are tabs of 日志. */
export const routes: readonly FeatureRoute[] = [
  {
    path: 'system/security',
    name: 'ownSecurity',
    title: '账号安全',
    load: () => import('./own-security.page.tsx'),
    meta: { notInMenu: true },
  },
]

fillSlot('login-log', () => import('./login-log.list.tsx'))
fillSlot('online-sessions', () => import('./online-sessions.list.tsx'))
fillSlot('bind-authenticator', () => import('./bind-authenticator.panel.tsx'))
