import { formatTime } from '../lib/format.ts'

/** What the operation log calls the things that it names, in the words of the screens. */
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
}
export const kindWord = (kind: string): string => KIND_WORDS[kind] ?? kind

const FIELD_WORDS: Readonly<Record<string, string>> = {
  id: '编号',
  ids: '编号',
  name: '名称',
  code: '编码',
  note: '备注',
  title: '标题',
  titleEn: '英文标题',
  description: '描述',
  entries: '字典项',
  value: '值',
  label: '显示的词',
  color: '颜色',
  enabled: '启用',
  hidden: '隐藏',
  deleted: '已删除的内容',
  created: '新建的内容',
  version: '版本',
  updatedAt: '修改时间',
  createdAt: '创建时间',
  userAccount: '登录账号',
  userId: '账号',
  userIds: '账号',
  userPassword: '密码',
  oldUserPassword: '原密码',
  password: '密码',
  phone: '手机号',
  roleType: '账号类型',
  roleId: '角色',
  roleIds: '角色',
  roles: '角色',
  deptId: '部门',
  status: '状态',
  mustChangePassword: '须改初始密码',
  hasAuthenticator: '身份验证器',
  authenticator: '身份验证器',
  validateCode: '验证码',
  parentId: '上级',
  position: '顺序',
  moves: '移动',
  url: '地址',
  menuIcon: '图标',
  menuId: '所属菜单',
  menuIds: '菜单',
  menus: '菜单',
  rights: '操作权限',
  right: '操作权限',
  elementIds: '页面元素',
  elements: '页面元素',
  key: '参数',
  threshold: '阈值',
  level: '级别',
  kind: '类型',
  domain: '店铺域名',
  currency: '币种',
  environment: '环境',
  credentials: '凭证',
  accessToken: '访问令牌',
  appKey: '应用编号',
  appSecret: '应用密钥',
  apiVersion: '接口版本',
  locationId: '发货地点',
  priceRuleId: '定价规则',
  health: '连接状态',
  state: '状态',
  tags: '标签',
  images: '图片',
  options: '规格',
  variants: '变体',
  storeId: '店铺',
  storeIds: '店铺',
  offerIds: '货源',
  productIds: '商品',
  rate: '汇率',
  multiplier: '倍数',
  addition: '加价',
  rounding: '取整',
  floorMargin: '最低毛利率',
  reason: '原因',
  dryRun: '试运行',
  purpose: '用途',
  loginId: '1688登录名',
}

/** The word of a field; of a path such as `entries.0.label` its first and last part that have one. */
export function fieldWord(field: string): string {
  const whole = FIELD_WORDS[field]
  if (whole !== undefined) return whole
  const parts = field.split('.')
  const words = parts.map((part) => FIELD_WORDS[part] ?? (/^\d+$/.test(part) ? `第${Number(part) + 1}项` : part))
  return words.filter((word) => !/^[0-9a-f]{8}-/.test(word)).join(' · ')
}

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roleType: { 0: '普通用户', 1: '管理员' },
  status: { active: '正常', suspended: '已停用' },
  color: { waiting: '灰', moving: '蓝', done: '绿', attention: '黄', failed: '红' },
  level: { info: '提示', attention: '注意', urgent: '紧急' },
  environment: { sandbox: '沙箱', live: '正式' },
  health: { ok: '正常', unchecked: '未检查', failed: '异常', unauthorised: '授权失效' },
}
export const NOTHING = '（无）'
/** Deeper than this a document is no longer read by anybody; its size is told instead. */
const DEPTH = 2

/** A logged value as a person reads it: 是/否, words of known choices, times in China's clock, documents field by field. */
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
/** What a document is known by. */
const NAMES = ['label', 'name', 'title']
/** Parts of a document that tell a person nothing. */
const HIDDEN: ReadonlySet<string> = new Set(['id', 'version', 'can', 'updatedAt', 'createdAt'])
