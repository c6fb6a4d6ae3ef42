import type { Hue } from '../states.ts'
import { defineStates } from '../states.ts'

/** Reading the products of one shop. 已中断 continues where it stopped. */
export type TakeoverReadState = 'reading' | 'done' | 'failed'
export const TAKEOVER_READ_STATES = defineStates<TakeoverReadState>('takeover-read', {
  reading: { label: '正在读取', hue: 'moving', next: ['done', 'failed'] },
  done: { label: '已读完', hue: 'done', next: ['reading'] },
  failed: { label: '已中断', hue: 'failed', next: ['reading'] },
})

/** A product of a shop that no listing of ours belonged to when it was read. 撤销 leads back to 待接管. */
export type TakeoverState = 'open' | 'linked' | 'created' | 'skipped' | 'gone'
export const TAKEOVER_STATES = defineStates<TakeoverState>('takeover', {
  open: { label: '待接管', hue: 'waiting', next: ['linked', 'created', 'skipped', 'gone'] },
  linked: { label: '已关联', hue: 'done', next: ['open'] },
  created: { label: '已新建', hue: 'done', next: ['open'] },
  skipped: { label: '已跳过', hue: 'waiting', next: ['open', 'linked', 'created', 'gone'] },
  gone: { label: '店铺已删除', hue: 'failed', next: ['open'] },
})

/** How sure a proposal is. `exact`: all SKU codes belong to this product and to no other, and no other of the shop fits it. */
export type TakeoverSureness = 'exact' | 'likely' | 'maybe' | 'none'
export const TAKEOVER_SURENESS: Readonly<Record<TakeoverSureness, { label: string; hue: Hue }>> = {
  exact: { label: 'SKU完全一致', hue: 'done' },
  likely: { label: '很可能', hue: 'moving' },
  maybe: { label: '可能', hue: 'attention' },
  none: { label: '没有建议', hue: 'waiting' },
}
