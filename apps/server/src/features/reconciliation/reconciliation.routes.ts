import type { reconciliationEndpoints } from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import type { RoutesOf } from '../../http/handlers.ts'
import type { ReconciliationServices } from './reconciliation.feature.ts'

export const reconciliationRoutes = ({
  runs,
  differences,
  sheet,
}: ReconciliationServices): RoutesOf<keyof typeof reconciliationEndpoints> => ({
  startReconciliation: (call) => runs.startReconciliation(call),
  cancelReconciliation: (call, input) => runs.cancelReconciliation(call, input.runId),
  getReconciliationRuns: (_call, input) => runs.getReconciliationRuns(input),
  getDifferences: (_call, input) => differences.getDifferences(input),
  getDifferenceCounts: (_call, input) => differences.getDifferenceCounts(input),
  mendDifferences: (call, input) => differences.mendDifferences(call, input.ids),
  recheckDifferences: (call, input) => differences.recheckDifferences(call, input.ids),
  ignoreDifferences: (call, input) => differences.ignoreDifferences(call, input.ids, input.note),
  reopenDifferences: (call, input) => differences.reopenDifferences(call, input.ids),
  exportDifferences: (call, input) => sheet.exportDifferences(call, input.filter),
})
