import { formatTime } from '../lib/format.ts'
import { FIELD_WORDS } from './log.fields.ts'

/** The operation log's words for kinds of objects, the same as on the screens. */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  account: '账号',
  dept: '部门',
  department: '部门',
  role: '角色',
  menu: '菜单',
  element: '页面元素',
  session: '登录会话',
  dictionary: '数据字典',
  'system-config': '系统参数',
  config: '系统参数',
  file: '文件',
  'warning-rule': '预警规则',
  warning: '预警规则',
  notice: '通知',
  'marketplace-account': '1688账号',
  offer: '1688货源',
  store: '店铺',
  'store-product': '店铺商品',
  'price-rule': '定价规则',
  product: '商品',
  'sync-task': '同步任务',
  order: '销售订单',
  purchase: '采购单',
  'order-line': '订单商品',
  'order-task': '订单任务',
  shipment: '回传',
  collected: '采集商品',
  'inbox-message': '收到的消息',
  'exchange-rate': '汇率',
  'receiving-address': '收货地址',
  'sku-relation': '规格关联',
  supplier: '供应商',
  reconciliation: '对账',
  difference: '对账差异',
  triage: '待办',
}
export const kindWord = (kind: string): string => KIND_WORDS[kind] ?? kind

/** The word for a field; for a path such as `entries.0.label` the words of its first and last part that have one. */
export function fieldWord(field: string): string {
  const whole = FIELD_WORDS[field]
  if (whole !== undefined) return whole
  const parts = field.split('.')
  // The key of a system parameter (session.idleHours): the log shows its name as the object.
  if (parts.length === 2 && parts.every((part) => /^[a-z]\w*$/i.test(part) && FIELD_WORDS[part] === undefined))
    return FIELD_WORDS['value'] ?? field
  const words = parts.map((part) => FIELD_WORDS[part] ?? (/^\d+$/.test(part) ? `第${Number(part) + 1}项` : part))
  return words.filter((word) => !/^[0-9a-f]{8}-/.test(word)).join(' · ')
}

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roleType: { 0: '普通用户', 1: '管理员' },
  status: { active: '正常', suspended: '已停用' },
  color: { waiting: '灰', moving: '蓝', done: '绿', attention: '黄', failed: '红' },
  level: { info: '提示', attention: '注意', urgent: '紧急' },
  environment: { sandbox: '沙箱', live: '正式' },
  health: { ok: '正常', unchecked: '未检查', failed: '异常', unauthorised: '授权失效', uninstalled: '已卸载' },
}
export const NOTHING = '（无）'
/** A document nested deeper than this is not readable for a person; its size is shown instead. */
const DEPTH = 2

/** A logged value in words: 是/否, words of known choices, times in China's time zone, documents field by field. */
export function valueText(field: string, value: unknown, depth = DEPTH): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number' && /At$|Time$/.test(field)) return formatTime(value)
  if (typeof value === 'string' || typeof value === 'number') {
    return CHOICES[field.split('.').at(-1) ?? field]?.[value] ?? String(value)
  }
  if (Array.isArray(value)) return listText(field, value, depth)
  if (typeof value === 'object') return documentText(value as Record<string, unknown>, depth)
  return JSON.stringify(value)
}

function listText(field: string, values: readonly unknown[], depth: number): string {
  if (values.length === 0) return NOTHING
  if (depth === 0) return `${values.length} 项`
  return values.map((one) => valueText(field, one, depth - 1)).join('、')
}

function documentText(document: Record<string, unknown>, depth: number): string {
  const nameKey = NAMES.find((key) => typeof document[key] === 'string' && document[key] !== '')
  const named = nameKey === undefined ? undefined : String(document[nameKey])
  if (depth === 0) return named ?? `${Object.keys(document).length} 个字段`
  const rest = Object.entries(document)
    .filter(([key, inner]) => key !== nameKey && !HIDDEN.has(key) && inner !== null && inner !== '')
    .map(([key, inner]) => `${fieldWord(key)}：${valueText(key, inner, depth - 1)}`)
    .join('；')
  if (named === undefined) return rest
  return rest === '' ? named : `${named}（${rest}）`
}
/** Fields that name a document. */
const NAMES = ['label', 'name', 'title']
/** Fields of a document that mean nothing to a person. */
const HIDDEN: ReadonlySet<string> = new Set(['id', 'version', 'can', 'updatedAt', 'createdAt'])
