import { z } from 'zod'
import { instant } from '../wire.ts'

/** MD5 hex of the entered text: how passwords travel (decisions, section 2). */
export const passwordDigest = z.string().regex(/^[0-9a-f]{32}$/i, '密码格式不正确')

/** What the console keeps under `userInfo` (specification, section 3). */
export const userInfo = z.object({
  id: z.string(),
  userAccount: z.string(),
  name: z.string(),
  /** 0 普通用户 · 1 管理员 */
  roleType: z.union([z.literal(0), z.literal(1)]),
  lastLoginTime: instant.nullable(),
  /** the first password must be changed before anything else */
  mustChangePassword: z.boolean(),
  /** a role demands the authenticator and none is bound: it must be bound before anything else */
  mustBindAuthenticator: z.boolean(),
})
export type UserInfo = z.infer<typeof userInfo>

/** Who am I: user info, the rights as one comma-separated string, role ids, and which side the connectors are on. */
export const whoAmI = z.object({
  userInfo,
  apiRight: z.string(),
  roleIds: z.array(z.string()),
  /** 沙箱 or 正式: always shown (decisions, section 6) */
  environment: z.enum(['sandbox', 'live', 'mixed']),
  /** first day of the token's life is not told, only that it slides */
  serverTime: instant,
})
export type WhoAmI = z.infer<typeof whoAmI>

/** What a browser keeps to be known again at its next login: 32 random bytes. Kept hashed. */
export const deviceMark = z.string().regex(/^[A-Za-z0-9_-]{43}$/, '设备标记格式不正确')

/** '0' password, '1' password and SMS code, '2' password and authenticator. */
export const resourceType = z.enum(['0', '1', '2'])
