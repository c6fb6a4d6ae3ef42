import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

export const role = pgTable(
  'role',
  {
    id: primaryId(),
    name: text('name').notNull(),
    note: text('note').notNull().default(''),
    builtIn: boolean('built_in').notNull().default(false),
    /** its holders must bind an authenticator before they can do anything else (decision 0033) */
    demandsAuthenticator: boolean('demands_authenticator').notNull().default(false),
    /** also incremented by changes of the role's rights and menus, because the rights cache uses it as key */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('role_name').on(table.name)],
)

/** A right is the path of a call (decisions, section 2). */
export const roleRight = pgTable(
  'role_right',
  {
    roleId: uuid('role_id')
      .notNull()
      .references(() => role.id, { onDelete: 'cascade' }),
    right: text('right').notNull(),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.right] })],
)

export const menu = pgTable(
  'menu',
  {
    id: primaryId(),
    parentId: uuid('parent_id'),
    name: text('name').notNull(),
    url: text('url').notNull(),
    menuIcon: text('menu_icon').notNull().default(''),
    position: integer('position').notNull(),
    hidden: boolean('hidden').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('menu_parent').on(table.parentId, table.position)],
)

export const roleMenu = pgTable(
  'role_menu',
  {
    roleId: uuid('role_id')
      .notNull()
      .references(() => role.id, { onDelete: 'cascade' }),
    menuId: uuid('menu_id')
      .notNull()
      .references(() => menu.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.menuId] }), index('role_menu_menu').on(table.menuId)],
)

/** A button or field of a page that can be granted on its own; its code is a permission string. */
export const element = pgTable(
  'element',
  {
    id: primaryId(),
    menuId: uuid('menu_id').references(() => menu.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    code: text('code').notNull(),
    note: text('note').notNull().default(''),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('element_code').on(table.code), index('element_menu').on(table.menuId)],
)

export const roleElement = pgTable(
  'role_element',
  {
    roleId: uuid('role_id')
      .notNull()
      .references(() => role.id, { onDelete: 'cascade' }),
    elementId: uuid('element_id')
      .notNull()
      .references(() => element.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.roleId, table.elementId] }),
    index('role_element_element').on(table.elementId),
  ],
)

/**
 * Which seed entries this installation has received. Each is added once: what a person removed or changed stays so, and only entries of a
 * newer version are added.
 */
export const accessSeed = pgTable('access_seed', {
  id: integer('id').primaryKey(),
  menus: jsonb('menus').$type<string[]>().notNull(),
  rights: jsonb('rights').$type<string[]>().notNull(),
  elements: jsonb('elements').$type<string[]>().notNull(),
})
