/** Fen as money. */
export const yuan = (minor: number) => ({ minor, currency: 'CNY' }) as const
export const purchaseAddress = (purchaseId: string): string => `/purchase/list?purchase=${purchaseId}`
