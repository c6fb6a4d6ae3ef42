import type { Hue } from '../states.ts'

/** Whether 1688 can be reached with an account, by the last calls. */
export type MarketplaceHealth = 'unchecked' | 'ok' | 'unauthorised' | 'unreachable' | 'missing-permissions'
export const MARKETPLACE_HEALTH: Readonly<Record<MarketplaceHealth, { label: string; hue: Hue }>> = {
  unchecked: { label: '未检查', hue: 'waiting' },
  ok: { label: '连接正常', hue: 'done' },
  unauthorised: { label: '授权失效', hue: 'failed' },
  unreachable: { label: '连不上', hue: 'failed' },
  'missing-permissions': { label: '缺少权限', hue: 'attention' },
}

/** Our path to which 1688 redirects the browser after a person granted an app access to a buyer's account (reference 1.6). */
export const CONSENT_CALLBACK = '/oauth/1688/callback'

/** Our path, under the public address, to which 1688 sends the messages of an account. */
export const pushPath = (accountId: string): string => `/webhooks/1688/${accountId}`

/** How long a consent may take from the first click to the last. */
export const CONSENT_MINUTES = 10
