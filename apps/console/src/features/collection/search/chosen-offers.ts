import { useCallback, useMemo } from 'react'
import { toast, usePreference } from '../../../lib/index.ts'
import { MAX_LINES } from './offer-lines.rules.ts'

/** The data of a selected offer that the tray shows; the rest is read again when it is claimed. */
export type ChosenOffer = { offerId: string; title: string; image: string | null }

const NOBODY: readonly ChosenOffer[] = []

export type ChosenOffers = {
  offers: readonly ChosenOffer[]
  has: (offerId: string) => boolean
  toggle: (offer: ChosenOffer) => void
  /** adds those that are not selected yet */
  add: (offers: readonly ChosenOffer[]) => void
  remove: (offerIds: readonly string[]) => void
  clear: () => void
}

/** Offers selected across searches and pages; they survive a reload (beyond, item 14). */
export function useChosenOffers(): ChosenOffers {
  const [offers, keep] = usePreference('collection:chosen', NOBODY)
  const ids = useMemo(() => new Set(offers.map(({ offerId }) => offerId)), [offers])
  const add = useCallback(
    (more: readonly ChosenOffer[]) => {
      const fresh = more.filter(({ offerId }) => !ids.has(offerId)).map(slim)
      const next = [...offers, ...fresh]
      if (next.length > MAX_LINES) toast.info(`一次最多选 ${MAX_LINES} 个货源`)
      keep(next.slice(0, MAX_LINES))
    },
    [ids, offers, keep],
  )
  const remove = useCallback(
    (offerIds: readonly string[]) => {
      const gone = new Set(offerIds)
      keep(offers.filter(({ offerId }) => !gone.has(offerId)))
    },
    [offers, keep],
  )
  return {
    offers,
    has: (offerId) => ids.has(offerId),
    toggle: (offer) => (ids.has(offer.offerId) ? remove([offer.offerId]) : add([offer])),
    add,
    remove,
    clear: () => keep(NOBODY),
  }
}

const slim = ({ offerId, title, image }: ChosenOffer): ChosenOffer => ({ offerId, title, image })
