import type { OfferCard as Card } from '@huoqiao/contract/collection/collection.schema'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { CardList } from '../../../ui/index.ts'
import type { ChosenOffer, ChosenOffers } from './chosen-offers.ts'
import { OfferCard } from '../offer/offer-card.tsx'
import { NothingFound } from './search-empty.tsx'
import { useCardKeys } from './use-card-keys.ts'

type OfferResultsProps = {
  cards: readonly Card[] | undefined
  pageSize: number
  chosen: ChosenOffers
  onOpen: (offerId: string) => void
  onClaim: (offers: readonly ChosenOffer[]) => void
  onCollect: (offerId: string) => void
  onClearFilters: () => void
}

const keyOf = (card: { offerId: string }): string => card.offerId

/** The results as cards, chosen by mouse, by the shift key in ranges, or by keys. */
export function OfferResults({ cards, pageSize, chosen, ...on }: OfferResultsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  const select = useRangeSelect(cards, chosen)
  const hear = useCardKeys(list, {
    select: (offerId) => select(offerId, false),
    claim(offerId) {
      const one = cards?.find((card) => card.offerId === offerId)
      if (chosen.offers.length > 0) on.onClaim(chosen.offers)
      else if (one) on.onClaim([one])
    },
  })
  const card = (one: Card): ReactNode => (
    <OfferCard
      card={one}
      isSelected={chosen.has(one.offerId)}
      onSelect={(isRange) => select(one.offerId, isRange)}
      onOpen={() => on.onOpen(one.offerId)}
      onClaim={() => on.onClaim([one])}
      onCollect={() => on.onCollect(one.offerId)}
    />
  )
  return (
    <div ref={list} onKeyDown={hear}>
      <CardList
        rows={cards}
        keyOf={keyOf}
        pageSize={pageSize}
        minWidth={196}
        card={card}
        empty={<NothingFound onReset={on.onClearFilters} />}
      />
    </div>
  )
}

/** Select one, or with the shift key everything from the one touched before. */
function useRangeSelect(
  cards: readonly ChosenOffer[] | undefined,
  chosen: ChosenOffers,
): (offerId: string, isRange: boolean) => void {
  const touched = useRef<string>(undefined)
  return (offerId, isRange) => {
    const rows = cards ?? []
    const to = rows.findIndex((card) => card.offerId === offerId)
    if (to < 0) return
    const from = isRange ? rows.findIndex((card) => card.offerId === touched.current) : -1
    touched.current = offerId
    if (from < 0) return chosen.toggle(rows[to]!)
    const span = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    if (chosen.has(offerId)) chosen.remove(span.map(keyOf))
    else chosen.add(span)
  }
}
