import { SEE_ACCOUNT_PHONE, SEE_CUSTOMER } from './access.rules.ts'

/** The menu of a new house. Urls are the routes of specification section 2; administrators may change all of it later. */
export type MenuSeed = { name: string; url: string; menuIcon: string; children?: MenuSeed[] }

export const MENU_SEED: readonly MenuSeed[] = [
  { name: '首页', url: '/', menuIcon: 'home' },
  { name: '待办', url: '/workbench', menuIcon: 'warning' },
  {
    name: '商品中心',
    url: '/shop',
    menuIcon: 'shop',
    children: [
      { name: '1688选品', url: '/shop/product/1688', menuIcon: 'search' },
      { name: '采集箱', url: '/shop/product/collect', menuIcon: 'inbox' },
      { name: '商品列表', url: '/shop/product/list', menuIcon: 'appstore' },
      { name: '货源雷达', url: '/shop/product/radar', menuIcon: 'notice' },
      { name: '同步任务', url: '/shop/product/tasks', menuIcon: 'sync' },
      { name: '店铺直连', url: '/shop/product/test', menuIcon: 'api' },
    ],
  },
  {
    name: '订单中心',
    url: '/order',
    menuIcon: 'order',
    children: [
      { name: '订单列表', url: '/order/list', menuIcon: 'list' },
      { name: '发货回传', url: '/order/ship', menuIcon: 'sync' },
    ],
  },
  {
    name: '采购中心',
    url: '/purchase',
    menuIcon: 'purchase',
    children: [
      { name: '采购单列表', url: '/purchase/list', menuIcon: 'list' },
      { name: '收货', url: '/purchase/receive', menuIcon: 'inbox' },
      { name: '付款记录', url: '/purchase/payments', menuIcon: 'price' },
      { name: '凭证账本', url: '/purchase/ledger', menuIcon: 'book' },
      { name: '对账', url: '/purchase/reconciliation', menuIcon: 'sync' },
      { name: '供应商', url: '/purchase/supplier', menuIcon: 'shop' },
      { name: '收货地址', url: '/purchase/address', menuIcon: 'link' },
    ],
  },
  {
    name: '系统设置',
    url: '/system',
    menuIcon: 'setting',
    children: [
      { name: '连接与参数', url: '/system/systemconfig', menuIcon: 'link' },
      { name: '消息收件箱', url: '/system/inbox', menuIcon: 'inbox' },
      { name: '预警配置', url: '/system/warning', menuIcon: 'warning' },
      { name: '账号管理', url: '/system/account', menuIcon: 'account' },
      { name: '角色管理', url: '/system/role', menuIcon: 'role' },
      { name: '菜单管理', url: '/system/menu', menuIcon: 'menu' },
      { name: '页面元素', url: '/system/element', menuIcon: 'element' },
      { name: '数据字典', url: '/system/dictionaries', menuIcon: 'book' },
      { name: '操作日志', url: '/platform/system/log', menuIcon: 'log' },
      { name: '富文本测试', url: '/test/tinymce', menuIcon: 'edit' },
    ],
  },
]

/** Page elements that the server itself asks for (access.rules): granted to a role, they show what is masked otherwise. */
export const ELEMENT_SEED: readonly { code: string; name: string; page: string; note: string }[] = [
  {
    code: SEE_ACCOUNT_PHONE,
    name: '查看账号手机号',
    page: '/system/account',
    note: '没有这个权限时显示为 138****1234',
  },
  {
    code: SEE_CUSTOMER,
    name: '查看客户信息',
    page: '/order/list',
    note: '客户姓名、电话、邮箱和地址；没有这个权限时打码',
  },
]

/** Groups whose entries a clerk does not get. */
export const CLERK_HIDDEN = '/system'

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
  'deliveries',
  'reconciliation',
  'workbench',
  'notices',
  'files',
  'rich-text',
]
/** Features of which a clerk sees what happened, without doing it: placing and paying is the administrator's. */
export const CLERK_SEES: readonly string[] = ['placement']
/** Calls of those features that a clerk does not hold: what spends or connects is the administrator's. */
export const CLERK_WITHHELD: readonly string[] = [
  'addShopifyStore',
  'updateShopifyStore',
  'deleteShopifyStore',
  'deletePriceRule',
  'deleteStoreProduct',
  'deleteStoreVariants',
  'redactCustomer',
  'saveOrderFeed',
  'saveExchangeRate',
  'confirmAlibabaReceipt',
]
