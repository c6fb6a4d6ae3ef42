import type { accessAdminEndpoints } from '@huoqiao/contract/access/access-admin.endpoints'
import type { accessEndpoints } from '@huoqiao/contract/access/access.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { AccessService } from './access.service.ts'

export const accessRoutes = ({
  db,
  service,
}: {
  db: Db
  service: AccessService
}): RoutesOf<keyof (typeof accessAdminEndpoints & typeof accessEndpoints)> => ({
  /** Always for the caller's own roles: the role in the request is ignored, so that the menus of other roles are not disclosed. */
  queryMenuByRoleId: (call) => service.queryMenuByRoleId(db.handle, call.actor),
  queryMenus: () => service.menus.queryMenus(db.handle),
  addMenu: (call, input) => call.write((tx) => service.menus.addMenu(tx, call, input)),
  updateMenu: (call, input) => call.write((tx) => service.menus.updateMenu(tx, call, input)),
  moveMenus: (call, input) => call.write((tx) => service.menus.moveMenus(tx, call, input)),
  deleteMenu: (call, input) => call.write((tx) => service.menus.deleteMenu(tx, call, input)),
  queryRoles: (_call, input) => service.roles.queryRoles(db.handle, input),
  addRole: (call, input) => call.write((tx) => service.roles.addRole(tx, call, input)),
  updateRole: (call, input) => call.write((tx) => service.roles.updateRole(tx, call, input)),
  deleteRoles: (call, input) => call.write((tx) => service.roles.deleteRoles(tx, call, input.ids)),
  getAllMenuPageUrl: () => service.menus.getAllMenuPageUrl(),
  queryRoleResources: (call, input) => service.roles.queryRoleResources(db.handle, call.actor, input.roleId),
  grantResourcesToRole: (call, input) => call.write((tx) => service.roles.grantResourcesToRole(tx, call, input)),
  queryElements: (_call, input) => service.elements.queryElements(db.handle, input),
  addElement: (call, input) => call.write((tx) => service.elements.addElement(tx, call, input)),
  updateElement: (call, input) => call.write((tx) => service.elements.updateElement(tx, call, input)),
  deleteElement: (call, input) => call.write((tx) => service.elements.deleteElement(tx, call, input)),
})
