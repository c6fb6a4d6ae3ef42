import type { Hue } from '../states.ts'

/** Whether a shop can be reached, as far as is known. */
export type StoreHealth = 'unchecked' | 'ok' | 'unauthorised' | 'uninstalled' | 'unreachable' | 'missing-scopes'
export const STORE_HEALTH: Readonly<Record<StoreHealth, { label: string; hue: Hue }>> = {
  unchecked: { label: '未检查', hue: 'waiting' },
  ok: { label: '连接正常', hue: 'done' },
  unauthorised: { label: '授权失效', hue: 'failed' },
  uninstalled: { label: '已卸载', hue: 'failed' },
  unreachable: { label: '连不上', hue: 'failed' },
  'missing-scopes': { label: '缺少权限', hue: 'attention' },
}

/** The language of pushed titles. */
export const STORE_LOCALES = { en: '英文', zh: '中文' } as const

/** Which environment a store or a 1688 account belongs to. */
export const ENVIRONMENTS = { sandbox: '沙箱', live: '正式' } as const
