import type { FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID, VERSION } from '../fields.ts'
import { NOTICE_KINDS, NOTICE_LEVELS } from '../notices/notices.status.ts'
import type { AlertChannel, AlertChannelFields, AlertItem, AlertMessage, AlertRule } from './alerts.schema.ts'
import { ALERT_STATES, CHANNEL_KINDS, MAIL_SECURITY } from './alerts.status.ts'

export const ALERT_CHANNEL_FIELDS = {
  id: ID,
  name: { label: '渠道名称', format: 'text' },
  kind: { label: '渠道类型', format: 'choice', choices: CHANNEL_KINDS },
  enabled: { label: '启用', format: 'yes-no' },
  secretAddress: { label: 'Webhook 地址', format: 'text' },
  signingSecret: { label: '签名密钥', format: 'text' },
  host: { label: 'SMTP 服务器', format: 'text' },
  port: { label: '端口', format: 'count' },
  security: { label: '加密方式', format: 'choice', choices: MAIL_SECURITY },
  userName: { label: '登录用户名', format: 'text' },
  password: { label: '登录密码', format: 'text' },
  sender: { label: '发件人', format: 'text' },
  recipients: { label: '收件人', format: 'list' },
  place: { label: '发往', format: 'text' },
  hasSecret: { label: '已保存签名密钥', format: 'yes-no' },
  hasPassword: { label: '已保存登录密码', format: 'yes-no' },
  lastState: { label: '最近一次', format: 'choice', choices: ALERT_STATES },
  lastReason: { label: '最近一次的说明', format: 'text' },
  lastAt: { label: '最近一次的时间', format: 'time' },
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<AlertChannel, AlertChannelFields>

export const ALERT_RULE_FIELDS = {
  id: ID,
  name: { label: '规则名称', format: 'text' },
  enabled: { label: '启用', format: 'yes-no' },
  kinds: { label: '通知类型', format: 'choice', choices: NOTICE_KINDS },
  level: { label: '最低级别', format: 'choice', choices: NOTICE_LEVELS },
  roleIds: { label: '通知给哪些角色的', format: 'list' },
  channelIds: { label: '发到哪些渠道', format: 'list' },
  quietFrom: { label: '静默开始', format: 'text' },
  quietUntil: { label: '静默结束', format: 'text' },
  urgentAlways: { label: '静默时段照发紧急的', format: 'yes-no' },
  groupMinutes: { label: '合并时间（分钟）', format: 'count' },
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<AlertRule>

export const ALERT_ITEM_FIELDS = {
  noticeId: ID,
  kind: { label: '通知类型', format: 'choice', choices: NOTICE_KINDS },
  level: { label: '级别', format: 'choice', choices: NOTICE_LEVELS },
  title: { label: '标题', format: 'text' },
  text: { label: '内容', format: 'text' },
  to: { label: '处理页面', format: 'text' },
  at: { label: '时间', format: 'time' },
} satisfies FieldsOf<AlertItem>

export const ALERT_MESSAGE_FIELDS = {
  id: ID,
  channelId: { label: '渠道', format: 'internal' },
  channelName: { label: '渠道', format: 'text' },
  channelKind: { label: '渠道类型', format: 'choice', choices: CHANNEL_KINDS },
  state: { label: '状态', format: 'choice', choices: ALERT_STATES },
  isTest: { label: '测试', format: 'yes-no' },
  level: { label: '级别', format: 'choice', choices: NOTICE_LEVELS },
  title: { label: '告警内容', format: 'text' },
  items: { label: '通知', format: 'list', fields: ALERT_ITEM_FIELDS },
  attempts: { label: '发送次数', format: 'count' },
  reason: { label: '没有发出的原因', format: 'text' },
  answer: { label: '对方的答复', format: 'text' },
  nextAt: { label: '下次发送', format: 'time' },
  sentAt: { label: '发送时间', format: 'time' },
  createdAt: CREATED_AT,
  can: CAN,
} satisfies FieldsOf<AlertMessage>
