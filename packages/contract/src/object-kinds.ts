import { ALERT_CHANNEL_FIELDS, ALERT_MESSAGE_FIELDS, ALERT_RULE_FIELDS } from './alerts/alerts.fields.ts'
import { ELEMENT_FIELDS, MENU_FIELDS, ROLE_FIELDS } from './access/access.fields.ts'
import { ACCOUNT_FIELDS, DEPARTMENT_FIELDS } from './accounts/accounts.fields.ts'
import { ANALYTICS_FILTER_FIELDS, ANALYTICS_SCHEDULE_FIELDS } from './analytics/analytics.fields.ts'
import { APPROVAL_FIELDS, SPENDING_LIMIT_FIELDS } from './approvals/approvals.fields.ts'
import { COLLECT_ITEM_FIELDS } from './collection/collection.fields.ts'
import { COLLECTOR_KEY_FIELDS } from './collection/collector.fields.ts'
import { PARCEL_FIELDS, RECEIPT_FIELDS, SHIPMENT_FIELDS } from './deliveries/deliveries.fields.ts'
import { DICTIONARY_FIELDS } from './dictionaries/dictionaries.fields.ts'
import type { Fields } from './fields.ts'
import { INBOX_FIELDS } from './inbox/inbox.fields.ts'
import { SYNC_TASK_FIELDS } from './listings/listings.fields.ts'
import { MARKETPLACE_ACCOUNT_FIELDS } from './marketplace/marketplace.fields.ts'
import { WARNING_RULE_FIELDS } from './notices/notices.fields.ts'
import {
  EXCHANGE_RATE_FIELDS,
  ORDER_FEED_FIELDS,
  ORDER_FIELDS,
  ORDER_LINE_FIELDS,
  ORDER_TASK_FIELDS,
  SKU_RELATION_FIELDS,
} from './orders/orders.fields.ts'
import { PRICE_RULE_FIELDS } from './pricing/pricing.fields.ts'
import { PRODUCT_FIELDS } from './products/products.fields.ts'
import { ADDRESS_FIELDS } from './purchases/addresses.fields.ts'
import { PURCHASE_FIELDS, PURCHASE_LINE_FIELDS } from './purchases/purchases.fields.ts'
import { SUPPLIER_FIELDS } from './purchases/suppliers.fields.ts'
import { DIFFERENCE_FIELDS, RECONCILIATION_FIELDS } from './reconciliation/reconciliation.fields.ts'
import { STORE_FIELDS, STORE_PRODUCT_FIELDS } from './stores/stores.fields.ts'
import { GLOSSARY_TERM_FIELDS } from './translations/glossary.fields.ts'
import { PROVIDER_FIELDS } from './translations/providers.fields.ts'
import { TRANSLATION_PUSH_FIELDS } from './translation-pushes/translation-pushes.fields.ts'
import { TRANSLATION_TASK_FIELDS } from './translations/tasks.fields.ts'
import { TRANSLATION_FIELDS } from './translations/translations.fields.ts'
import { CONFIG_FIELDS } from './system-config/system-config.fields.ts'

export type ObjectKindEntry = {
  readonly label: string
  readonly fields: Fields
  /** the keys that refer to one or several objects of this kind in calls and in rows of other nouns */
  readonly named: readonly string[]
  /** false: entries of the log name the containing object instead */
  readonly hasHistory?: false
  /** the keys of its fields in older entries of the operation log */
  readonly retired?: Readonly<Record<string, string>>
}

