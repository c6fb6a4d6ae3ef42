/** The numbers of the product specification, each defined once, grouped and named by its sections. Tests repeat them independently. */

export { CHINA_OFFSET_MS } from '@huoqiao/kit/time'

// Section 2, screens and routes

export const SIDEBAR_EXPANDED_PX = 200
export const SIDEBAR_COLLAPSED_PX = 64
/** The sidebar collapses if its container is at most this wide. */
export const COLLAPSE_WIDTH_PX = 992
/** Delay between measuring the width and collapsing. */
export const COLLAPSE_DELAY_MS = 500
export const RESIZE_THROTTLE_MS = 800
/** The context menu of a tab opens at most this far to the right. */
export const CONTEXT_MENU_MAX_X = 1000
/** Delay between the failure to load a page's code and the reload. */
export const RELOAD_DELAY_MS = 500

// Section 5, validation rules

export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 18
/** The maximum length of the input, although 18 is still a valid length: both rules apply. */
export const PASSWORD_INPUT_MAX_LENGTH = 16
export const DATE_TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss'

// Section 7, the calls

export const REQUEST_TIMEOUT_MS = 30 * 60_000
export const UPLOAD_TIMEOUT_MS = 60 * 60_000

// Section 9, business constants and limits

/** Duration of every toast, including success; the same error text is not shown again during this time. */
export const TOAST_MS = 3000
export const NOTIFICATION_MS = 4500
export const TOAST_GAP_PX = 16
/** Page sizes of card and row lists; the first is the default. */
export const CARD_PAGE_SIZES: readonly number[] = [24, 48, 96, 192]
export const CARD_PAGE_SIZE = 24
/** Data tables have a smaller default page, which they also offer; the role list has a larger one. */
export const TABLE_PAGE_SIZE = 10
export const TABLE_PAGE_SIZES: readonly number[] = [TABLE_PAGE_SIZE, ...CARD_PAGE_SIZES]
export const ROLE_PAGE_SIZE = 100
export const ROLE_PAGE_SIZES: readonly number[] = [24, 48, 96, ROLE_PAGE_SIZE, 192]
/** Delay between the last key press and the request. */
export const DEBOUNCE_MS = 500
