import type { DifferenceFigure } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { DIFFERENCE_KINDS, DIFFERENCE_STATES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { DifferenceState, Severity } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { Can } from '@huoqiao/contract/wire'
import type { Finding } from './reconciliation.types.ts'

/** How long a state may last before it is a difference, in ms. Shorter limits would report work that is merely in progress. */
export type Patience = {
  /** paid and not bought */
  readonly unbought: number
  /** sent to 1688 or a shop with an unknown outcome */
  readonly placement: number
  /** signed at the warehouse and not received */
  readonly signed: number
  /** received and not sent to the shopper */
  readonly shipping: number
  /** sent to the shop, until the shop's order must show it */
  readonly fulfilment: number
  /** a price changed here and not pushed */
  readonly unpushed: number
  /** how far back the marketplace's lists are read */
  readonly window: number
  /** per cent by which the cost of goods may differ from the estimate */
  readonly priceSlackPercent: number
}

/** The amount by which the cost of goods may differ from the estimate: a share of it, and at least one yuan. */
export const priceSlack = (expectedMinor: number, percent: number): number =>
  Math.max(100, Math.floor((expectedMinor * percent) / 100))

export const WEIGHTS: Readonly<Record<Severity, number>> = { urgent: 3, attention: 2, notice: 1 }

export const keyOf = (finding: Pick<Finding, 'kind' | 'about'>): string => `${finding.kind}:${finding.about}`

/** The figures as one text: a person who ignored a difference ignored exactly these. */
export const factsOf = (figures: readonly DifferenceFigure[], what: string): string =>
  figures.length === 0 ? what : figures.map(({ label, ours, theirs }) => `${label} ${ours} ${theirs}`).join('\n')

/** The actions that a difference allows, and the reason for the others. */
export function canOf(state: DifferenceState, repair: string | null): Can {
  const label = DIFFERENCE_STATES[state].label
  return {
    mendDifferences: state !== 'open' ? label : repair === null ? '没有能自动执行的修复，请按“下一步”处理' : true,
    recheckDifferences: true,
    ignoreDifferences: state === 'open' ? true : label,
    reopenDifferences: state === 'ignored' ? true : '没有忽略',
  }
}

/** The search text of a difference, in lower case. */
export const searchTextOf = (finding: Finding): string =>
  [DIFFERENCE_KINDS[finding.kind].label, finding.what, ...finding.objects.map(({ label }) => label)]
    .join(' ')
    .toLowerCase()
    .slice(0, 2000)
