import type { FreightEstimate } from '../shipping.ts'
import { flag, record, text, yuan } from '../wire/field.ts'

const CHARGED_BY = new Map([
  ['0', 'weight'],
  ['1', 'piece'],
  ['2', 'volume'],
] as const)

/** `ProductFreightModel` of reference 2.4; its fees are yuan in text. */
export function toFreightEstimate(payload: unknown): FreightEstimate {
  const row = record(payload)
  const free = flag(row['freePostage']) === true
  const freightFen = yuan(row['freight'])
  return {
    freightFen: free ? 0 : freightFen,
    free: free || freightFen === 0,
    firstFen: yuan(row['firstFee']),
    firstUnit: text(row['firstUnit']),
    nextFen: yuan(row['nextFee']),
    nextUnit: text(row['nextUnit']),
    chargedBy: [...CHARGED_BY].find(([code]) => code === text(row['chargeType']))?.[1] ?? null,
  }
}
