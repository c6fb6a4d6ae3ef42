import type { analyticsEndpoints } from '@huoqiao/contract/analytics/analytics.endpoints'
import type { RoutesOf } from '../../http/handlers.ts'
import type { AnalyticsService } from './analytics.service.ts'
import type { SheetService } from './sheet.service.ts'

export const analyticsRoutes = ({
  analytics,
  sheet,
}: {
  analytics: AnalyticsService
  sheet: SheetService
}): RoutesOf<keyof typeof analyticsEndpoints> => ({
  getAnalytics: (_call, input) => analytics.query(input),
  getAnalyticsChoices: () => analytics.choices(),
  exportAnalytics: (call, input) => sheet.export(call, input),
})
