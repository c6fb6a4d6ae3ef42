/** Labels of the search, in a file without schemas, because the console uses them and must not load the schema library. */
export const SEARCH_SORTS = {
  default: '综合',
  'price-asc': '价格从低到高',
  'price-desc': '价格从高到低',
  'sold-desc': '月销量',
  'repurchase-desc': '复购率',
} as const
export const SEARCH_FILTERS = {
  shipIn24Hours: '24小时发货',
  shipIn48Hours: '48小时发货',
  isOnePsale: '一件代发',
  isOnePsaleFreePost: '一件包邮',
  certifiedFactory: '认证工厂',
  '1688Selection': '1688严选',
  noReason7DReturn: '7天无理由',
  new30: '30天新品',
} as const

/** Why an offer cannot be bought, by 1688's status (alibaba.fenxiao.productInfo.get, `status`). */
const OFFER_STATUSES: Readonly<Record<string, string>> = {
  published: '在售',
  'member expired': '卖家已下架',
  'auto expired': '已自动过期',
  expired: '已过期',
  'member deleted': '卖家已删除',
  modified: '修改后待审核',
  new: '新发布，待审核',
  deleted: '已删除',
  TBD: '待删除',
  approved: '已过审，未上架',
  auditing: '审核中',
  untread: '审核不通过',
}
/** An unknown status is shown unchanged. */
export const offerStatusText = (status: string): string => OFFER_STATUSES[status] ?? status

/** Maximum of offers on one page of the marketplace (observed by clients of the platform), also for pages that are joined. */
export const SEARCH_PAGE_MAX = 50
export const SEARCH_JOINED_PAGE = 48

/** Where a stored offer was read last: from the platform's API, or from a product page in a person's browser. */
export type OfferOrigin = 'api' | 'page'
export const OFFER_ORIGINS: Readonly<Record<OfferOrigin, string>> = { api: '1688接口', page: '网页采集' }
