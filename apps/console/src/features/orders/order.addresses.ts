const LIST = '/order/list'

/** The drawer of one order has its own address, beside the list that it was opened from. */
export const orderAddress = (orderId: string): string => `${LIST}?order=${orderId}`
export const taskAddress = (taskId: string): string => `${LIST}?task=${taskId}`

/** The card of a 1688 offer in the console (specification, section 2). */
export const offerAddress = (offerId: string): string => `/shop/product/components/productitem1688?offerId=${offerId}`

/** Beside the list: the drawer of goods without a source, all of them or those with these ids (待办 links to it). */
export const GOODS_FIELD = 'goods'
export const ALL_GOODS = 'all'

/** Beside the list: a tab of 拉单与汇率. Bookmarks of an earlier version have the former name. */
export const SETTINGS_FIELD = 'settings'
export const FORMER_SETTINGS_FIELD = 'desk'
