/** The sizes in pixels that the browser extension has its icon in. */
export const ICON_SIZES: readonly number[]
/** The icon as a PNG with transparent corners. */
export function iconPng(size: number): Buffer
