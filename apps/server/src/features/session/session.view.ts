import type { UserInfo } from '@huoqiao/contract/session/session.schema'
import type { AccountRow } from '../accounts/index.ts'

/** `lastLogin` is the login before this one, as the popover shows it: what the row held before it was overwritten. */
export const userInfoView = (
  row: Pick<AccountRow, 'id' | 'userAccount' | 'name' | 'roleType' | 'lastLoginAt' | 'mustChangePassword'>,
): UserInfo => ({
  id: row.id,
  userAccount: row.userAccount,
  name: row.name,
  roleType: row.roleType,
  lastLoginTime: row.lastLoginAt?.getTime() ?? null,
  mustChangePassword: row.mustChangePassword,
})
