import type { FeatureName } from '@huoqiao/contract/features'

/** The role editor's words for the features, by which rights are grouped. */
const WORDS: Readonly<Record<FeatureName, string>> = {
  'operation-log': '操作日志',
  'system-config': '系统参数',
  dictionaries: '数据字典',
  access: '角色、菜单与页面元素',
  accounts: '账号与部门',
  session: '登录与在线用户',
  files: '文件',
  'rich-text': '图文编辑',
  notices: '预警与通知',
  alerts: '告警',
  pricing: '定价规则',
  stores: '店铺',
  products: '商品',
  marketplace: '1688账号',
  collection: '选品与采集',
  listings: '同步到店铺',
  translations: '商品翻译',
  'translation-pushes': '译文同步',
  inbox: '收件箱',
  orders: '销售订单',
  purchases: '采购单',
  placement: '1688下单与付款',
  approvals: '下单与付款审批',
  deliveries: '到货与发货',
  scorecards: '供应商评分',
  reconciliation: '对账',
  analytics: '生意分析',
  workbench: '首页',
}
export const featureWord = (feature: string): string => WORDS[feature as FeatureName] ?? feature
