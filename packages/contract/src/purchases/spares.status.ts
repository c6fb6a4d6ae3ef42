/** Tabs of 余货: spare and arrived, spare and under way, all taken by orders or written off. */
export const SPARE_TABS = { here: '在库可用', coming: '在途可用', used: '已用完' } as const
export type SpareTab = keyof typeof SPARE_TABS

/** Why a person writes off spare pieces, or (found) reverts that. */
export const SPARE_ADJUSTMENTS = { lost: '盘亏', used: '用作他用', found: '找回' } as const
export type SpareAdjustment = keyof typeof SPARE_ADJUSTMENTS
