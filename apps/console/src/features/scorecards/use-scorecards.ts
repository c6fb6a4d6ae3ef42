import type { Scorecard } from '@huoqiao/contract/scorecards/scorecards.schema'
import type { SlotSupplier } from '../../lib/slots.tsx'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'

/** Maximum of one call (contract, querySupplierScorecards). */
const MOST = 200
/** A scorecard moves by days: what was read a minute ago is shown again. */
const STALE_MS = 60_000

/** The scorecards of everything that a screen shows, in one read that all its badges and cells share. */
export function useQuerySupplierScorecards({ suppliers = [], offers = [] }: SlotSupplier['among']) {
  const may = useMay('querySupplierScorecards')
  const read = useRead(
    'querySupplierScorecards',
    { supplierIds: suppliers.slice(0, MOST), offerIds: offers.slice(0, MOST) },
    { enabled: may && suppliers.length + offers.length > 0, staleTime: STALE_MS, keepPrevious: false },
  )
  return { may, read }
}

/** Undefined: not read yet, or nobody that was bought from. */
export function useScorecard({ supplierId, offerId, among }: SlotSupplier): Scorecard | undefined {
  const { data } = useQuerySupplierScorecards(among).read
  const id = supplierId ?? data?.offers.find((one) => one.offerId === offerId)?.supplierId
  return data?.list.find((card) => card.supplierId === id)
}
