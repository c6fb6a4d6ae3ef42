/** The menu of a new house. Urls are the routes of specification section 2; administrators may change all of it later. */
export type MenuSeed = { name: string; url: string; menuIcon: string; children?: MenuSeed[] }

export const MENU_SEED: readonly MenuSeed[] = [
  { name: '首页', url: '/', menuIcon: 'home' },
  {
    name: '商品中心',
    url: '/shop',
    menuIcon: 'shop',
    children: [
      { name: '1688选品', url: '/shop/product/1688', menuIcon: 'search' },
      { name: '采集箱', url: '/shop/product/collect', menuIcon: 'inbox' },
      { name: '商品列表', url: '/shop/product/list', menuIcon: 'appstore' },
      { name: '店铺直连', url: '/shop/product/test', menuIcon: 'api' },
    ],
  },
  {
    name: '系统设置',
    url: '/system',
    menuIcon: 'setting',
    children: [
      { name: '连接与参数', url: '/system/systemconfig', menuIcon: 'link' },
      { name: '数据字典', url: '/system/dictionaries', menuIcon: 'book' },
    ],
  },
]

/** The role of an ordinary clerk in a new house: everything about products and purchases, nothing about accounts. */
export const CLERK_ROLE = '业务员'
export const CLERK_FEATURES: readonly string[] = [
  'pricing',
  'stores',
  'products',
  'collection',
  'listings',
  'orders',
  'purchases',
  'notices',
  'files',
  'rich-text',
]
/** Calls of those features that a clerk does not hold: what spends or connects is the administrator's. */
export const CLERK_WITHHELD: readonly string[] = [
  'addShopifyStore',
  'updateShopifyStore',
  'deleteShopifyStore',
  'deletePriceRule',
  'deleteStoreProduct',
  'deleteStoreVariants',
]
