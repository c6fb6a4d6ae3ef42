/**
 * Pages with a fixed address that a menu entry may link to (specification, section 2, and our own); the answer of `getAllMenuPageUrl`.
 * Technical pages (404, redirect) and pages with an id in their path are not included.
 */
export type MenuPage = { readonly url: string; readonly title: string }

export const PAGES: readonly MenuPage[] = [
  { url: '/', title: '首页' },
  { url: '/workbench', title: '待办' },
  { url: '/analytics', title: '生意分析' },
  { url: '/shop/product/1688', title: '1688选品' },
  { url: '/shop/product/collect', title: '采集箱' },
  { url: '/shop/product/list', title: '商品列表' },
  { url: '/shop/product/radar', title: '货源雷达' },
  { url: '/shop/product/tasks', title: '同步任务' },
  { url: '/shop/product/test', title: '店铺直连' },
  { url: '/shop/product/components/productitem1688', title: '1688货源' },
  { url: '/order/list', title: '订单列表' },
  { url: '/order/ship', title: '发货回传' },
  { url: '/purchase/list', title: '采购单列表' },
  { url: '/purchase/approvals', title: '审批' },
  { url: '/purchase/receive', title: '收货' },
  { url: '/purchase/payments', title: '付款记录' },
  { url: '/purchase/ledger', title: '凭证账本' },
  { url: '/purchase/reconciliation', title: '对账' },
  { url: '/purchase/spare', title: '余货' },
  { url: '/purchase/supplier', title: '供应商' },
  { url: '/purchase/address', title: '收货地址' },
  { url: '/system/systemconfig', title: '连接与参数' },
  { url: '/system/connect', title: '连接向导' },
  { url: '/system/inbox', title: '消息收件箱' },
  { url: '/system/warning', title: '预警配置' },
  { url: '/system/alerts', title: '告警' },
  { url: '/system/account', title: '账号管理' },
  { url: '/system/role', title: '角色管理' },
  { url: '/system/menu', title: '菜单管理' },
  { url: '/system/element', title: '页面元素' },
  { url: '/system/dictionaries', title: '数据字典' },
  { url: '/platform/system/log', title: '操作日志' },
  { url: '/components/log', title: '操作历史' },
  { url: '/components/system/account', title: '选择账号' },
  { url: '/components/system/role', title: '选择角色' },
  { url: '/test/tinymce', title: '富文本测试' },
]
