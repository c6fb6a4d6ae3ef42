/** The bounds of a price rule, for the schema, the server's arithmetic and the console's fields alike. No schema: the browser may have it. */

/** Digits after the point that a rate or a multiplier may have. */
export const DECIMAL_PLACES = 8
/** Plain decimal text, without a sign: rates and multipliers are never binary fractions. */
export const DECIMAL_TEXT = /^\d{1,9}(\.\d{1,8})?$/
/** The longest text of that shape. */
export const DECIMAL_LENGTH = 18
export const DECIMAL_HINT = '应为不带符号的数字'

/** Percent of a price that payment and platform may keep. */
export const MAX_FEE_PERCENT = 50
/** Percent of a price that a rule may aim to leave. */
export const MAX_TARGET_PERCENT = 90
/** Percent of a price under which a rule may ask a question. */
export const MAX_FLOOR_PERCENT = 95
/** Percent that fee and target may keep together of a price, which has to pay for its goods too. */
export const MAX_KEPT_PERCENT = 95
export const KEPT_TOO_MUCH = `目标毛利与手续费合计不能超过${MAX_KEPT_PERCENT}%`
