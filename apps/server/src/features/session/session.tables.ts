import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId } from '../../db/columns.ts'
import { account } from '../accounts/accounts.tables.ts'

/** A login. Tokens are kept as SHA-256 only; the previous one lives on for a minute after the session slid. */
export const session = pgTable(
  'session',
  {
    id: primaryId(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    previousHash: text('previous_hash'),
    previousUntil: at('previous_until'),
    rotatedAt: at('rotated_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
    endReason: text('end_reason'),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('session_token').on(table.tokenHash),
    index('session_previous').on(table.previousHash),
    index('session_account').on(table.accountId),
  ],
)

/** Tries per address and window, so that guessing many accounts from one place is slowed as well. */
export const loginTry = pgTable(
  'login_try',
  {
    ip: text('ip').notNull(),
    windowStart: at('window_start').notNull(),
    tries: integer('tries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ip, table.windowStart] })],
)

/** Codes sent by SMS, kept hashed. */
export const smsCode = pgTable('sms_code', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull(),
  expiresAt: at('expires_at').notNull(),
  sentAt: at('sent_at').notNull(),
  triesLeft: integer('tries_left').notNull(),
})
