import * as z from '../zod.ts'
import { can, id, instant, requiredText, text, version } from '../wire.ts'

/** A menu entry as the sidebar reads it (specification, section 3): the url may carry a query. */
export type MenuItem = { id: string; name: string; url: string; menuIcon: string; children?: MenuItem[] }
export const menuItem: z.ZodType<MenuItem> = z.lazy(() =>
  z.object({
    id: z.string(),
    name: requiredText(32),
    url: text(256),
    menuIcon: text(64),
    children: z.array(menuItem).optional(),
  }),
)

/** A menu entry for editing: rows with id and parentId; `buildTree` of kit builds the tree. */
export const menuRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  url: z.string(),
  menuIcon: z.string(),
  position: z.int(),
  hidden: z.boolean(),
  version,
  can,
})
export type MenuRow = z.infer<typeof menuRow>

export const menuFields = z.object({
  parentId: id.nullable().default(null),
  name: requiredText(32),
  /** a route of the console, with or without a query; empty for a group */
  url: z
    .string()
    .max(256)
    .regex(/^(\/[^\s]*)?$/, '以 / 开头')
    .default(''),
  menuIcon: text(64).default(''),
  hidden: z.boolean().default(false),
})
export type MenuFields = z.infer<typeof menuFields>

export const roleFields = z.object({
  name: requiredText(32),
  note: text(200).default(''),
  /** holders of the role must bind an authenticator; only administrators may change this */
  demandsAuthenticator: z.boolean().default(false),
})
export type RoleFields = z.infer<typeof roleFields>

export const roleRow = roleFields.extend({
  id,
  builtIn: z.boolean(),
  accountCount: z.int(),
  /** how many of them have no authenticator */
  lackingCount: z.int(),
  rightCount: z.int(),
  version,
  updatedAt: instant,
  can,
})
export type RoleRow = z.infer<typeof roleRow>

/**
 * What a role holds: menu entries, rights (paths of calls) and page elements. Parents of which only some children are held are not sent;
 * the tree shows them half checked.
 */
export const roleResources = z.object({
  menuIds: z.array(id).max(2000),
  rights: z.array(z.string().max(200)).max(2000),
  elementIds: z.array(id).max(2000),
})
export type RoleResources = z.infer<typeof roleResources>

/** A button or field of a page that can be granted on its own; its code is a permission string. */
export const elementFields = z.object({
  menuId: id.nullable().default(null),
  name: requiredText(64),
  code: z.string().regex(/^\/[A-Za-z0-9/_.-]{2,120}$/, '以 / 开头的权限字符串'),
  note: text(200).default(''),
})
export type ElementFields = z.infer<typeof elementFields>
export const elementRow = elementFields.extend({ id, version, updatedAt: instant, can })
export type ElementRow = z.infer<typeof elementRow>
