import type { Hue } from '../states.ts'

/** Whether 1688 can be reached with an account, as far as is known. */
export type MarketplaceHealth = 'unchecked' | 'ok' | 'unauthorised' | 'unreachable'
export const MARKETPLACE_HEALTH: Readonly<Record<MarketplaceHealth, { label: string; hue: Hue }>> = {
  unchecked: { label: '未检查', hue: 'waiting' },
  ok: { label: '连接正常', hue: 'done' },
  unauthorised: { label: '授权失效', hue: 'failed' },
  unreachable: { label: '连不上', hue: 'failed' },
}
