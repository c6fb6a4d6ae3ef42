import { approvalsEndpoints } from '@huoqiao/contract/approvals/approvals.endpoints'
import { sql } from 'drizzle-orm'
import type { TriageReadings } from '../../define-feature.ts'
import { approval } from './approvals.tables.ts'

/** Shown to people who may approve requests; the requester sees the state on the page of approvals. */
export const approvalsTriage: TriageReadings = {
  'approval-waiting': {
    right: approvalsEndpoints.approveApproval.path,
    reading: () =>
      sql`select a.id, a.by as name, a.reason as why, a.created_at as since, jsonb_build_object('kind', a.kind, 'count', a.purchase_count, 'askedMinor', a.asked_minor) as ref from ${approval} a where a.state = 'asked'`,
    stake: (rows) => sql`select sum((r.ref ->> 'askedMinor')::bigint) from (${rows}) r`,
  },
}
