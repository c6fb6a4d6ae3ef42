import { RECONCILE_KEYS } from './reconcile.keys.ts'

/**
 * Every setting that administrators may change while the house runs, with its type, default and bounds. Process settings
 * (address, database, secret key) are in env.ts instead: they must be known before the database is.
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
  /** decimals that are allowed; 0: whole numbers */
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

const ADDRESS = /^(https?:\/\/[^\s/?#]+(\/[^\s?#]*)?)?$/
const WRONG_ADDRESS = '应为 http:// 或 https:// 开头的地址'

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
  'sms.provider': {
    group: '短信',
    title: '短信服务',
    help: '登录失败3次后要用短信验证码；“写入日志”只适合开发和试用',
    type: 'choice',
    value: 'log',
    choices: [
      { value: 'log', label: '写入日志' },
      { value: 'aliyun', label: '阿里云短信' },
    ],
  },
  'sms.aliyunEndpoint': {
    group: '短信',
    title: '阿里云接口地址',
    help: '一般不用改',
    type: 'text',
    value: 'https://dysmsapi.aliyuncs.com/',
    pattern: ADDRESS,
    wrong: WRONG_ADDRESS,
  },
  'sms.aliyunAccessKeyId': {
    group: '短信',
    title: '阿里云 AccessKey ID',
    help: '建议用只有短信权限的子账号',
    type: 'text',
    value: '',
  },
  'sms.aliyunAccessKeySecret': {
    group: '短信',
    title: '阿里云 AccessKey Secret',
    help: '只写入，不再显示',
    type: 'secret',
  },
  'sms.aliyunSignName': { group: '短信', title: '短信签名', help: '在阿里云审核通过的签名', type: 'text', value: '' },
  'sms.aliyunTemplateCode': {
    group: '短信',
    title: '短信模板',
    help: '模板里的变量名是 code，例如：验证码 ${code}，5分钟内有效',
    type: 'text',
    value: '',
    pattern: /^(SMS_\d+)?$/,
    wrong: '形如 SMS_123456789',
  },
  'files.storage': {
    group: '文件',
    title: '文件存放',
    help: '已经上传的文件留在原处，新的文件按这里存放',
    type: 'choice',
    value: 'disk',
    choices: [
      { value: 'disk', label: '本机磁盘' },
      { value: 's3', label: 'S3兼容的对象存储' },
    ],
  },
  'files.maxMb': {
    group: '文件',
    title: '单个文件上限',
    help: '普通上传；更大的文件自动分片上传',
    type: 'number',
    value: 20,
    min: 1,
    max: 64,
    unit: 'MB',
  },
  'files.sliceMaxMb': {
    group: '文件',
    title: '分片上传上限',
    help: '分片上传的文件合起来最大多少',
    type: 'number',
    value: 200,
    min: 1,
    max: 1_000,
    unit: 'MB',
  },
  'files.exportDays': {
    group: '文件',
    title: '导出文件保留时间',
    help: '导出的表格保留这么久，之后每天夜里删除；任务记录还在，需要时重新导出',
    type: 'number',
    value: 30,
    min: 1,
    max: 365,
    unit: '天',
  },
  'files.publicOrigin': {
    group: '文件',
    title: '对外访问地址',
    help: '店铺要从这里取图片，例如 https://erp.example.com；留空时图片地址只在本站可用',
    type: 'text',
    value: '',
    pattern: ADDRESS,
    wrong: WRONG_ADDRESS,
  },
  'files.s3Endpoint': {
    group: '文件',
    title: 'S3 地址',
    help: '例如 https://oss-cn-hangzhou.aliyuncs.com 或 http://127.0.0.1:9000',
    type: 'text',
    value: '',
    pattern: ADDRESS,
    wrong: WRONG_ADDRESS,
  },
  'files.s3Region': {
    group: '文件',
    title: 'S3 区域',
    help: '例如 us-east-1、cn-hangzhou',
    type: 'text',
    value: 'us-east-1',
  },
  'files.s3Bucket': {
    group: '文件',
    title: 'S3 存储桶',
    help: '要先建好',
    type: 'text',
    value: '',
    pattern: /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/,
    wrong: '3到63位小写字母、数字、点或短横线',
  },
  'files.s3PathStyle': {
    group: '文件',
    title: '桶名写在路径里',
    help: 'MinIO 等自建存储打开；阿里云OSS、AWS关闭',
    type: 'boolean',
    value: true,
  },
  'files.s3AccessKeyId': { group: '文件', title: 'S3 Access Key', help: '', type: 'text', value: '' },
  'files.s3SecretKey': { group: '文件', title: 'S3 Secret Key', help: '只写入，不再显示', type: 'secret' },
} as const satisfies Record<string, ConfigKey>

export type ConfigKeys = typeof CONFIG_KEYS
export type ConfigName = keyof ConfigKeys
export type SecretName = { [K in ConfigName]: ConfigKeys[K]['type'] extends 'secret' ? K : never }[ConfigName]
export type SettingName = Exclude<ConfigName, SecretName>
type Typed = { text: string; choice: string; number: number; boolean: boolean }
/** What a setting is read as: a choice is one of its own words. */
export type SettingValue<K extends SettingName> = ConfigKeys[K] extends { choices: readonly { value: infer V }[] }
  ? V
  : ConfigKeys[K]['type'] extends keyof Typed
    ? Typed[ConfigKeys[K]['type']]
    : never

export const isConfigName = (name: string): name is ConfigName => Object.hasOwn(CONFIG_KEYS, name)
