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
  getAnalytics: (_call, input) => analytics.getAnalytics(input),
  getAnalyticsChoices: () => analytics.getAnalyticsChoices(),
  exportAnalytics: (call, input) => sheet.exportAnalytics(call, input),
  queryAnalyticsSchedules: (call) => schedules.queryAnalyticsSchedules(call),
  addAnalyticsSchedule: (call, input) => call.write((tx) => schedules.addAnalyticsSchedule(tx, call, input)),
  deleteAnalyticsSchedule: (call, { id }) => call.write((tx) => schedules.deleteAnalyticsSchedule(tx, call, id)),
})
