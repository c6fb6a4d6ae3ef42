import type { SourceProposal, UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import type { ProposalOrigin } from '@huoqiao/contract/orders/proposal.words'
import type { CallInput } from '../../../lib/contract.ts'

/** The source that a good is to be bought from; `title` and `spec` are only displayed. */
export type ChosenSource = Pick<SourceProposal, 'offerId' | 'skuId' | 'specId' | 'title' | 'spec' | 'unitCostMinor'>
export type Choice = {
  isPicked: boolean
  source: ChosenSource | null
  saleQuantity: number | null
  sourceQuantity: number | null
  scope: 'this-order' | 'remember'
}
export type Choices = Readonly<Record<string, Choice>>

export const MOST_PIECES = 10_000

const sourceOf = ({ offerId, skuId, specId, title, spec, unitCostMinor }: SourceProposal): ChosenSource => ({
  offerId,
  skuId,
  specId,
  title,
  spec,
  unitCostMinor,
})

/**
 * A choice with another source: its ratio is taken too, and the good is selected, because a person who chooses a source wants to link it.
 */
export const chosenAs = (choice: Choice, proposal: SourceProposal): Choice => ({
  ...choice,
  isPicked: true,
  source: sourceOf(proposal),
  saleQuantity: proposal.saleQuantity,
  sourceQuantity: proposal.sourceQuantity,
})

/** Reasons that suggest a source without proving it: a person must check before it is selected. */
const UNSURE: readonly ProposalOrigin[] = ['sibling', 'title']

/** Several products with the same SKU code: it is unknown which one is meant, so the server chose none. */
const isContested = (first: SourceProposal, proposals: readonly SourceProposal[]): boolean =>
  first.origin === 'code' && proposals.some((other) => other.origin === 'code' && !isSame(other, first))

/** The initial choice: the first proposal that can be linked unchanged, selected when its reason is certain. */
export function proposedChoice({ proposals, rememberable }: UnsourcedGood): Choice {
  const first = proposals.find(({ exact }) => exact)
  return {
    isPicked: first !== undefined && !UNSURE.includes(first.origin) && !isContested(first, proposals),
    source: first ? sourceOf(first) : null,
    saleQuantity: first?.saleQuantity ?? 1,
    sourceQuantity: first?.sourceQuantity ?? 1,
    scope: rememberable ? 'remember' : 'this-order',
  }
}

export const isCount = (count: number | null): count is number =>
  count !== null && Number.isInteger(count) && count >= 1 && count <= MOST_PIECES

export const isSame = (a: Pick<ChosenSource, 'offerId' | 'skuId'> | null, b: Pick<ChosenSource, 'offerId' | 'skuId'>) =>
  a !== null && a.offerId === b.offerId && a.skuId === b.skuId

/** Why a selected good cannot be linked yet. */
export function lackOf({ source, saleQuantity, sourceQuantity }: Choice): string | undefined {
  if (source === null) return '还没有选货源'
  return isCount(saleQuantity) && isCount(sourceQuantity) ? undefined : `件数要填 1 到 ${MOST_PIECES} 的整数`
}

/** The rows to send: goods that are selected and complete. */
export const rowsToRelate = (
  goods: readonly UnsourcedGood[],
  choiceOf: (good: UnsourcedGood) => Choice,
): CallInput<'relateGoods'>['rows'] =>
  goods.flatMap((good) => {
    const choice = choiceOf(good)
    const { isPicked, source, saleQuantity, sourceQuantity, scope } = choice
    if (!isPicked || source === null || saleQuantity === null || sourceQuantity === null) return []
    if (lackOf(choice) !== undefined) return []
    const { offerId, skuId, specId } = source
    return [{ goodId: good.id, offerId, skuId, specId, saleQuantity, sourceQuantity, scope }]
  })
