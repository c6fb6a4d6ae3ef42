import type { SupplierScores } from '@huoqiao/connector-1688'
import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { sourceOffer } from './collection.tables.ts'

/** The sellers of these offers; an offer that was never fetched is left out. */
export const findSellers = (
  tx: Tx,
  offerIds: readonly string[],
): Promise<{ offerId: string; openId: string | null; companyName: string | null }[]> =>
  offerIds.length === 0
    ? Promise.resolve([])
    : tx
        .select({
          offerId: sourceOffer.offerId,
          openId: sourceOffer.supplierOpenId,
          companyName: sourceOffer.supplierName,
        })
        .from(sourceOffer)
        .where(inArray(sourceOffer.offerId, [...offerIds]))

/** 1688's scores of these sellers, from the offer of each seller that was fetched last. */
export async function findSellerScores(
  tx: Tx,
  openIds: readonly string[],
): Promise<Map<string, { scores: SupplierScores; readAt: Date }>> {
  if (openIds.length === 0) return new Map()
  const newest = tx
    .selectDistinctOn([sourceOffer.supplierOpenId], { offerId: sourceOffer.offerId })
    .from(sourceOffer)
    .where(inArray(sourceOffer.supplierOpenId, [...openIds]))
    .orderBy(sourceOffer.supplierOpenId, sql`${sourceOffer.fetchedAt} desc`, sourceOffer.offerId)
  const rows = await tx
    .select({
      openId: sourceOffer.supplierOpenId,
      scores: sql<SupplierScores>`${sourceOffer.offer} -> 'supplier' -> 'scores'`,
      readAt: sourceOffer.fetchedAt,
    })
    .from(sourceOffer)
    .where(inArray(sourceOffer.offerId, newest))
  return new Map(rows.map(({ openId, ...row }) => [openId!, row]))
}
