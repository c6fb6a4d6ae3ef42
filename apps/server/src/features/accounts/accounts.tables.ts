import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'
import { role } from '../access/access.tables.ts'

export const department = pgTable(
  'department',
  {
    id: primaryId(),
    parentId: uuid('parent_id'),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('department_name').on(table.parentId, table.name).nullsNotDistinct(),
    foreignKey({ columns: [table.parentId], foreignColumns: [table.id] }),
  ],
)

export const account = pgTable(
  'account',
  {
    id: primaryId(),
    /** compared without case, because people do not remember it */
    userAccount: text('user_account').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull().default(''),
    /** argon2id of the MD5 hex digest that the client sends */
    passwordHash: text('password_hash').notNull(),
    /** 0 普通用户 · 1 管理员 */
    roleType: integer('role_type').$type<0 | 1>().notNull(),
    status: text('status').$type<'active' | 'suspended'>().notNull().default('active'),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    failedLogins: integer('failed_logins').notNull().default(0),
    lockedUntil: at('locked_until'),
    lastLoginAt: at('last_login_at'),
    deptId: uuid('dept_id').references(() => department.id),
    note: text('note').notNull().default(''),
    /** secret of the authenticator app (TOTP), encrypted; `pending` until its first code was confirmed */
    totpSecret: text('totp_secret'),
    totpPending: text('totp_pending'),
    /** the time step of the last accepted code, because a code may be used once */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    deletedAt: at('deleted_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('account_user_account')
      .on(table.userAccount)
      .where(sql`deleted_at is null`),
    index('account_status')
      .on(table.status, table.id)
      .where(sql`deleted_at is null`),
    index('account_role_type')
      .on(table.roleType, table.id)
      .where(sql`deleted_at is null`),
    index('account_dept')
      .on(table.deptId, table.id)
      .where(sql`deleted_at is null`),
  ],
)

/**
 * Codes that work once instead of the authenticator's code. Stored as SHA-256 over account id and code (59 bits of entropy each,
 * recovery-codes.rules). Used ones stay until new ones are created, so that the remaining number can be shown.
 */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)

export const accountRole = pgTable(
  'account_role',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    roleId: uuid('role_id')
      .notNull()
      .references(() => role.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.roleId] }),
    index('account_role_role').on(table.roleId, table.accountId),
  ],
)
