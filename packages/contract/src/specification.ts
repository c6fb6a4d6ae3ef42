/** The numbers of the product's specification, each stated once, in groups that are named after its sections. Tests state them again. */

export { CHINA_OFFSET_MS } from '@huoqiao/kit/time'

// Section 2, screens and routes

export const SIDEBAR_EXPANDED_PX = 200
export const SIDEBAR_COLLAPSED_PX = 64
/** The sidebar collapses when its container is at most so wide. */
export const COLLAPSE_WIDTH_PX = 992
/** From the look at the width to the collapse. */
export const COLLAPSE_DELAY_MS = 500
export const RESIZE_THROTTLE_MS = 800
/** The menu of a tab opens no further to the right. */
export const CONTEXT_MENU_MAX_X = 1000
/** From the failure of a page's code to the reload. */
export const RELOAD_DELAY_MS = 500

// Section 5, validation rules

export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 18
/** The inputs stop here, while 18 is still a right length: both rules stand. */
export const PASSWORD_INPUT_MAX_LENGTH = 16
export const DATE_TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss'

// Section 7, the calls

export const REQUEST_TIMEOUT_MS = 30 * 60_000
export const UPLOAD_TIMEOUT_MS = 60 * 60_000

// Section 9, business constants and limits

/** Every toast, successes too; the text of a failure is not shown again for as long. */
export const TOAST_MS = 3000
export const NOTIFICATION_MS = 4500
export const TOAST_GAP_PX = 16
/** Lists of cards and of rows, which begin with the first of them. */
export const CARD_PAGE_SIZES: readonly number[] = [24, 48, 96, 192]
export const CARD_PAGE_SIZE = 24
/** Data tables begin with a smaller page, which they offer as well; so does the role list with a larger one. */
export const TABLE_PAGE_SIZE = 10
export const TABLE_PAGE_SIZES: readonly number[] = [TABLE_PAGE_SIZE, ...CARD_PAGE_SIZES]
export const ROLE_PAGE_SIZE = 100
export const ROLE_PAGE_SIZES: readonly number[] = [24, 48, 96, ROLE_PAGE_SIZE, 192]
/** From the last key to the question that is asked of the server. */
export const DEBOUNCE_MS = 500
