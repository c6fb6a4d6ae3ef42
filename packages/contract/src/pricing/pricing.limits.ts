/** The limits of a price rule, for the schema, the server and the console's fields. Without schemas, so that the browser can load it. */

/** Maximum of decimals for a rate or multiplier. */
export const DECIMAL_PLACES = 8
/** Decimal text without a sign, because rates and multipliers are never binary fractions. */
export const DECIMAL_TEXT = /^\d{1,9}(\.\d{1,8})?$/
/** The longest such text. */
export const DECIMAL_LENGTH = 18
export const DECIMAL_HINT = '应为不带符号的数字'

/** Maximum per cent of a price that payment and platform may keep. */
export const MAX_FEE_PERCENT = 50
/** Maximum target margin in per cent of a price. */
export const MAX_TARGET_PERCENT = 90
/** Maximum margin, in per cent of a price, below which a rule may ask for confirmation. */
export const MAX_FLOOR_PERCENT = 95
/** Maximum per cent of a price for fee and target margin together, because the price also has to pay for the goods. */
export const MAX_KEPT_PERCENT = 95
export const KEPT_TOO_MUCH = `目标毛利与手续费合计不能超过${MAX_KEPT_PERCENT}%`
