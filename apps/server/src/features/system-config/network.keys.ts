import type { ConfigKey } from './config.keys.ts'

const WAYS = [
  { value: 'environment', label: '按环境变量（HTTPS_PROXY、NO_PROXY）' },
  { value: 'direct', label: '直连' },
  { value: 'own', label: '用下面的代理' },
] as const

/** The proxy for each vendor, for mail servers and for the object storage. */
export const NETWORK_KEYS = {
  'network.proxy1688': {
    group: '网络',
    title: '访问1688',
    help: '对新的连接生效；允许的内部地址（HUOQIAO_INSIDE）和沙箱总是直连',
    type: 'choice',
    value: 'environment',
    choices: WAYS,
  },
  'network.proxyShopify': {
    group: '网络',
    title: '访问店铺',
    help: '对新的连接生效；允许的内部地址（HUOQIAO_INSIDE）和沙箱总是直连',
    type: 'choice',
    value: 'environment',
    choices: WAYS,
  },
  'network.proxyAlerts': {
    group: '网络',
    title: '发送告警',
    help: '群机器人和Webhook',
    type: 'choice',
    value: 'environment',
    choices: WAYS,
  },
  'network.proxyMail': {
    group: '网络',
    title: '发送邮件',
    help: '代理要允许到邮件服务器端口（465、587）的 CONNECT',
    type: 'choice',
    value: 'direct',
    choices: WAYS,
  },
  'network.proxyStorage': {
    group: '网络',
    title: '访问对象存储',
    help: '文件存放在云上的S3时；内部网络里的（如MinIO）用直连',
    type: 'choice',
    value: 'direct',
    choices: WAYS,
  },
  'network.proxyTranslation': {
    group: '网络',
    title: '访问翻译服务',
    help: 'DeepL、Google、大模型等',
    type: 'choice',
    value: 'environment',
    choices: WAYS,
  },
  'network.proxyAddress': {
    group: '网络',
    title: '代理地址',
    help: '例如 http://10.0.0.5:3128；不带用户名和密码',
    type: 'text',
    value: '',
    pattern: /^(https?:\/\/[^\s/?#@]+\/?)?$/,
    wrong: '应为 http://主机:端口，不带用户名和密码',
  },
  'network.proxyUser': { group: '网络', title: '代理用户名', help: '代理要求登录时填写', type: 'text', value: '' },
  'network.proxyPassword': { group: '网络', title: '代理密码', help: '只写入，不再显示', type: 'secret' },
} as const satisfies Record<string, ConfigKey>
