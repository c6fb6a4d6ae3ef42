import type { accessAdminEndpoints } from '@huoqiao/contract/access/access-admin.endpoints'
import type { accessEndpoints } from '@huoqiao/contract/access/access.endpoints'
import { PAGES } from '@huoqiao/contract'
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
  /** The roles are the caller's own: a role id of somebody else's would only show, never allow, but it is not answered. */
  queryMenuByRoleId: (call) => service.menuOf(db.handle, call.actor),
  queryMenus: () => service.menus.query(db.handle),
  addMenu: (call, input) => call.write((tx) => service.menus.add(tx, call, input)),
  updateMenu: (call, input) => call.write((tx) => service.menus.update(tx, call, input)),
  moveMenus: (call, input) => call.write((tx) => service.menus.move(tx, call, input)),
  deleteMenu: (call, input) => call.write((tx) => service.menus.remove(tx, call, input)),
  queryRoles: (_call, input) => service.roles.query(db.handle, input),
  addRole: (call, input) => call.write((tx) => service.roles.add(tx, call, input)),
  updateRole: (call, input) => call.write((tx) => service.roles.update(tx, call, input)),
  deleteRoles: (call, input) => call.write((tx) => service.roles.remove(tx, call, input.ids)),
  getAllMenuPageUrl: async () => PAGES.map((page) => ({ ...page })),
  queryRoleResources: (call, input) => service.roles.resources(db.handle, call.actor, input.roleId),
  grantResourcesToRole: (call, input) => call.write((tx) => service.roles.grant(tx, call, input)),
  queryElements: (_call, input) => service.elements.query(db.handle, input),
  addElement: (call, input) => call.write((tx) => service.elements.add(tx, call, input)),
  updateElement: (call, input) => call.write((tx) => service.elements.update(tx, call, input)),
  deleteElement: (call, input) => call.write((tx) => service.elements.remove(tx, call, input)),
})
