import * as z from '../zod.ts'
import { noticeKind, noticeLevel, ruleKind } from '../notices/notices.endpoints.ts'
import { can, formInt, id, instant, requiredText, text, version } from '../wire.ts'
import { ALERT_STATES, CHANNEL_KINDS, MAIL_SECURITY } from './alerts.status.ts'
import type { AlertState, ChannelKind, MailSecurity } from './alerts.status.ts'

export const channelKind = z.enum(Object.keys(CHANNEL_KINDS) as [ChannelKind, ...ChannelKind[]])
export const alertState = z.enum(Object.keys(ALERT_STATES) as [AlertState, ...AlertState[]])
const mailSecurity = z.enum(Object.keys(MAIL_SECURITY) as [MailSecurity, ...MailSecurity[]])
const mailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, '应为邮箱地址')

/**
 * A channel. Its address (which contains a robot's token), signing secret and password can be set but are never returned; left out in an
 * update, the stored one is kept; an empty one is refused, and a signing secret is removed with `removeSecret`. The mail fields are only for
 * e-mail.
 */
export const alertChannelFields = z.object({
  name: requiredText(64),
  kind: channelKind,
  enabled: z.boolean().default(true),
  /** of a robot or a webhook */
  secretAddress: requiredText(500).optional(),
  /** of a robot with signatures, or of a webhook */
  signingSecret: requiredText(200).optional(),
  host: text(200).default(''),
  port: z.int().min(1).max(65_535).default(465),
  security: mailSecurity.default('tls'),
  userName: text(200).default(''),
  password: requiredText(200).optional(),
  sender: text(254).default(''),
  recipients: z.array(mailAddress).max(50, '最多50个收件人').default([]),
})
export type AlertChannelFields = z.infer<typeof alertChannelFields>

export const alertChannel = alertChannelFields
  .omit({ secretAddress: true, signingSecret: true, password: true })
  .extend({
    id,
    recipients: z.array(z.string()),
    /** the host of its address, which alone is no secret */
    place: z.string(),
    hasSecret: z.boolean(),
    hasPassword: z.boolean(),
    /** the latest message that was sent through it */
    lastState: alertState.nullable(),
    lastReason: z.string(),
    lastAt: instant.nullable(),
    version,
    can,
  })
export type AlertChannel = z.infer<typeof alertChannel>

const minuteOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '应为 00:00 到 23:59')

/** Which notices are sent, through which channels, and when. */
export const alertRuleFields = z.object({
  name: requiredText(64),
  enabled: z.boolean().default(true),
  /** empty: all */
  kinds: z.array(ruleKind).max(50).default([]),
  /** the least severity */
  level: noticeLevel.default('attention'),
  /** notices to these roles, and those to everybody; empty: all */
  roleIds: z.array(id).max(100).default([]),
  channelIds: z.array(id).min(1, '请至少选择一个渠道').max(20, '最多20个渠道'),
  /** quiet hours in UTC+8: alerts wait until they end; null: none */
  quietFrom: minuteOfDay.nullable().default(null),
  quietUntil: minuteOfDay.nullable().default(null),
  /** urgent alerts are sent in quiet hours too */
  urgentAlways: z.boolean().default(true),
  /** alerts within this time are sent as one message; 0: at once */
  groupMinutes: z.int().min(0).max(1_440).default(5),
})
export type AlertRuleFields = z.infer<typeof alertRuleFields>

export const alertRule = alertRuleFields.extend({ id, channelIds: z.array(id), version, can })
export type AlertRule = z.infer<typeof alertRule>

/** One notice inside a message, as it was when the message was written. */
export const alertItem = z.object({
  noticeId: id,
  kind: noticeKind,
  level: noticeLevel,
  title: z.string(),
  text: z.string(),
  to: z.string().nullable(),
  at: instant,
})
export type AlertItem = z.infer<typeof alertItem>

export const alertMessage = z.object({
  id,
  /** null: the channel was deleted */
  channelId: id.nullable(),
  channelName: z.string(),
  channelKind,
  state: alertState,
  isTest: z.boolean(),
  level: noticeLevel,
  title: z.string(),
  items: z.array(alertItem),
  attempts: z.int(),
  /** why it was not sent; '' if it was */
  reason: z.string(),
  /** what the receiver answered, without secrets */
  answer: z.string(),
  /** the next automatic try */
  nextAt: instant.nullable(),
  sentAt: instant.nullable(),
  createdAt: instant,
  can,
})
export type AlertMessage = z.infer<typeof alertMessage>

const when = formInt(0, 9_999_999_999_999).optional()
export const alertMessageFilter = z.object({
  state: alertState.optional(),
  channelId: id.optional(),
  /** in the title, the notices and the channel's name */
  keyword: text(100).optional(),
  from: when,
  to: when,
})
export type AlertMessageFilter = z.infer<typeof alertMessageFilter>
