import type { StoppedKind } from '@huoqiao/contract/workbench/workbench.schema'
import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import type { StateCounts } from '../../db/search.ts'
import type { TriageReadings } from '../../define-feature.ts'

/** A person who may not read the list behind an item does not see the item. */
export const kindsFor = (readings: TriageReadings, holds: (right: string) => boolean): TriageKind[] =>
  (Object.keys(TRIAGE_KINDS) as TriageKind[]).filter((kind) => {
    const given = readings[kind]
    return given !== undefined && holds(given.right)
  })

/** Kinds with waiting items, sorted by the money at stake, largest first; kinds without money keep the order of the list. */
export function stoppedKinds(
  { counts, capped }: Pick<StateCounts<TriageKind>, 'counts' | 'capped'>,
  stakes: Partial<Record<TriageKind, number>>,
): StoppedKind[] {
  const kinds = Object.keys(TRIAGE_KINDS) as TriageKind[]
  return kinds
    .flatMap((kind) => {
      const count = counts[kind] ?? 0
      return count === 0 ? [] : [{ kind, count, isCapped: capped.includes(kind), minor: stakes[kind] ?? null }]
    })
    .toSorted((a, b) => (b.minor ?? -1) - (a.minor ?? -1))
}
