import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import type { TriageReadings } from '../../define-feature.ts'

/** A person who may not read the list behind an item does not see the item. */
export const kindsFor = (readings: TriageReadings, holds: (right: string) => boolean): TriageKind[] =>
  (Object.keys(TRIAGE_KINDS) as TriageKind[]).filter((kind) => {
    const given = readings[kind]
    return given !== undefined && holds(given.right)
  })