/** The kinds of objects that calls change and the operation log names, with the labels of their fields; each has its history. */
export const OBJECT_KINDS = {
  account: { label: '账号', fields: ACCOUNT_FIELDS, named: ['userId', 'userIds'] },
  department: { label: '部门', fields: DEPARTMENT_FIELDS, named: ['deptId'] },
  role: { label: '角色', fields: ROLE_FIELDS, named: ['roleId', 'roleIds'] },
  menu: { label: '菜单', fields: MENU_FIELDS, named: ['menuId', 'menuIds'] },
  element: { label: '页面元素', fields: ELEMENT_FIELDS, named: ['elementIds'] },
  session: { label: '登录会话', fields: {}, named: [] },
  dictionary: { label: '数据字典', fields: DICTIONARY_FIELDS, named: [] },
  'system-config': { label: '系统参数', fields: CONFIG_FIELDS, named: [] },
  file: { label: '文件', fields: {}, named: [] },
  'warning-rule': { label: '预警规则', fields: WARNING_RULE_FIELDS, named: [] },
  'alert-channel': { label: '告警渠道', fields: ALERT_CHANNEL_FIELDS, named: ['channelId', 'channelIds'] },
  'alert-rule': { label: '告警规则', fields: ALERT_RULE_FIELDS, named: [] },
  'alert-message': { label: '告警', fields: ALERT_MESSAGE_FIELDS, named: [] },
  'marketplace-account': { label: '1688账号', fields: MARKETPLACE_ACCOUNT_FIELDS, named: ['accountId'] },
  offer: { label: '1688货源', fields: {}, named: ['offerId', 'offerIds'] },
  collected: { label: '采集商品', fields: COLLECT_ITEM_FIELDS, named: ['collectIds'] },
  'collector-key': { label: '采集密钥', fields: COLLECTOR_KEY_FIELDS, named: [] },
  store: { label: '店铺', fields: STORE_FIELDS, named: ['storeId', 'storeIds'] },
  'store-product': { label: '店铺商品', fields: STORE_PRODUCT_FIELDS, named: ['shopifyProductId'] },
  'price-rule': { label: '定价规则', fields: PRICE_RULE_FIELDS, named: ['priceRuleId'] },
  product: {
    label: '商品',
    fields: PRODUCT_FIELDS,
    named: ['productId', 'productIds'],
    retired: { titleEn: '英文标题' },
  },
  'sync-task': { label: '同步任务', fields: SYNC_TASK_FIELDS, named: ['taskId'] },
  translation: { label: '商品翻译', fields: TRANSLATION_FIELDS, named: [] },
  'glossary-term': { label: '术语', fields: GLOSSARY_TERM_FIELDS, named: [] },
  'translation-provider': { label: '翻译服务', fields: PROVIDER_FIELDS, named: [] },
  'translation-task': { label: '批量翻译', fields: TRANSLATION_TASK_FIELDS, named: [] },
  'translation-push': { label: '译文同步', fields: TRANSLATION_PUSH_FIELDS, named: ['pushId'] },
  order: { label: '销售订单', fields: ORDER_FIELDS, named: ['orderId', 'orderIds'] },
  'order-line': { label: '订单商品', fields: ORDER_LINE_FIELDS, named: ['lineIds'] },
  'order-task': { label: '订单任务', fields: ORDER_TASK_FIELDS, named: [] },
  'order-feed': { label: '订单来源', fields: ORDER_FEED_FIELDS, named: [], hasHistory: false },
  'sku-relation': { label: '规格关联', fields: SKU_RELATION_FIELDS, named: [] },
  'exchange-rate': { label: '汇率', fields: EXCHANGE_RATE_FIELDS, named: [] },
  purchase: { label: '采购单', fields: PURCHASE_FIELDS, named: ['purchaseId', 'purchaseIds'] },
  'purchase-line': { label: '采购明细', fields: PURCHASE_LINE_FIELDS, named: ['lineId'], hasHistory: false },
  approval: { label: '审批', fields: APPROVAL_FIELDS, named: [] },
  // Entries name the role.
  'spending-limit': {
    label: '每日限额',
    fields: SPENDING_LIMIT_FIELDS,
    named: [],
    hasHistory: false,
    retired: { placeLimit: '每日下单限额', payLimit: '每日付款限额' },
  },
  supplier: { label: '供应商', fields: SUPPLIER_FIELDS, named: ['supplierId'], retired: { standing: '标记' } },
  'receiving-address': { label: '收货地址', fields: ADDRESS_FIELDS, named: ['addressId'] },
  parcel: { label: '包裹', fields: PARCEL_FIELDS, named: ['parcelId'], hasHistory: false },
  receipt: { label: '收货记录', fields: RECEIPT_FIELDS, named: ['receiptId'], hasHistory: false },
  shipment: { label: '回传', fields: SHIPMENT_FIELDS, named: ['shipmentId', 'shipmentIds'] },
  'inbox-message': { label: '收到的消息', fields: INBOX_FIELDS, named: [] },
  reconciliation: { label: '对账', fields: RECONCILIATION_FIELDS, named: ['runId'] },
  difference: { label: '对账差异', fields: DIFFERENCE_FIELDS, named: [] },
  ledger: { label: '凭证账本', fields: {}, named: [], hasHistory: false },
  log: { label: '日志', fields: {}, named: [], hasHistory: false },
  analytics: { label: '生意分析', fields: ANALYTICS_FILTER_FIELDS, named: [], hasHistory: false },
  'analytics-schedule': { label: '每周报表', fields: ANALYTICS_SCHEDULE_FIELDS, named: [] },
  triage: { label: '待办', fields: {}, named: [] },
} as const satisfies Readonly<Record<string, ObjectKindEntry>>
export type ObjectKind = keyof typeof OBJECT_KINDS

/** The kinds that an entry of the operation log may name. */
export type LoggedKind = {
  [Kind in ObjectKind]: (typeof OBJECT_KINDS)[Kind] extends { hasHistory: false } ? never : Kind
}[ObjectKind]

export const isLoggedKind = (kind: ObjectKind): kind is LoggedKind =>
  (OBJECT_KINDS[kind] as ObjectKindEntry).hasHistory !== false

/** The names of kinds in older entries of the operation log. */
export const RETIRED_KINDS: Readonly<Record<string, ObjectKind>> = {
  dept: 'department',
  config: 'system-config',
  warning: 'warning-rule',
  notice: 'warning-rule',
}

/** Keys of calls and of entries that belong to no noun: they have the same label everywhere. */
export const COMMON_LABELS = {
  // The objects, if the call says which kind they are.
  id: '编号',
  ids: '编号',
  version: '版本',
  // The whole object before or after.
  created: '新建的内容',
  deleted: '已删除的内容',
  // Options of a call.
  dryRun: '试运行',
  requestKey: '请求编号',
  contentHash: '看过的预演',
  // The rows of a list, an export or a search.
  filter: '筛选',
  keyword: '关键词',
  state: '状态',
  kind: '类型',
  cause: '原因',
  group: '分组',
  outcome: '结果',
  tab: '分类',
  page: '页码',
  pageSize: '每页条数',
  sort: '排序',
  direction: '排序方向',
  locale: '语言',
  locales: '语言',
  text: '文字',
  from: '开始',
  to: '结束',
  // The reason, in the person's own words.
  reason: '原因',
} as const

type KindOf<Kind extends ObjectKind> = (typeof OBJECT_KINDS)[Kind]
/** The keys that have a label in every call that changes this kind. */
export type LabelledKey<Kind extends ObjectKind> =
  | keyof KindOf<Kind>['fields']
  | KindOf<ObjectKind>['named'][number]
  | keyof typeof COMMON_LABELS
