import { SEE_ACCOUNT_PHONE, SEE_CUSTOMER } from '@huoqiao/contract/access/elements'

/** The menu of a new installation. URLs are the routes of specification section 2; administrators may change all of it. */
export type MenuSeed = { name: string; url: string; menuIcon: string; children?: MenuSeed[] }

const entry = (name: string, url: string, menuIcon: string, children?: MenuSeed[]): MenuSeed => ({
  name,
  url,
  menuIcon,
  ...(children ? { children } : {}),
})

export const MENU_SEED: readonly MenuSeed[] = [
  entry('首页', '/', 'home'),
  entry('待办', '/workbench', 'warning'),
  entry('生意分析', '/analytics', 'chart'),
  entry('商品中心', '/shop', 'shop', [
    entry('1688选品', '/shop/product/1688', 'search'),
    entry('采集箱', '/shop/product/collect', 'inbox'),
    entry('采集插件', '/shop/product/collector', 'api'),
    entry('商品列表', '/shop/product/list', 'appstore'),
    entry('货源雷达', '/shop/product/radar', 'notice'),
    entry('同步任务', '/shop/product/tasks', 'sync'),
    entry('商品翻译', '/shop/product/translations', 'book'),
    entry('译文同步', '/shop/product/translation-pushes', 'send'),
    entry('术语与翻译服务', '/shop/product/glossary', 'setting'),
    entry('店铺直连', '/shop/product/test', 'api'),
    entry('接管店铺商品', '/shop/product/takeover', 'link'),
  ]),
  entry('订单中心', '/order', 'order', [
    entry('订单列表', '/order/list', 'list'),
    entry('发货回传', '/order/ship', 'sync'),
    entry('退货', '/order/returns', 'inbox'),
  ]),
  entry('采购中心', '/purchase', 'purchase', [
    entry('采购单列表', '/purchase/list', 'list'),
    entry('审批', '/purchase/approvals', 'notice'),
    entry('收货', '/purchase/receive', 'inbox'),
    entry('付款记录', '/purchase/payments', 'price'),
    entry('凭证账本', '/purchase/ledger', 'book'),
    entry('接管1688订单', '/purchase/takeover', 'link'),
    entry('对账', '/purchase/reconciliation', 'sync'),
    entry('余货', '/purchase/spare', 'appstore'),
    entry('供应商', '/purchase/supplier', 'shop'),
    entry('收货地址', '/purchase/address', 'link'),
  ]),
  entry('系统设置', '/system', 'setting', [
    entry('连接与参数', '/system/systemconfig', 'link'),
    entry('连接向导', '/system/connect', 'api'),
    entry('消息收件箱', '/system/inbox', 'inbox'),
    entry('预警配置', '/system/warning', 'warning'),
    entry('告警', '/system/alerts', 'notice'),
    entry('账号管理', '/system/account', 'account'),
    entry('角色管理', '/system/role', 'role'),
    entry('菜单管理', '/system/menu', 'menu'),
    entry('页面元素', '/system/element', 'element'),
    entry('数据字典', '/system/dictionaries', 'book'),
    entry('操作日志', '/platform/system/log', 'log'),
  ]),
]

/** Page elements that the server itself checks (access.rules): a role with them sees unmasked data. */
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

/** Groups of menu entries that the clerk role does not get. */
export const CLERK_HIDDEN = '/system'

/** The role of an ordinary clerk in a new installation: everything about products and purchases, nothing about accounts. */
export const CLERK_ROLE = '业务员'
export const CLERK_FEATURES: readonly string[] = [
  'pricing',
  'stores',
  'products',
  'collection',
  'listings',
  'translations',
  'translation-pushes',
  'orders',
  'purchases',
  'approvals',
  'deliveries',
  'scorecards',
  'reconciliation',
  'analytics',
  'workbench',
  'notices',
  'files',
  'rich-text',
]
/** Features that a clerk may only read: placing and paying is left to the administrator. */
export const CLERK_SEES: readonly string[] = ['placement']
/** Calls of those features that the clerk role lacks: those that spend money or connect accounts. */
export const CLERK_WITHHELD: readonly string[] = [
  'addShopifyStore',
  'updateShopifyStore',
  'deleteShopifyStore',
  'deletePriceRule',
  'saveTranslationLanguages',
  'addTranslationProvider',
  'updateTranslationProvider',
  'deleteTranslationProvider',
  'testTranslationProvider',
  'deleteStoreProduct',
  'deleteStoreVariants',
  'redactCustomer',
  'saveOrderFeed',
  'saveExchangeRate',
  'confirmAlibabaReceipt',
  'refundReturn',
  'approveApproval',
  'declineApproval',
  'querySpendingLimits',
  'saveSpendingLimit',
]
