const LIST = '/purchase/list'

/** The drawer of one purchase order has its own address, beside the list that it was opened from. */
export const purchaseAddress = (purchaseId: string): string => `${LIST}?purchase=${purchaseId}`
export const orderAddress = (orderId: string): string => `/order/list?order=${orderId}`
/** The card of a 1688 offer in the console (specification, section 2). */
export const offerAddress = (offerId: string): string => `/shop/product/components/productitem1688?offerId=${offerId}`
/** 收货台 with the goods of this purchase order. */
export const receiveAddress = (number: string): string => `/purchase/receive?code=${encodeURIComponent(number)}`
/** 余货 of one purchase order. */
export const spareAddress = (number: string): string => `/purchase/spare?keyword=${encodeURIComponent(number)}`
export const ADDRESS_PAGE = '/purchase/address'
