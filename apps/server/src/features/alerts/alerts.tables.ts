import type { AlertChannelFields, AlertItem } from '@huoqiao/contract/alerts/alerts.schema'
import type { AlertState, ChannelKind } from '@huoqiao/contract/alerts/alerts.status'
import type { NoticeLevel, RuleKind } from '@huoqiao/contract/notices/notices.status'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

/** The token of a robot is a part of its address, so the address is encrypted like a password. */
export const alertChannel = pgTable(
  'alert_channel',
  {
    id: primaryId(),
    name: text('name').notNull(),
    kind: text('kind').$type<ChannelKind>().notNull(),
    enabled: boolean('enabled').notNull(),
    /** the host of the address, or host:port of the mail server */
    place: text('place').notNull(),
    sealedAddress: text('sealed_address'),
    sealedSecret: text('sealed_secret'),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    security: text('security').$type<AlertChannelFields['security']>().notNull(),
    userName: text('user_name').notNull(),
    sealedPassword: text('sealed_password'),
    sender: text('sender').notNull(),
    recipients: text('recipients').array().notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('alert_channel_name').on(table.name)],
)

export const alertRule = pgTable(
  'alert_rule',
  {
    id: primaryId(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull(),
    kinds: text('kinds').array().$type<RuleKind[]>().notNull(),
    level: text('level').$type<NoticeLevel>().notNull(),
    roleIds: uuid('role_ids').array().notNull(),
    channelIds: uuid('channel_ids').array().notNull(),
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    urgentAlways: boolean('urgent_always').notNull(),
    groupMinutes: integer('group_minutes').notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('alert_rule_name').on(table.name)],
)

/** A notice for a channel: at most one, so that a notice that several rules match is sent once. */
export const alertItem = pgTable(
  'alert_item',
  {
    noticeId: uuid('notice_id').notNull(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => alertChannel.id, { onDelete: 'cascade' }),
    /** the rule with which it is grouped */
    ruleId: uuid('rule_id').notNull(),
    /** urgent alerts are grouped among themselves */
    isUrgent: boolean('is_urgent').notNull(),
    content: jsonb('content').$type<Omit<AlertItem, 'noticeId'>>().notNull(),
    /** when it may be sent */
    dueAt: at('due_at').notNull(),
    /** the message that contains it; null: waiting */
    messageId: uuid('message_id').references(() => alertMessage.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.channelId, table.noticeId] }),
    index('alert_item_waiting')
      .on(table.channelId, table.dueAt)
      .where(sql`${table.messageId} is null`),
    index('alert_item_group').on(table.channelId, table.ruleId, table.isUrgent, table.dueAt),
    index('alert_item_message').on(table.messageId),
  ],
)

/** A message that was sent, or is to be sent, with its outcome. */
export const alertMessage = pgTable(
  'alert_message',
  {
    id: primaryId(),
    channelId: uuid('channel_id').references(() => alertChannel.id, { onDelete: 'set null' }),
    channelName: text('channel_name').notNull(),
    channelKind: text('channel_kind').$type<ChannelKind>().notNull(),
    state: text('state').$type<AlertState>().notNull(),
    isTest: boolean('is_test').notNull(),
    level: text('level').$type<NoticeLevel>().notNull(),
    title: text('title').notNull(),
    items: jsonb('items').$type<AlertItem[]>().notNull(),
    /** the text that a keyword is searched in, in lower case; indexed by search_terms (migration alert-search) */
    searchText: text('search_text').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    reason: text('reason').notNull().default(''),
    answer: text('answer').notNull().default(''),
    /** when it was given to the receiver last; counted for the receiver's rate limit */
    triedAt: at('tried_at'),
    nextAt: at('next_at'),
    sentAt: at('sent_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('alert_message_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('alert_message_channel').on(table.channelId, table.triedAt),
    index('alert_message_open')
      .on(table.channelId)
      .where(sql`${table.state} in ('sending', 'retrying')`),
  ],
)
