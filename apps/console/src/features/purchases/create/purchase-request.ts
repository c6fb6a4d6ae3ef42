import type { OrderLine } from '@huoqiao/contract/orders/orders.schema'
import type { PurchaseRequest } from '@huoqiao/contract/purchases/purchases.schema'
import { countProblem } from '../../../lib/count-problem.ts'
import { MOST_BOUGHT } from '../purchase.words.ts'

const BOUGHT = { least: 0, most: MOST_BOUGHT }

/** A SKU that is bought in addition to what orders need. */
export type HandItem = { offerId: string; skuId: string | null; specId: string | null; quantity: number; label: string }

/** What a person has set so far. */
export type RequestDraft = {
  /** pieces to buy for an order line when they differ from its open need; 0 leaves the line out */
  amounts: ReadonlyMap<string, number>
  items: readonly HandItem[]
  accountId: string | undefined
  addressId: string | undefined
}
export const EMPTY_REQUEST: RequestDraft = { amounts: new Map(), items: [], accountId: undefined, addressId: undefined }

/** The first number that cannot be bought; undefined: there is none. */
export function wrongAmount(
  { amounts, items }: Pick<RequestDraft, 'amounts' | 'items'>,
  lines: readonly Pick<OrderLine, 'id' | 'toBuy' | 'orderNumber'>[] | undefined,
): string | undefined {
  for (const { id, toBuy, orderNumber } of lines ?? []) {
    const problem = countProblem(amounts.get(id), { least: 0, most: toBuy })
    if (problem !== undefined) return `订单 ${orderNumber} 的数量${problem}`
  }
  const wrong = items.find(({ quantity }) => countProblem(quantity, BOUGHT) !== undefined)
  return wrong && `${wrong.label} 的数量${countProblem(wrong.quantity, BOUGHT) ?? ''}`
}

export const itemKey = (item: Pick<HandItem, 'offerId' | 'skuId' | 'specId'>): string =>
  `${item.offerId}:${item.skuId ?? item.specId ?? ''}`

/** The input for the calls. Lines that are not loaded yet are bought for their whole open need. */
export function requestOf(
  draft: RequestDraft,
  lineIds: readonly string[],
  lines: readonly Pick<OrderLine, 'id' | 'toBuy'>[] | undefined,
): PurchaseRequest {
  const needs = new Map((lines ?? []).map((line) => [line.id, line.toBuy]))
  return {
    orderLines: lineIds
      .filter((orderLineId) => draft.amounts.get(orderLineId) !== 0)
      .map((orderLineId) => {
        const amount = draft.amounts.get(orderLineId)
        return amount === undefined || amount === needs.get(orderLineId)
          ? { orderLineId }
          : { orderLineId, saleQuantity: amount }
      }),
    items: draft.items.map(({ offerId, skuId, specId, quantity }) => ({ offerId, skuId, specId, quantity })),
    accountId: draft.accountId,
    addressId: draft.addressId,
  }
}

/** Sets how many pieces of a SKU are bought in addition to what orders need; 0 removes it; a wrong number stays. */
export function withItem(items: readonly HandItem[], item: HandItem): HandItem[] {
  const others = items.filter((one) => itemKey(one) !== itemKey(item))
  return item.quantity === 0 ? others : [...others, item]
}
