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
  getResourceType: (call, input) => service.resourceType(call, input),
  sendSmsCode: (call, input) => service.sendCode(call, input),
  login: (call, input) => service.login(call, input),
  logout: (call) => service.logout(call),
  safe_userMession: (call) => service.whoAmI(call),
  safe_updatePassword: (call, input) => service.updatePassword(call, input),
  queryOnlineSessions: (call, input) => service.admin.online(db.handle, call, input),
  endSessions: (call, input) => call.write((tx) => service.admin.end(tx, call, input.ids)),
  queryLoginLog: (_call, input) => service.admin.logins(db.handle, input),
  queryPreferences: (call) => service.preferences.query(db.handle, call),
  savePreferences: (call, input) => call.write((tx) => service.preferences.save(tx, call, input)),
  exportLoginLog: (_call, input) => service.admin.exportLogins(db.handle, input),
  startAuthenticator: (call) => service.authenticators.start(call),
  confirmAuthenticator: (call, input) => service.authenticators.confirm(call, input.code),
  renewRecoveryCodes: async (call, input) => {
    const accountId = await service.own.proveForCodes(call, input)
    return call.write((tx) => service.own.renewCodes(tx, accountId))
  },
  queryOwnSecurity: (call) => service.own.security(call),
  endOwnSessions: (call, input) => call.write((tx) => service.own.endSessions(tx, call, input.ids)),
})
