import type { BuyersPlatform } from '../api.ts'
import type { CargoFault, CargoLine, Priced, PricedLine } from './cargo.ts'
import { isFault, priceAnyFlow, splitInTwo } from './cargo.ts'
import { freightOf, freightRule } from './freight.ts'
import type { Receiver } from './order.types.ts'
import { STAGED_TYPES } from './stages.ts'

/** One order that the platform would create: lines of one seller to one receiver, with its freight. Money is fen. */
export type OrderDraft = {
  flow: string
  lines: readonly PricedLine[]
  goodsFen: number
  freightFen: number
  crossBorderPay: boolean
}

/** A few sellers cannot be paid by Kuajingbao; it depends only on the seller. */
export const takesCrossBorderPay = (openId: string): boolean => !openId.endsWith('0')

/**
 * Values usable as `tradeType` (reference 3.3): credit only for an account that has opened it, none at all when one of the offers cannot be
 * ordered by API.
 */
export function tradeTypesOf(platform: BuyersPlatform, lines: readonly PricedLine[]): string[] {
  const { quirks } = platform.trade
  const barred = quirks.noTradeTypeOffers().split(',')
  if (lines.some((line) => barred.includes(line.offer.offerId))) return []
  const staged = quirks.stagedOffers().split(',')
  if (lines.some((line) => staged.includes(line.offer.offerId))) return [...STAGED_TYPES]
  const either = quirks.stagedTooOffers().split(',')
  const whole = ['assureTrade', 'fxassure', 'alipay', ...(quirks.creditOpened() ? ['creditBuy'] : [])]
  // Staged types first, so that a client that takes the first one it finds is noticed.
  return lines.some((line) => either.includes(line.offer.offerId)) ? [...STAGED_TYPES, ...whole] : whole
}

const draftOf = (priced: Priced, lines: readonly PricedLine[], receiver: Receiver): OrderDraft => ({
  flow: priced.flow,
  lines,
  goodsFen: lines.reduce((sum, line) => sum + line.amountFen, 0),
  freightFen:
    priced.flow === 'boutiquefenxiao'
      ? 0
      : freightOf(
          freightRule(priced.supplier, receiver.districtCode),
          lines.map((line) => ({
            offer: line.offer,
            grams: line.sku?.grams ?? line.offer.grams,
            quantity: line.quantity,
            amountFen: line.amountFen,
          })),
        ),
  crossBorderPay: takesCrossBorderPay(priced.supplier.openId),
})

export type Drafting = { drafts: OrderDraft[]; failed: CargoFault[] }

/**
 * The orders that a cargo gives: one, or two when 1688 splits it. With `dropFailed` lines that cannot be ordered are left out and returned
 * in `failed`, and the rest is drafted.
 */
export function draftOrders(
  platform: BuyersPlatform,
  cargo: readonly CargoLine[],
  flow: string | undefined,
  receiver: Receiver,
  dropFailed: boolean,
): Drafting | CargoFault {
  const deps = { market: platform.market, relations: platform.relations, quirks: platform.trade.quirks }
  const failed: CargoFault[] = []
  let left = cargo
  let priced = priceAnyFlow(deps, left, flow)
  while (isFault(priced) && dropFailed && priced.line) {
    const blamed = priced.line
    const rest = left.filter((line) => line.offerId !== blamed.offerId || line.specId !== blamed.specId)
    if (rest.length === 0 || rest.length === left.length) break
    failed.push(priced)
    left = rest
    priced = priceAnyFlow(deps, left, flow)
  }
  if (isFault(priced)) return priced
  const known = priced
  const parts = platform.trade.quirks.splitOrders() ? splitInTwo(known.lines) : [known.lines]
  return { drafts: parts.map((lines) => draftOf(known, lines, receiver)), failed }
}
