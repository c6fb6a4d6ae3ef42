import type { OfferCard as Card } from '@huoqiao/contract/collection/collection.schema'
import type { SearchLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'
import type { ReactNode, KeyboardEvent, RefObject } from 'react'
import { useRef } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'
import { CardList } from '../../../ui/index.ts'
import { OfferCard } from '../offer/offer-card.tsx'
import type { ChosenOffer, ChosenOffers } from './chosen-offers.ts'
import { NothingFound } from './search-empty.tsx'

type OfferResultsProps = {
  cards: readonly Card[] | undefined
  titlesIn: SearchLanguage | undefined
  pageSize: number
  chosen: ChosenOffers
  onOpen: (offerId: string) => void
  onClaim: (offers: readonly ChosenOffer[]) => void
  onCollect: (offerId: string) => void
  onClearFilters: () => void
}

const keyOf = (card: { offerId: string }): string => card.offerId

/** The results as cards, selected by mouse, in ranges with the shift key, or by keys. */
export function OfferResults({ cards, titlesIn, pageSize, chosen, ...on }: OfferResultsProps): ReactNode {
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
  const among = (cards ?? []).map(keyOf)
  const card = (one: Card): ReactNode => (
    <OfferCard
      card={one}
      titleIn={titlesIn}
      among={among}
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

/** Selects one, or with the shift key all cards from the last toggled one. */
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

type CardActions = { select: (offerId: string) => void; claim: (offerId: string | undefined) => void }

/**
 * j and k move through the cards with real focus, so that screen reader and mouse users see the same; Space selects the focused card; c
 * claims the selected cards, or the focused one. Returns the key handler of the list.
 */
function useCardKeys(
  list: RefObject<HTMLElement | null>,
  actions: CardActions,
): (event: KeyboardEvent<HTMLElement>) => void {
  const cells = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[data-offer]') ?? [])]
  const focused = (): HTMLElement | undefined => cells().find((cell) => cell.contains(document.activeElement))

  function walk(step: 1 | -1): void {
    const all = cells()
    const at = all.findIndex((cell) => cell.contains(document.activeElement))
    const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)
    // The picture is the button that opens the card: Enter opens it, and the card's actions become visible.
    const target = all[next]?.querySelector<HTMLElement>('button')
    target?.focus({ preventScroll: true })
    all[next]?.scrollIntoView({ block: 'nearest' })
  }
  const claim = (): void => actions.claim(focused()?.dataset.offer)

  useKeys([
    { key: 'j', label: '下一个货源', run: () => walk(1) },
    { key: 'k', label: '上一个货源', run: () => walk(-1) },
    { key: '空格', label: '选择货源', run: () => undefined },
    { key: 'c', label: '认领所选货源，没有选择时认领当前这个', run: claim },
  ])

  // Space is handled only on a card's picture; on other buttons it has its normal effect.
  return (event) => {
    if (event.key !== ' ' || !(event.target instanceof HTMLElement)) return
    const cell = event.target.closest<HTMLElement>('[data-offer]')
    if (!cell || event.target !== cell.querySelector('button')) return
    event.preventDefault()
    actions.select(cell.dataset.offer!)
  }
}
