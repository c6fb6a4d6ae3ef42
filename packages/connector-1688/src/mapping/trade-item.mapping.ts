import type { SourceOrderItem } from '../trade-order.ts'
import { count, decimal, id, list, mediaUrls, record, signedFen, text, wholeId, yuan } from '../wire/field.ts'

export const lowerWord = (value: unknown): string | null => text(value)?.toLowerCase() ?? null

/** Lines use `WAIT_SELLER_AGREE` and `REFUND_CLOSED`, orders `waitselleragree` and `refundclose`: converted to one spelling. */
export function refundWord(value: unknown): string | null {
  const word = lowerWord(value)?.replaceAll('_', '') ?? null
  return word === 'refundclosed' ? 'refundclose' : word
}

/** One of `productItems[]` (reference 3.5). Prices are yuan, `entryDiscount` is fen. */
export function toSourceOrderItem(row: Record<string, unknown>): SourceOrderItem {
  const images = mediaUrls(Array.isArray(row['productImgUrl']) ? row['productImgUrl'] : [row['productImgUrl']])
  return {
    itemId: wholeId(row['subItemIDString'], row['subItemID']),
    offerId: id(row['productID']),
    skuId: id(row['skuID']),
    specId: text(row['specId']),
    name: text(row['name']) ?? '',
    // Small, then large.
    imageUrl: images.at(-1) ?? null,
    snapshotUrl: text(row['productSnapshotUrl']),
    attributes: list(row['skuInfos'])
      .map(record)
      .flatMap((info) => {
        const name = text(info['name'])
        const value = text(info['value'])
        return name === null || value === null ? [] : { name, value }
      }),
    quantity: decimal(row['quantity']),
    unit: text(row['unit']),
    unitPriceFen: yuan(row['price']),
    amountFen: yuan(row['itemAmount']),
    discountFen: signedFen(row['entryDiscount']),
    freightShareFen: yuan(row['sharePostage']),
    refundedFen: yuan(row['refund']),
    status: lowerWord(row['status']) ?? 'unknown',
    statusName: text(row['statusStr']),
    refundStatus: refundWord(row['refundStatus']),
    refundId: text(row['refundId']) ?? text(row['refundIdForAs']),
    logisticsStatus: count(row['logisticsStatus']),
    cargoNumber: text(row['cargoNumber']) ?? text(row['productCargoNumber']),
    closeReason: text(row['closeReason']),
  }
}
