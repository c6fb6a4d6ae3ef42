import * as z from '../zod.ts'
import { instant } from '../wire.ts'

/** MD5 hex digest of the typed password, as it is sent (decisions, section 2). */
export const passwordDigest = z.string().regex(/^[0-9a-f]{32}$/i, '密码格式不正确')

/** What the console stores as `userInfo` (specification, section 3). */
export const userInfo = z.object({
  id: z.string(),
  userAccount: z.string(),
  name: z.string(),
  /** 0 普通用户 · 1 管理员 */
  roleType: z.union([z.literal(0), z.literal(1)]),
  lastLoginTime: instant.nullable(),
  /** the first password must be changed before anything else */
  mustChangePassword: z.boolean(),
  /** a role requires an authenticator and none is bound: it must be bound before anything else */
  mustBindAuthenticator: z.boolean(),
})
export type UserInfo = z.infer<typeof userInfo>

/** The current user: user info, rights as one comma-separated string, role ids, and whether the connectors use real platforms. */
export const whoAmI = z.object({
  userInfo,
  apiRight: z.string(),
  roleIds: z.array(z.string()),
  /** 沙箱 or 正式: always shown (decisions, section 6) */
  environment: z.enum(['sandbox', 'live', 'mixed']),
  /** the session's expiry is not sent, because it is extended with use */
  serverTime: instant,
})
export type WhoAmI = z.infer<typeof whoAmI>

/** A random value (32 bytes) by which a browser is recognised at its next login. Stored as a hash. */
export const deviceMark = z.string().regex(/^[A-Za-z0-9_-]{43}$/, '设备标记格式不正确')

/** '0' password, '1' password and SMS code, '2' password and authenticator. */
export const resourceType = z.enum(['0', '1', '2'])
