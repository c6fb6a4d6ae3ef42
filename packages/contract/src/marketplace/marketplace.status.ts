import type { Hue } from '../states.ts'

/** Whether 1688 can be reached with an account, as far as is known. */
export type MarketplaceHealth = 'unchecked' | 'ok' | 'unauthorised' | 'unreachable' | 'missing-permissions'
export const MARKETPLACE_HEALTH: Readonly<Record<MarketplaceHealth, { label: string; hue: Hue }>> = {
  unchecked: { label: '未检查', hue: 'waiting' },
  ok: { label: '连接正常', hue: 'done' },
  unauthorised: { label: '授权失效', hue: 'failed' },
  unreachable: { label: '连不上', hue: 'failed' },
  'missing-permissions': { label: '缺少权限', hue: 'attention' },
}

/** Where a person grants an app of 1688 access to a buyer's account: the browser comes back to this path of ours (reference 1.6). */
export const CONSENT_CALLBACK = '/oauth/1688/callback'

/** Where 1688 sends the messages of an account, after the public address. */
export const pushPath = (accountId: string): string => `/webhooks/1688/${accountId}`

/** How long a consent may take from the first click to the last. */
export const CONSENT_MINUTES = 10
