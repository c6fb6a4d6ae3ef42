/** The words of a search, in a file without schemas: the console shows them, and the schema library stays out of the browser. */
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
