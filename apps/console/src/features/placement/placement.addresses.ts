/** The address of a purchase order by its number. */
export const numberAddress = (number: string): string => `/purchase/list?number=${number}`
export const purchaseAddress = (purchaseId: string): string => `/purchase/list?purchase=${purchaseId}`
