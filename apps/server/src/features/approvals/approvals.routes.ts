import type { approvalsEndpoints } from '@huoqiao/contract/approvals/approvals.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { ApprovalsServices } from './approvals.feature.ts'

export const approvalsRoutes = ({
  db,
  feature: { service, spending },
}: {
  db: Db
  feature: ApprovalsServices
}): RoutesOf<keyof typeof approvalsEndpoints> => ({
  requestApproval: (call, input) => call.write((tx) => service.requestApproval(tx, call, input)),
  queryApprovals: (call, input) => service.queryApprovals(db.handle, call, input),
  getApprovalCountByState: (call, input) => service.getApprovalCountByState(db.handle, call, input),
  getApproval: (call, input) => service.getApproval(db.handle, call, input.id),
  approveApproval: (call, input) => service.approveApproval(call, input),
  declineApproval: (call, input) => call.write((tx) => service.declineApproval(tx, call, input)),
  withdrawApproval: (call, input) => call.write((tx) => service.withdrawApproval(tx, call, input)),
  getSpendingLeft: (call) => spending.getSpendingLeft(db.handle, call.actor),
  querySpendingLimits: () => spending.querySpendingLimits(db.handle),
  saveSpendingLimit: (call, input) => call.write((tx) => spending.saveSpendingLimit(tx, call, input)),
})
