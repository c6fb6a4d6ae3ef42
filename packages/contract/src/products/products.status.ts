import { defineStates } from '../states.ts'

/**
 * The state of a product over all its stores (decisions, section 4). Derived by one rule from the draft and its listings; stored only so
 * that lists can filter by it.
 */
export type ProductState =
  | 'draft'
  | 'ready'
  | 'syncing'
  | 'online'
  | 'outdated'
  | 'partial'
  | 'failed'
  | 'unknown'
  | 'offline'
  | 'recycled'

export const PRODUCT_STATES = defineStates<ProductState>('product', {
  draft: { label: '已认领', hue: 'waiting', group: '草稿', next: ['ready', 'recycled'] },
  ready: { label: '待同步', hue: 'waiting', group: '待同步', next: ['draft', 'syncing', 'recycled'] },
  syncing: {
    label: '同步中',
    hue: 'moving',
    group: '同步中',
    next: ['online', 'outdated', 'partial', 'failed', 'unknown', 'ready', 'draft'],
  },
  online: { label: '已同步', hue: 'done', group: '在线', next: ['outdated', 'syncing', 'offline', 'draft'] },
  outdated: { label: '待更新', hue: 'attention', group: '在线', next: ['syncing', 'online', 'offline', 'draft'] },
  partial: {
    label: '部分成功',
    hue: 'attention',
    group: '待处理',
    next: ['syncing', 'online', 'offline', 'draft', 'recycled'],
  },
  failed: {
    label: '同步失败',
    hue: 'failed',
    group: '待处理',
    next: ['syncing', 'online', 'ready', 'draft', 'recycled'],
  },
  unknown: { label: '结果未知', hue: 'failed', group: '待处理', next: ['syncing', 'online', 'failed', 'partial'] },
  offline: { label: '已下架', hue: 'waiting', group: '下架', next: ['online', 'syncing', 'recycled', 'draft'] },
  recycled: {
    label: '回收站',
    hue: 'waiting',
    group: '回收站',
    next: ['draft', 'ready', 'offline', 'failed', 'partial'],
  },
})
export const PRODUCT_STATE_CODES = Object.keys(PRODUCT_STATES) as ProductState[]

/** Health of the source offer, compared with what was last taken over; separate from the state. */
export type SourceHealth =
  | 'normal'
  | 'price-up'
  | 'price-down'
  | 'stock-low'
  | 'minimum-changed'
  | 'skus-changed'
  | 'offer-gone'
  | 'link-dead'
  | 'unchecked'

export const SOURCE_HEALTH: Readonly<
  Record<SourceHealth, { label: string; hue: 'waiting' | 'done' | 'attention' | 'failed'; next: string }>
> = {
  normal: { label: '正常', hue: 'done', next: '' },
  'price-up': { label: '涨价', hue: 'attention', next: '更新货源，看新成本和毛利' },
  'price-down': { label: '降价', hue: 'attention', next: '更新货源，采用新成本' },
  'stock-low': { label: '库存不足', hue: 'attention', next: '换货源，或先下架；补货后重新检查' },
  'minimum-changed': { label: '起批量变化', hue: 'attention', next: '更新货源，采用新的起批量' },
  'skus-changed': { label: '规格变更', hue: 'attention', next: '更新货源，核对规格' },
  'offer-gone': { label: '货源下架', hue: 'failed', next: '换货源，或先下架；恢复后重新检查' },
  'link-dead': { label: '链接失效', hue: 'failed', next: '换货源，或先下架；恢复后重新检查' },
  unchecked: { label: '超时未检查', hue: 'waiting', next: '重新检查货源' },
}

/** The state of one product in one store. */
export type ListingState = 'pending' | 'queued' | 'syncing' | 'online' | 'failed' | 'unknown' | 'offline' | 'removed'

export const LISTING_STATES = defineStates<ListingState>('listing', {
  pending: { label: '未同步', hue: 'waiting', next: ['queued'] },
  queued: { label: '排队中', hue: 'moving', next: ['syncing', 'pending', 'failed', 'online', 'offline', 'unknown'] },
  syncing: { label: '同步中', hue: 'moving', next: ['online', 'failed', 'unknown', 'queued'] },
  online: { label: '在线', hue: 'done', next: ['queued', 'offline', 'removed'] },
  failed: { label: '失败', hue: 'failed', next: ['queued', 'online', 'pending'] },
  unknown: { label: '结果未知', hue: 'failed', next: ['queued', 'online', 'failed'] },
  offline: { label: '已下架', hue: 'waiting', next: ['queued', 'online', 'removed'] },
  removed: { label: '店铺已删除', hue: 'attention', next: ['queued', 'pending'] },
})

/** Where a field's value came from (beyond, item 4). */
export const FIELD_ORIGINS = { '1688': '1688', rule: '规则', manual: '人工', store: '店铺' } as const
export type FieldOrigin = keyof typeof FIELD_ORIGINS
