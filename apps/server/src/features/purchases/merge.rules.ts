import { SKUS_PER_PURCHASE } from '@huoqiao/contract/purchases/purchases.schema'
import { groupBy } from '@huoqiao/kit'
import type { LineRow } from './lines.store.ts'
import { packsOf, sourceNeed } from './need.rules.ts'
import type { NeedPart } from './need.rules.ts'
import { skuKey } from './offer-price.rules.ts'

export type MergeTerms = {
  readonly supplierId: string
  readonly accountId: string | null
  readonly addressId: string | null
}

export const termsKey = ({ supplierId, accountId, addressId }: MergeTerms): string =>
  [supplierId, accountId ?? '', addressId ?? ''].join(' ')

/** One line of the target with the members' lines that it buys for. */
export type MergedLine = Omit<
  LineRow,
  'id' | 'purchaseId' | 'position' | 'targetLineId' | 'spareText' | 'purchasedAt' | 'createdAt' | 'updatedAt'
> & {
  readonly memberLineIds: readonly string[]
}

/**
 * The members' lines added up. The need is rounded up to packs again for the sum, which is the saving of a merge. If a person changed a
 * quantity away from the need on purpose, the difference is kept.
 */
export function mergedLines(lines: readonly LineRow[], partsOf: (lineId: string) => readonly NeedPart[]): MergedLine[] {
  return [...groupBy(lines, skuKey).values()].map((same) => {
    const first = same[0]!
    const extraNeed = same.reduce((sum, line) => sum + line.extraNeed, 0)
    const need = sourceNeed(
      same.flatMap((line) => partsOf(line.id)),
      extraNeed,
    )
    const onPurpose = same.reduce((sum, line) => sum + line.quantity - packsOf(line.need, line.batchNumber).quantity, 0)
    return {
      offerId: first.offerId,
      skuId: first.skuId,
      specId: first.specId,
      title: first.title,
      specText: first.specText,
      image: first.image,
      url: first.url,
      extraNeed,
      need,
      batchNumber: first.batchNumber,
      quantity: Math.max(0, packsOf(need, first.batchNumber).quantity + onPurpose),
      shortReason: [...new Set(same.map((line) => line.shortReason).filter(Boolean))].join('；').slice(0, 200),
      unitPriceMinor: first.unitPriceMinor,
      formerPriceMinor: first.formerPriceMinor,
      actualUnitPriceMinor: null,
      received: 0,
      missing: 0,
      spare: 0,
      spareUsed: 0,
      spareGone: 0,
      spareGoneHere: 0,
      spareCostMinor: null,
      place: '',
      receivedAt: null,
      stockQuantity: same.reduce((sum, line) => sum + line.stockQuantity, 0),
      memberLineIds: same.map((line) => line.id),
    }
  })
}

/** Splits members into sets whose SKUs fit into one order at 1688, in their order. A set of one is not a merge. */
export function fittingSets<T extends { readonly skus: ReadonlySet<string> }>(members: readonly T[]): T[][] {
  const sets: { members: T[]; skus: Set<string> }[] = []
  for (const member of members) {
    const fits = sets.find((set) => new Set([...set.skus, ...member.skus]).size <= SKUS_PER_PURCHASE)
    if (fits) {
      fits.members.push(member)
      for (const sku of member.skus) fits.skus.add(sku)
    } else sets.push({ members: [member], skus: new Set(member.skus) })
  }
  return sets.map((set) => set.members).filter((set) => set.length > 1)
}
