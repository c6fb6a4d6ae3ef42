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
    help: '店铺处理图片超过这个时间，就把商品记为部分成功，稍后再核对',
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
