import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

export const role = pgTable(
  'role',
  {
    id: primaryId(),
    name: text('name').notNull(),
    note: text('note').notNull().default(''),
    builtIn: boolean('built_in').notNull().default(false),
    /** also counts changes of the role's rights and menus: the rights cache is keyed by it */
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
  (table) => [primaryKey({ columns: [table.roleId, table.menuId] })],
)
