import { ADDRESS, WRONG_ADDRESS } from './address.pattern.ts'
import { ALERTS_KEYS } from './alerts.keys.ts'
import { FILES_KEYS } from './files.keys.ts'
import { NETWORK_KEYS } from './network.keys.ts'
import { RECONCILE_KEYS } from './reconcile.keys.ts'
import { SMS_KEYS } from './sms.keys.ts'

/**
 * Every setting that administrators may change while the app runs, with type, default and bounds. Process settings (address, database,
 * secret key) are in env.ts, because they are needed before the database is open.
 */
type Base = { readonly group: string; readonly title: string; readonly help: string }
export type TextKey = Base & {
  readonly type: 'text'
  readonly value: string
  readonly pattern?: RegExp
  readonly wrong?: string
}
export type NumberKey = Base & {
  readonly type: 'number'
  readonly value: number
  readonly min: number
  readonly max: number
  readonly unit: string
  /** allowed decimals; 0: whole numbers */
  readonly decimals?: number
}
export type BooleanKey = Base & { readonly type: 'boolean'; readonly value: boolean }
export type ChoiceKey = Base & {
  readonly type: 'choice'
  readonly value: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}
export type SecretKey = Base & { readonly type: 'secret' }
export type ConfigKey = TextKey | NumberKey | BooleanKey | ChoiceKey | SecretKey

