import type { Store } from '@huoqiao/contract/stores/stores.schema'
import type { Hue } from '@huoqiao/contract/states'

export const STORE_HEALTH: Readonly<Record<Store['health'], { label: string; hue: Hue }>> = {
  unchecked: { label: '未检查', hue: 'waiting' },
  ok: { label: '连接正常', hue: 'done' },
  unauthorised: { label: '授权失效', hue: 'failed' },
  uninstalled: { label: '已卸载', hue: 'failed' },
  unreachable: { label: '连不上', hue: 'failed' },
  'missing-scopes': { label: '缺少权限', hue: 'attention' },
}

export const LOCALES: Readonly<Record<Store['locale'], string>> = { en: '英文', zh: '中文' }
