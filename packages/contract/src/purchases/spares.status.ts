/**
 * Tabs of 余货: pieces that have arrived, pieces under way, lines with nothing left, and lines that lost pieces. A line can be in several.
 */
export const SPARE_TABS = { here: '在库可用', coming: '在途可用', used: '已用完', gone: '报损盘亏' } as const
export type SpareTab = keyof typeof SPARE_TABS

export const SPARE_SORTS = { created: '下单时间', age: '在库天数', worth: '余货成本' } as const
export type SpareSort = keyof typeof SPARE_SORTS

/** Why a person writes off spare pieces. */
export const WRITE_OFF_CAUSES = {
  damaged: '破损',
  lost: '丢失',
  expired: '过期变质',
  wrong: '发错货',
  sample: '留样',
  used: '用作他用',
  other: '其他',
} as const
export type WriteOffCause = keyof typeof WRITE_OFF_CAUSES

/** Kinds of bookings on spare pieces. */
export const SPARE_ENTRY_KINDS = {
  count: '盘点',
  'write-off': '报损',
  return: '退货入库',
  undo: '撤销',
  place: '改库位',
} as const
export type SpareEntryKind = keyof typeof SPARE_ENTRY_KINDS

/** Maximum number of entries, and of orders, in the history of a line; the newest. */
export const SPARE_HISTORY = 200
