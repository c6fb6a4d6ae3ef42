import type { scorecardsEndpoints } from '@huoqiao/contract/scorecards/scorecards.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { scorecardsService } from './scorecards.service.ts'

export const scorecardsRoutes = ({
  db,
  service,
}: {
  db: Db
  service: ReturnType<typeof scorecardsService>
}): RoutesOf<keyof typeof scorecardsEndpoints> => ({
  querySupplierScorecards: (_call, input) => service.querySupplierScorecards(db.handle, input),
  querySupplierSpending: (_call, input) => service.querySupplierSpending(db.handle, input),
})
