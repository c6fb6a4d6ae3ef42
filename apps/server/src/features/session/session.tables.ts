import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt } from '../../db/columns.ts'
import { account } from '../accounts/accounts.tables.ts'

/**
 * Browsers that have logged in to an account: each has a secret value, stored here as SHA-256. It distinguishes them from unknown browsers
 * at the same address (decision 0033).
 */
export const knownDevice = pgTable(
  'known_device',
  {
    id: primaryId(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    markHash: text('mark_hash').notNull(),
    lastLoginAt: at('last_login_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('known_device_mark').on(table.accountId, table.markHash)],
)

/** A session. Tokens are stored as SHA-256 only; the previous one is valid until the new one is used, and a minute longer. */
export const session = pgTable(
  'session',
  {
    id: primaryId(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    previousHash: text('previous_hash'),
    /** equals `expiresAt` while the new token is unused */
    previousUntil: at('previous_until'),
    rotatedAt: at('rotated_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
    endReason: text('end_reason'),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    deviceId: uuid('device_id').references(() => knownDevice.id, { onDelete: 'set null' }),
    /** precise to a minute: written at most once a minute */
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('session_token').on(table.tokenHash),
    index('session_previous').on(table.previousHash),
    index('session_account').on(table.accountId),
    index('session_device').on(table.deviceId),
    index('session_online')
      .on(table.lastSeenAt.desc().nullsFirst())
      .where(sql`ended_at is null`),
  ],
)

/** Every login attempt that was checked; append-only like the operation log (migration 0001_functions). */
export const loginLog = pgTable(
  'login_log',
  {
    id: primaryId(),
    at: at('at').notNull(),
    userAccount: text('user_account').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    outcome: text('outcome').$type<'ok' | 'refused'>().notNull(),
    message: text('message').notNull(),
  },
  (table) => [
    index('login_log_at').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('login_log_account').on(table.userAccount, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('login_log_outcome').on(table.outcome, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

/**
 * Failed logins by address and window, to slow down guessing many accounts from one place. Other limits are counted here too, under names
 * of their own (tries.service).
 */
export const loginTry = pgTable(
  'login_try',
  {
    ip: text('ip').notNull(),
    windowStart: at('window_start').notNull(),
    tries: integer('tries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ip, table.windowStart] })],
)

/** Codes sent by SMS, stored as hashes. */
export const smsCode = pgTable('sms_code', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull(),
  expiresAt: at('expires_at').notNull(),
  sentAt: at('sent_at').notNull(),
  triesLeft: integer('tries_left').notNull(),
})

/**
 * Names of login attempts that no account has. They are counted, locked and asked for a code like accounts, because answers must not show
 * which accounts exist. Deleted together with the tries.
 */
export const unknownLogin = pgTable('login_stranger', {
  userAccount: text('user_account').primaryKey(),
  failedLogins: integer('failed_logins').notNull(),
  lockedUntil: at('locked_until'),
  codeSentAt: at('code_sent_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** What a person's console stores (beyond, item 14): JSON text that only the console reads. */
export const preference = pgTable(
  'preference',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: text('value').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
)