export const CONFIG_KEYS = {
  'collect.offerCacheHours': {
    group: '采集',
    title: '货源缓存时长',
    help: '这段时间内再次打开同一个货源，直接用上次采集的内容，不再请求1688',
    type: 'number',
    value: 24,
    min: 0,
    max: 720,
    unit: '小时',
  },
  'collect.watchHours': {
    group: '采集',
    title: '货源检查间隔',
    help: '商品的货源每隔这么久到1688看一次价格、库存和上下架，变动记在货源雷达；0 为不检查',
    type: 'number',
    value: 12,
    min: 0,
    max: 720,
    unit: '小时',
  },
  'collect.hintSeconds': {
    group: '采集',
    title: '货源消息的等待时间',
    help: '1688推送货源变动后等这么久再读取，其间同一货源的消息合并成一次读取；0 为不理会推送，只按检查间隔读取',
    type: 'number',
    value: 30,
    min: 0,
    max: 3600,
    unit: '秒',
  },
  'collect.concurrency': {
    group: '采集',
    title: '同时采集的货源数',
    help: '越大越快，也越容易触发1688的频率限制；重启后生效',
    type: 'number',
    value: 2,
    min: 1,
    max: 16,
    unit: '个',
  },
  'sync.workerSecret': {
    group: '同步',
    title: '结果回传密钥',
    help: '在别处运行的同步程序用它给回传的同步结果签名。生成时只显示一次；重新生成后，旧密钥立即失效',
    type: 'secret',
  },
  'sync.mediaWaitMinutes': {
    group: '同步',
    title: '等待图片处理的时间',
    help: '店铺处理图片超过这个时间，这次同步就记为失败并说明原因；重试会接着核对，不会重复创建',
    type: 'number',
    value: 10,
    min: 1,
    max: 120,
    unit: '分钟',
  },
  'sync.lookFirst': {
    group: '同步',
    title: '建商品前先在店铺查找',
    help: '店铺里已有这套系统建的同一商品（SKU编码相同，这里没有记录）时接着更新它，不再建一件。从备份恢复后自动打开：备份之后建的商品这里没有记录',
    type: 'boolean',
    value: false,
  },
  'sync.priceTolerancePercent': {
    group: '同步',
    title: '价格变动容忍度',
    help: '货源价格变动不超过这个比例时不提示；采购下单时超过它要人工确认',
    type: 'number',
    value: 5,
    min: 0,
    max: 100,
    decimals: 1,
    unit: '%',
  },
  'purchase.unseenFreightYuan': {
    group: '采购',
    title: '未预估的运费上限',
    help: '采购单没有预估运费时，1688要的运费不超过这个数就直接下单，超过就停在待确认价格，等人看过再下；0 表示一律要人确认',
    type: 'number',
    value: 0,
    min: 0,
    max: 10000,
    decimals: 2,
    unit: '元',
  },
  'purchase.absentAfterMinutes': {
    group: '采购',
    title: '确认未下单的等待时间',
    help: '下单没有收到答复时，系统按采购单号到1688核对；过了这段时间仍查不到，才算确实没有下单，允许重新下单',
    type: 'number',
    value: 10,
    min: 1,
    max: 1440,
    unit: '分钟',
  },
  'purchase.lookFirst': {
    group: '采购',
    title: '下单前先核对采购单号',
    help: '下单前到1688查有没有这个采购单号的订单，有就认领，不再下单。从备份恢复后自动打开：备份之后下过的单这里没有记录',
    type: 'boolean',
    value: false,
  },
  'purchase.paymentGiveUpMinutes': {
    group: '采购',
    title: '放弃等待付款结果的时间',
    help: '免密支付没有收到答复时，系统到1688核对；过了这段时间仍显示未付款，才算没有付成，允许重新付款',
    type: 'number',
    value: 30,
    min: 5,
    max: 1440,
    unit: '分钟',
  },
  'inbox.publicOrigin': {
    group: '订单',
    title: '接收推送的对外地址',
    help: '店铺和1688把消息推送到这里，例如 https://erp.example.com；留空时只靠每分钟拉取（沙箱自动用本机地址）',
    type: 'text',
    value: '',
    pattern: ADDRESS,
    wrong: WRONG_ADDRESS,
  },
  'inbox.keepDays': {
    group: '订单',
    title: '推送消息保留时间',
    help: '已处理的消息保留这么久，之后删除；其中有客户信息，不宜太长',
    type: 'number',
    value: 30,
    min: 1,
    max: 365,
    unit: '天',
  },
  'orders.personDays': {
    group: '订单',
    title: '客户信息保留时间',
    help: '下单超过这个时间的订单，删除其中的客户姓名、电话、邮箱和地址；订单本身保留',
    type: 'number',
    value: 365,
    min: 1,
    max: 3_650,
    unit: '天',
  },
  'delivery.notifyCustomer': {
    group: '物流',
    title: '发货时通知顾客',
    help: '把运单号回传到店铺时，由店铺给顾客发邮件；单次发货时可以改',
    type: 'boolean',
    value: true,
  },
  'delivery.trackingUrl': {
    group: '物流',
    title: '物流查询网址',
    help: '店铺不认识的承运商用这个网址，{number} 换成运单号，{carrier} 换成承运商',
    type: 'text',
    value: 'https://t.17track.net/en#nums={number}',
    pattern: /^https?:\/\/\S*\{number\}\S*$/,
    wrong: '应为 http:// 或 https:// 开头、含 {number} 的网址',
  },
  'delivery.carrierUrls': {
    group: '物流',
    title: '各承运商的查询网址',
    help: '例如：燕文=https://track.yw56.com.cn/cn/querydel?nums={number}；用分号隔开，没写的用上面的网址',
    type: 'text',
    value: '',
  },
  'delivery.autoConfirm': {
    group: '物流',
    title: '收齐后自动确认收货',
    help: '一个1688订单的货全部收到后，自动在1688确认收货，货款会付给卖家；关闭时由人来点',
    type: 'boolean',
    value: false,
  },
  ...RECONCILE_KEYS,
  'session.idleHours': {
    group: '会话',
    title: '无操作自动退出',
    help: '这么久没有操作，登录就失效；对之后的登录和续期生效',
    type: 'number',
    value: 12,
    min: 1,
    max: 168,
    unit: '小时',
  },
  'session.longestDays': {
    group: '会话',
    title: '登录最长有效',
    help: '登录满这么久就要重新登录，不管用得多勤；马上生效',
    type: 'number',
    value: 30,
    min: 1,
    max: 365,
    unit: '天',
  },
  ...SMS_KEYS,
  ...ALERTS_KEYS,
  ...NETWORK_KEYS,
  ...FILES_KEYS,
  'log.keepFor': {
    group: '日志',
    title: '操作日志与登录日志保留时间',
    help: '日志只增不改；超过这个时间的，每天夜里按整月删除，并在操作日志里留下一条记录',
    type: 'choice',
    value: 'forever',
    choices: [
      { value: 'forever', label: '一直保留' },
      { value: '12-months', label: '12 个月' },
      { value: '24-months', label: '24 个月' },
      { value: '36-months', label: '36 个月' },
      { value: '60-months', label: '60 个月' },
    ],
  },
} as const satisfies Record<string, ConfigKey>

export type ConfigKeys = typeof CONFIG_KEYS
export type ConfigName = keyof ConfigKeys
export type SecretName = { [K in ConfigName]: ConfigKeys[K]['type'] extends 'secret' ? K : never }[ConfigName]
export type SettingName = Exclude<ConfigName, SecretName>
type Typed = { text: string; choice: string; number: number; boolean: boolean }
/** The type of a setting's value; for a choice, one of its options. */
export type SettingValue<K extends SettingName> = ConfigKeys[K] extends { choices: readonly { value: infer V }[] }
  ? V
  : ConfigKeys[K]['type'] extends keyof Typed
    ? Typed[ConfigKeys[K]['type']]
    : never

export const isConfigName = (name: string): name is ConfigName => Object.hasOwn(CONFIG_KEYS, name)
