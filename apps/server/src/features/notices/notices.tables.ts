import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { WarningRule } from '@huoqiao/contract/notices/notices.endpoints'
import type { NoticeKind, RuleKind } from '@huoqiao/contract/notices/notices.status'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'
import { account } from '../accounts/accounts.tables.ts'

/** Only rules that a person has changed; the defaults are in notices.rules. */
export const warningRule = pgTable('warning_rule', {
  kind: text('kind').$type<RuleKind>().primaryKey(),
  enabled: boolean('enabled').notNull(),
  threshold: doublePrecision('threshold'),
  level: text('level').$type<WarningRule['level']>().notNull(),
  roleIds: uuid('role_ids').array().notNull(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** The app's notices. The same notice on the same day increments a counter instead of adding a row. */
export const notice = pgTable(
  'notice',
  {
    id: primaryId(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** what it is about, for example a product id */
    about: text('about').notNull(),
    /** the day in UTC+8 */
    day: text('day').notNull(),
    level: text('level').$type<WarningRule['level']>().notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    to: text('to'),
    count: integer('count').notNull().default(1),
    /** shown to holders of these roles; empty: to everybody */
    roleIds: uuid('role_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** shown only to this person, whatever their roles */
    accountId: uuid('account_id').references(() => account.id, { onDelete: 'cascade' }),
    /** when it was sent last; `createdAt` is the first time */
    at: at('at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('notice_once_a_day').on(table.kind, table.about, table.day),
    index('notice_account').on(table.accountId),
    index('notice_at').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

export const noticeRead = pgTable(
  'notice_read',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => notice.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.noticeId] }),
    index('notice_read_notice').on(table.noticeId),
  ],
)

/** "All read" is stored as one time, not as a row for every notice. */
export const noticeReadUntil = pgTable('notice_read_until', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  until: at('until').notNull(),
})
