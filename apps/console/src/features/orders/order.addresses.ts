const LIST = '/order/list'

/** The drawer of one order has an address of its own, beside whatever list it was opened from. */
export const orderAddress = (orderId: string): string => `${LIST}?order=${orderId}`
export const taskAddress = (taskId: string): string => `${LIST}?task=${taskId}`

/** The card of a 1688 offer in the console (specification, section 2). */
export const offerAddress = (offerId: string): string => `/shop/product/components/productitem1688?offerId=${offerId}`
