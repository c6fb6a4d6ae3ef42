import { inboxEndpoints } from '@huoqiao/contract/inbox/inbox.endpoints'
import { sql } from 'drizzle-orm'
import type { TriageReadings } from '../../define-feature.ts'
import { inboxMessage } from './inbox.tables.ts'

export const inboxTriage: TriageReadings = {
  'message-failed': {
    right: inboxEndpoints.queryInbox.path,
    reading: () =>
      sql`select m.id, m.topic || coalesce(' ' || m.about, '') as name, m.message as why, m.received_at as since, jsonb_build_object('source', m.source) as ref from ${inboxMessage} m where m.state = 'failed'`,
  },
}
