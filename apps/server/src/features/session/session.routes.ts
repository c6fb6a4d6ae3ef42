import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { SessionService } from './session.service.ts'

type AdminNames =
  | 'queryOnlineSessions'
  | 'endSessions'
  | 'queryLoginLog'
  | 'exportLoginLog'
  | 'startAuthenticator'
  | 'confirmAuthenticator'
  | 'renewRecoveryCodes'
  | 'queryOwnSecurity'
  | 'endOwnSessions'
type PersonNames = 'queryPreferences' | 'savePreferences'
type Names = 'getResourceType' | 'sendSmsCode' | 'login' | 'logout' | 'safe_userMession' | 'safe_updatePassword'

export const sessionRoutes = ({
  db,
  service,
}: {
  db: Db
  service: SessionService
}): RoutesOf<Names | PersonNames | AdminNames> => ({
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
