import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { AccessService } from './access.service.ts'

export const accessRoutes = ({ db, service }: { db: Db; service: AccessService }): RoutesOf<'queryMenuByRoleId'> => ({
  /** The roles are the caller's own: a role id of somebody else's would only show, never allow, but it is not answered. */
  queryMenuByRoleId: (call) => service.menuOf(db.handle, call.actor),
})
