import type { accountsEndpoints } from '@huoqiao/contract/accounts/accounts.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { AccountsService } from './accounts.service.ts'

export const accountsRoutes = ({
  db,
  service,
}: {
  db: Db
  service: AccountsService
}): RoutesOf<keyof typeof accountsEndpoints> => {
  const { admin, roles, departments } = service
  return {
    pagingQuery: (call, input) => admin.query(db.handle, call, input),
    actorTgQuery: (_call, input) => departments.actorTree(db.handle, input.keyword),
    addAdminUser: (call, input) => call.write((tx) => admin.add(tx, call, input)),
    updateAdminUser: (call, input) => call.write((tx) => admin.update(tx, call, input)),
    deleteUsers: (call, input) => call.write((tx) => admin.remove(tx, call, input.ids)),
    suspend: (call, input) => call.write((tx) => admin.suspend(tx, call, input.ids)),
    activate: (call, input) => call.write((tx) => admin.activate(tx, call, input.ids)),
    unbind: (call, input) => call.write((tx) => admin.unbind(tx, call, input.id)),
    resetPasswordById: (call, input) => call.write((tx) => admin.resetPassword(tx, call, input)),
    queryNotGrantedRoles: (_call, input) => roles.notGranted(db.handle, input),
    queryGrantedRoles: (_call, input) => roles.granted(db.handle, input),
    grantAuthorityToActor: (call, input) => call.write((tx) => roles.grant(tx, call, input)),
    terminateAuthorizationByUserInRoles: (call, input) => call.write((tx) => roles.revoke(tx, call, input)),
    pageQueryActorByRoleId: (call, input) => roles.accountsOf(db.handle, call, input),
    deleteUserInRole: (call, input) => call.write((tx) => roles.removeFromRole(tx, call, input)),
    importAdminUsers: (call, input) => service.importSheet(call, input),
    findDeptRoleList: () => departments.forForms(db.handle),
    addDept: (call, input) => call.write((tx) => departments.add(tx, call, input)),
    updateDept: (call, input) => call.write((tx) => departments.update(tx, call, input)),
    deleteDept: (call, input) => call.write((tx) => departments.remove(tx, call, input)),
  }
}
