import type { OfferCard } from '@huoqiao/contract/collection/collection.schema'
import type { Grade } from '@huoqiao/contract/scorecards/scorecards.figures'
import { gradeOf } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { Scorecard } from '@huoqiao/contract/scorecards/scorecards.schema'

export type OrderKey = 'price' | 'minimum' | 'sendHours' | 'score'
export type Direction = 'ascending' | 'descending'
/** Undefined: the order of 1688's answer. */
export type CandidateOrder = { by: OrderKey; direction: Direction } | undefined

/** The direction of the first click puts the best candidate first: the cheapest, the fastest, the best rated. */
const FIRST: Readonly<Record<OrderKey, Direction>> = {
  price: 'ascending',
  minimum: 'ascending',
  sendHours: 'ascending',
  score: 'descending',
}
const OPPOSITE = { ascending: 'descending', descending: 'ascending' } as const

/** The order after a click on a column heading: its first direction, then the opposite one, then the order of 1688's answer. */
export function pressed(order: CandidateOrder, by: OrderKey): CandidateOrder {
  if (order?.by !== by) return { by, direction: FIRST[by] }
  return order.direction === FIRST[by] ? { by, direction: OPPOSITE[FIRST[by]] } : undefined
}

/** The sort word for 1688, which can only sort by price. */
export function searchSort(order: CandidateOrder): 'default' | 'price-asc' | 'price-desc' {
  if (order?.by !== 'price') return 'default'
  return order.direction === 'ascending' ? 'price-asc' : 'price-desc'
}

const RANK: Readonly<Record<Grade, number>> = { poor: 0, unknown: 1, good: 2 }

/** The price that is shown. */
export const candidatePrice = ({ promotionPriceMinor, priceMinor }: OfferCard): number | null =>
  promotionPriceMinor ?? priceMinor

/** The sorted cards of one page. Unknown values come last in both directions; equal ones keep the order of 1688's answer. */
export function arranged(
  cards: readonly OfferCard[],
  order: CandidateOrder,
  scorecardOf: (offerId: string) => Scorecard | undefined,
): readonly OfferCard[] {
  if (!order) return cards
  const valueOf = (card: OfferCard): number | null => {
    if (order.by === 'price') return candidatePrice(card)
    if (order.by === 'minimum') return card.minOrderQuantity
    const windows = scorecardOf(card.offerId)?.windows
    if (!windows) return null
    return order.by === 'score' ? RANK[gradeOf(windows)] : (windows[0]?.figures.sendHours.value ?? null)
  }
  const sign = order.direction === 'ascending' ? 1 : -1
  return cards
    .map((card) => ({ card, value: valueOf(card) }))
    .toSorted(({ value: one }, { value: other }) =>
      one === null || other === null ? Number(one === null) - Number(other === null) : sign * (one - other),
    )
    .map(({ card }) => card)
}
