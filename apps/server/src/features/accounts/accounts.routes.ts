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
    pagingQuery: (call, input) => admin.pagingQuery(db.handle, call, input),
    actorTgQuery: (_call, input) => departments.actorTgQuery(db.handle, input.keyword),
    addAdminUser: (call, input) => call.write((tx) => admin.addAdminUser(tx, call, input)),
    updateAdminUser: (call, input) => call.write((tx) => admin.updateAdminUser(tx, call, input)),
    deleteUsers: (call, input) => call.write((tx) => admin.deleteUsers(tx, call, input.ids)),
    suspend: (call, input) => call.write((tx) => admin.suspend(tx, call, input.ids)),
    activate: (call, input) => call.write((tx) => admin.activate(tx, call, input.ids)),
    unbind: (call, input) => call.write((tx) => admin.unbind(tx, call, input.id)),
    resetPasswordById: (call, input) => call.write((tx) => admin.resetPasswordById(tx, call, input)),
    queryNotGrantedRoles: (_call, input) => roles.queryNotGrantedRoles(db.handle, input),
    queryGrantedRoles: (_call, input) => roles.queryGrantedRoles(db.handle, input),
    grantAuthorityToActor: (call, input) => call.write((tx) => roles.grantAuthorityToActor(tx, call, input)),
    terminateAuthorizationByUserInRoles: (call, input) =>
      call.write((tx) => roles.terminateAuthorizationByUserInRoles(tx, call, input)),
    pageQueryActorByRoleId: (call, input) => roles.pageQueryActorByRoleId(db.handle, call, input),
    deleteUserInRole: (call, input) => call.write((tx) => roles.deleteUserInRole(tx, call, input)),
    importAdminUsers: (call, input) => service.importAdminUsers(call, input),
    findDeptRoleList: () => departments.findDeptRoleList(db.handle),
    addDept: (call, input) => call.write((tx) => departments.addDept(tx, call, input)),
    updateDept: (call, input) => call.write((tx) => departments.updateDept(tx, call, input)),
    deleteDept: (call, input) => call.write((tx) => departments.deleteDept(tx, call, input)),
  }
}
