/** Our rating of a 1688 seller. Buying from a blacklisted one shows a warning. */
export const SUPPLIER_RATINGS = { normal: '普通', preferred: '优选', blacklisted: '黑名单' } as const
export type SupplierRating = keyof typeof SUPPLIER_RATINGS

/** Sort orders of the list of suppliers. All but 最近更新 and 采购额 use the last ninety days; suppliers with too few cases come last. */
export const SUPPLIER_SORTS = {
  updated: '最近更新',
  worst: '评分最差',
  best: '评分最好',
  slow: '发货最慢',
  fast: '发货最快',
  short: '缺货最多',
  dearer: '涨价最多',
  refunded: '退款最多',
  spent: '采购额最大',
} as const
export type SupplierSort = keyof typeof SUPPLIER_SORTS
