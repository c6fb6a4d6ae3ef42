import * as z from '../zod.ts'
import { can, id, instant, requiredText, text, version } from '../wire.ts'

export const deptFields = z.object({
  parentId: id.nullable().default(null),
  name: requiredText(64),
  position: z.int().min(0).max(10_000).default(0),
})
export type DeptFields = z.infer<typeof deptFields>
export const deptRow = deptFields.extend({ id, accountCount: z.int(), version, can })
export type DeptRow = z.infer<typeof deptRow>

/** An account as administrators see it. The phone is masked for callers without the right to see it. */
export const adminUser = z.object({
  id,
  userAccount: z.string(),
  name: z.string(),
  phone: z.string(),
  roleType: z.union([z.literal(0), z.literal(1)]),
  status: z.enum(['active', 'suspended']),
  deptId: id.nullable(),
  deptName: z.string().nullable(),
  roles: z.array(z.object({ id, name: z.string() })),
  note: z.string(),
  /** an authenticator app is bound */
  hasAuthenticator: z.boolean(),
  /** one of its roles requires an authenticator */
  authenticatorDemanded: z.boolean(),
  mustChangePassword: z.boolean(),
  locked: z.boolean(),
  lastLoginTime: instant.nullable(),
  createdAt: instant,
  version,
  can,
})
export type AdminUser = z.infer<typeof adminUser>

export const adminUserFields = z.object({
  userAccount: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.@-]{1,63}$/, '字母或数字开头，可含 _ . @ -，2到64位'),
  name: requiredText(32),
  phone: z
    .string()
    .regex(/^(\+?\d{6,20})?$/, '手机号格式不正确')
    .default(''),
  roleType: z.union([z.literal(0), z.literal(1)]).default(0),
  deptId: id.nullable().default(null),
  roleIds: z.array(id).max(50).default([]),
  note: text(200).default(''),
})
export type AdminUserFields = z.infer<typeof adminUserFields>

/** An "actor" is an account with its roles (decisions, section 2): a tree under departments. */
export type ActorNode = {
  id: string
  kind: 'dept' | 'account'
  name: string
  userAccount?: string
  status?: string
  children?: ActorNode[]
}
export const actorNode: z.ZodType<ActorNode> = z.lazy(() =>
  z.object({
    id: z.string(),
    kind: z.enum(['dept', 'account']),
    name: z.string(),
    userAccount: z.string().optional(),
    status: z.string().optional(),
    children: z.array(actorNode).optional(),
  }),
)

export const roleOfUser = z.object({ id, name: z.string(), note: z.string() })

/** One refused row of an import sheet, and the reason; if there is any, nothing is imported. */
export const importFault = z.object({ row: z.int(), field: z.string(), message: z.string() })
