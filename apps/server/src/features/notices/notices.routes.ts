import type { noticesEndpoints } from '@huoqiao/contract/notices/notices.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { NoticesService } from './notices.service.ts'

export const noticesRoutes = ({
  db,
  service,
}: {
  db: Db
  service: NoticesService
}): RoutesOf<keyof typeof noticesEndpoints> => ({
  queryWarningRules: () => service.queryWarningRules(db.handle),
  updateWarningRule: (call, input) => call.write((tx) => service.updateWarningRule(tx, call, input)),
  queryNotices: (call, input) => service.queryNotices(db.handle, call, input),
  getNoticeCountByState: (call, input) => service.getNoticeCountByState(db.handle, call, input),
  readNotices: (call, input) => call.write((tx) => service.readNotices(tx, call, input)),
})
