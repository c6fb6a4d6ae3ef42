import type { Scorecard } from '@huoqiao/contract/scorecards/scorecards.schema'
import type { SlotSupplier } from '../lib/slots.tsx'
import { useMay } from '../lib/permission.tsx'
import { useRead } from '../lib/use-call.ts'

/** Maximum of one call (contract, querySupplierScorecards). */
const MOST = 200
/** Scorecards change daily: an answer is used for one minute without reading again. */
const STALE_MS = 60_000

/** The scorecards of everything that a screen shows, in one read that all its badges and cells share. */
export function useQuerySupplierScorecards({ suppliers = [], offers = [] }: SlotSupplier['among']) {
  const may = useMay('querySupplierScorecards')
  const read = useRead(
    'querySupplierScorecards',
    { supplierIds: asked(suppliers), offerIds: asked(offers) },
    { enabled: may && suppliers.length + offers.length > 0, staleTime: STALE_MS, keepPrevious: false },
  )
  return { may, read }
}

/** The ids for one call, without duplicates, at most MOST. */
const asked = (ids: readonly string[]): string[] => [...new Set(ids)].slice(0, MOST)

/** `undefined`: not read yet, or a supplier that was never bought from; `unasked`: beyond the limit of one call, so not read. */
export function useScorecard({ supplierId, offerId, among }: SlotSupplier): Scorecard | 'unasked' | undefined {
  const { may, read } = useQuerySupplierScorecards(among)
  const isBeyond = (ids: readonly string[] = [], id = ''): boolean => ids.includes(id) && !asked(ids).includes(id)
  const isUnasked = supplierId ? isBeyond(among.suppliers, supplierId) : isBeyond(among.offers, offerId)
  if (may && isUnasked) return 'unasked'
  const id = supplierId ?? read.data?.offers.find((one) => one.offerId === offerId)?.supplierId
  return read.data?.list.find((card) => card.supplierId === id)
}

/** The scorecard of an offer's supplier, from the read of everything that the screen shows. */
export function useScorecardOf(among: SlotSupplier['among']): (offerId: string) => Scorecard | undefined {
  const { data } = useQuerySupplierScorecards(among).read
  const cards = new Map(data?.list.map((card) => [card.supplierId, card]))
  const byOffer = new Map(data?.offers.map(({ offerId, supplierId }) => [offerId, cards.get(supplierId)]))
  return (offerId) => byOffer.get(offerId)
}
