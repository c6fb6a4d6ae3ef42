import type { workbenchEndpoints } from '@huoqiao/contract/workbench/workbench.endpoints'
import type { RoutesOf } from '../../http/handlers.ts'
import type { WorkbenchService } from './workbench.service.ts'

export const workbenchRoutes = (service: WorkbenchService): RoutesOf<keyof typeof workbenchEndpoints> => ({
  getTriageQueue: (call, input) => service.getTriageQueue(call, input),
  getTriageCounts: (call, input) => service.getTriageCounts(call, input),
  snoozeTriage: (call, input) => service.snoozeTriage(call, input),
  getConnectionEvidence: () => service.getConnectionEvidence(),
  getHomeFigures: (call) => service.getHomeFigures(call),
})
