/** Our rating of a 1688 seller. Buying from a blacklisted one shows a warning. */
export const SUPPLIER_RATINGS = { normal: '普通', preferred: '优选', blacklisted: '黑名单' } as const
export type SupplierRating = keyof typeof SUPPLIER_RATINGS
