import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { UserInfo } from '@huoqiao/contract/session/session.schema'
import type { AccountRow } from '../accounts/index.ts'
import type { LoginRow, OnlineRow } from './session-admin.store.ts'
import { deviceOf } from './session.rules.ts'

/** `lastLogin`: the login before this one, read before the row was updated. */
export const userInfoView = (
  row: Pick<AccountRow, 'id' | 'userAccount' | 'name' | 'roleType' | 'lastLoginAt' | 'mustChangePassword'>,
  mustBindAuthenticator: boolean,
): UserInfo => ({
  id: row.id,
  userAccount: row.userAccount,
  name: row.name,
  roleType: row.roleType,
  lastLoginTime: row.lastLoginAt?.getTime() ?? null,
  mustChangePassword: row.mustChangePassword,
  mustBindAuthenticator,
})

export const onlineView = (
  row: OnlineRow,
  ownSessionId: string,
): OutputOf<typeof ENDPOINTS.queryOnlineSessions>['list'][number] => ({
  id: row.id,
  accountId: row.accountId,
  userAccount: row.userAccount,
  name: row.name,
  ip: row.ip,
  device: deviceOf(row.userAgent),
  loginAt: row.createdAt.getTime(),
  lastSeenAt: row.lastSeenAt.getTime(),
  mine: row.id === ownSessionId,
  can: { endSessions: row.id === ownSessionId ? '这是你自己，请用退出登录' : true },
})

/** The same view for a person's own sessions, which are ended with `endOwnSessions`. */
export const ownSessionView = (row: OnlineRow, ownSessionId: string): ReturnType<typeof onlineView> => {
  const { can, ...view } = onlineView(row, ownSessionId)
  return { ...view, can: { endOwnSessions: can['endSessions']! } }
}

export const loginView = (row: LoginRow): OutputOf<typeof ENDPOINTS.queryLoginLog>['list'][number] => ({
  id: row.id,
  at: row.at.getTime(),
  userAccount: row.userAccount,
  ip: row.ip,
  device: deviceOf(row.userAgent),
  outcome: row.outcome,
  message: row.message,
})
