import { reconciliationEndpoints } from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import type { DifferenceKind } from '@huoqiao/contract/reconciliation/reconciliation.status'
import { sql } from 'drizzle-orm'
import { countUpTo } from '../../db/search.ts'
import type { FigureReadings, TriageReadings } from '../../define-feature.ts'
import { reconciliationDifference } from './reconciliation.tables.ts'

/** Differences that appear in the triage list as their own kinds, so that each case has one row. */
const SHOWN_BESIDE: DifferenceKind[] = ['tracking-failed', 'placement-open']

export const reconciliationTriage: TriageReadings = {
  difference: {
    right: reconciliationEndpoints.getDifferences.path,
    reading: () =>
      sql`select d.id, d.what as name, d.why || '；' || d.next as why, d.first_seen_at as since, jsonb_build_object('repair', d.mend ->> 'label') as ref from ${reconciliationDifference} d where d.state = 'open' and d.weight >= 2 and d.kind <> all (${sql.param(SHOWN_BESIDE)}::text[])`,
  },
}

export const differenceFigures: FigureReadings = {
  differences: {
    right: reconciliationEndpoints.getDifferences.path,
    reading: () => countUpTo(sql`select 1 from ${reconciliationDifference} where state = 'open'`),
  },
}
