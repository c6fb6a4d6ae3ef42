import type { analyticsEndpoints } from '@huoqiao/contract/analytics/analytics.endpoints'
import type { RoutesOf } from '../../http/handlers.ts'
import type { AnalyticsService } from './analytics.service.ts'
import type { SchedulesService } from './schedules.service.ts'
import type { SheetService } from './sheet.service.ts'

export const analyticsRoutes = ({
  analytics,
  schedules,
  sheet,
}: {
  analytics: AnalyticsService
  schedules: SchedulesService
  sheet: SheetService
}): RoutesOf<keyof typeof analyticsEndpoints> => ({
  getAnalytics: (_call, input) => analytics.query(input),
  getAnalyticsChoices: () => analytics.choices(),
  exportAnalytics: (call, input) => sheet.export(call, input),
  queryAnalyticsSchedules: (call) => schedules.query(call),
  addAnalyticsSchedule: (call, input) => call.write((tx) => schedules.add(tx, call, input)),
  deleteAnalyticsSchedule: (call, { id }) => call.write((tx) => schedules.remove(tx, call, id)),
})
