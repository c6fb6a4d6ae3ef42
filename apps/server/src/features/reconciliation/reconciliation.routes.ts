import type { reconciliationEndpoints } from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import type { RoutesOf } from '../../http/handlers.ts'
import type { ReconciliationServices } from './reconciliation.feature.ts'

export const reconciliationRoutes = ({
  runs,
  differences,
  sheet,
}: ReconciliationServices): RoutesOf<keyof typeof reconciliationEndpoints> => ({
  startReconciliation: (call) => runs.start(call),
  cancelReconciliation: (call, input) => runs.cancel(call, input.runId),
  getReconciliationRuns: (_call, input) => runs.runs(input),
  getDifferences: (_call, input) => differences.query(input),
  getDifferenceCounts: (_call, input) => differences.counts(input),
  mendDifferences: (call, input) => differences.repair(call, input.ids),
  recheckDifferences: (call, input) => differences.recheck(call, input.ids),
  ignoreDifferences: (call, input) => differences.ignore(call, input.ids, input.note),
  reopenDifferences: (call, input) => differences.reopen(call, input.ids),
  exportDifferences: (call, input) => sheet.export(call, input.filter),
})
