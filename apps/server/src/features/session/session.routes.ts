import type { ownAccountEndpoints } from '@huoqiao/contract/session/own-account.endpoints'
import type { preferencesEndpoints } from '@huoqiao/contract/session/preferences.endpoints'
import type { sessionAdminEndpoints } from '@huoqiao/contract/session/session-admin.endpoints'
import type { sessionEndpoints } from '@huoqiao/contract/session/session.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { SessionService } from './session.service.ts'

export const sessionRoutes = ({
  db,
  service,
}: {
  db: Db
  service: SessionService
}): RoutesOf<
  keyof (typeof ownAccountEndpoints &
    typeof preferencesEndpoints &
    typeof sessionAdminEndpoints &
    typeof sessionEndpoints)
> => ({
  getResourceType: (call, input) => service.getResourceType(call, input),
  sendSmsCode: (call, input) => service.sendSmsCode(call, input),
  login: (call, input) => service.login(call, input),
  logout: (call) => service.logout(call),
  safe_userMession: (call) => service.safe_userMession(call),
  safe_updatePassword: (call, input) => service.safe_updatePassword(call, input),
  queryOnlineSessions: (call, input) => service.admin.queryOnlineSessions(db.handle, call, input),
  endSessions: (call, input) => call.write((tx) => service.admin.endSessions(tx, call, input.ids)),
  queryLoginLog: (_call, input) => service.admin.queryLoginLog(db.handle, input),
  queryPreferences: (call) => service.preferences.queryPreferences(db.handle, call),
  savePreferences: (call, input) => call.write((tx) => service.preferences.savePreferences(tx, call, input)),
  exportLoginLog: (_call, input) => service.admin.exportLoginLog(db.handle, input),
  startAuthenticator: (call) => service.authenticators.startAuthenticator(call),
  confirmAuthenticator: (call, input) => service.authenticators.confirmAuthenticator(call, input.code),
  renewRecoveryCodes: (call, input) => service.own.renewRecoveryCodes(call, input),
  queryOwnSecurity: (call) => service.own.queryOwnSecurity(call),
  endOwnSessions: (call, input) => call.write((tx) => service.own.endOwnSessions(tx, call, input.ids)),
})
