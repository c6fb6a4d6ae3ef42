/** 余货 as tabs part it: to spare and in the app, to spare and on its way, all given to orders or written off. */
export const SPARE_TABS = { here: '在库可用', coming: '在途可用', used: '已用完' } as const
export type SpareTab = keyof typeof SPARE_TABS

/** Why a person makes the pieces to spare fewer, or (found) takes that back. */
export const SPARE_ADJUSTMENTS = { lost: '盘亏', used: '用作他用', found: '找回' } as const
export type SpareAdjustment = keyof typeof SPARE_ADJUSTMENTS
