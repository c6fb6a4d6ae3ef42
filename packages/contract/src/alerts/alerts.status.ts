import type { StateTable } from '../states.ts'
import { defineStates } from '../states.ts'

/** Where alerts may be sent: a group robot of a chat app, e-mail, or a web address of the merchant's own. */
export const CHANNEL_KINDS = {
  wecom: '企业微信群机器人',
  dingtalk: '钉钉群机器人',
  feishu: '飞书群机器人',
  email: '邮件',
  webhook: '签名 Webhook',
} as const
export type ChannelKind = keyof typeof CHANNEL_KINDS

/** How the connection to the mail server is encrypted. */
export const MAIL_SECURITY = {
  tls: 'TLS（常用端口 465）',
  starttls: 'STARTTLS（常用端口 587）',
  none: '不加密（仅限内部网络）',
} as const
export type MailSecurity = keyof typeof MAIL_SECURITY

/** One message to one channel. It is sent at most once: if the answer was lost, its outcome stays unknown. */
export type AlertState = 'sending' | 'retrying' | 'sent' | 'failed' | 'unknown'
export const ALERT_STATES: StateTable<AlertState> = defineStates<AlertState>('alert-message', {
  sending: { label: '发送中', hue: 'moving', next: ['sent', 'retrying', 'failed', 'unknown'] },
  // Nothing was sent, or the receiver was too busy.
  retrying: { label: '等待重试', hue: 'attention', next: ['sending', 'failed'] },
  sent: { label: '已发送', hue: 'done', next: [] },
  failed: { label: '没有发出', hue: 'failed', next: ['retrying'] },
  unknown: { label: '结果未知', hue: 'attention', next: ['retrying'] },
})
