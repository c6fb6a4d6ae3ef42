import type { SupplierScores } from '../offer.ts'
import { record, text } from '../wire/field.ts'

/** `sellerDataInfo` of reference 2.1 and 2.3: the detail call has two more fields than the search. */
export function toSupplierScores(sellerDataInfo: unknown): SupplierScores {
  const data = record(sellerDataInfo)
  return {
    medalLevel: text(data['tradeMedalLevel']),
    composite: text(data['compositeServiceScore']),
    logistics: text(data['logisticsExperienceScore']),
    dispute: text(data['disputeComplaintScore']),
    offer: text(data['offerExperienceScore']),
    consulting: text(data['consultingExperienceScore']),
    afterSales: text(data['afterSalesExperienceScore']),
    repeatPurchase: text(data['repeatPurchasePercent']),
    collectedWithin48Hours: text(data['collect30DayWithin48HPercent']),
    qualityRefunds: text(data['qualityRefundWithin30Day']),
  }
}

/** `shipIn24Hours` and `shipIn48Hours`; other values are unknown. */
export const toShipsWithinHours = (guarantee: unknown): 24 | 48 | null => {
  const word = text(guarantee)?.toLowerCase()
  return word === 'shipin24hours' ? 24 : word === 'shipin48hours' ? 48 : null
}
