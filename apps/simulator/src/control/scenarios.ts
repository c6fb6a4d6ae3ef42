import { hash32 } from '../core/random.ts'
import type { OwnedCore } from '../core/open-core.ts'
import { UNTIL_REMOVED } from '../core/faults.ts'
import type { FaultKind } from '../core.ts'
import type { LiveOffer, Market } from '../world/market.ts'

/** Which offers a scenario affects: a share of the market in percent, or only the named offers. */
export type Reach = { percent?: number; offerIds?: readonly string[] }

export type Scenario = {
  name: string
  title: string
  help: string
  /** Applies it and returns one sentence about what it did. */
  apply(reach: Reach): string
}

/** The offers that a scenario affects: the named ones, otherwise a share that depends only on scenario and offer. */
function applied(
  market: Market,
  name: string,
  reach: Reach,
  percent: number,
  by: (offer: LiveOffer) => string,
): LiveOffer[] {
  const published = market.all().filter((offer) => offer.status === 'published')
  if (reach.offerIds) return published.filter((offer) => reach.offerIds!.includes(offer.offerId))
  return published.filter((offer) => hash32(`${name}:${by(offer)}`) % 100 < percent)
}

/** The id of a SKU that a scenario or the control page adds: 13 digits, distinct from all seeded ones. */
export const addedSkuId = (offerId: string, count: number): string =>
  String(5_900_000_000_000 + hash32(`${offerId}:${count}`))

const STORM: readonly (readonly [FaultKind, number])[] = [
  [{ kind: 'drop-before' }, 0.04],
  [{ kind: 'drop-after' }, 0.04],
  [{ kind: 'throttle' }, 0.05],
  [{ kind: 'slow', ms: 1500 }, 0.08],
]

/** Calls for which a lost answer matters most: they move money or goods. */
const PURCHASE_CALLS = [
  'alibaba.trade.createCrossOrder',
  'alibaba.trade.fastCreateOrder',
  'alibaba.trade.pay.protocolPay.preparePay',
  'alibaba.trade.cancel',
  'alibaba.trade.createRefund',
]
const PURCHASE_HABITS: readonly (readonly [string, string | number])[] = [
  ['1688.shipment', 'partial'],
  ['1688.pushDuplicatePercent', 20],
  ['1688.pushLossPercent', 10],
  ['1688.pushDisorderSeconds', 120],
]

export function openScenarios(core: OwnedCore, market: Market): readonly Scenario[] {
  const byOffer = (offer: LiveOffer): string => offer.offerId
  return [
    {
      name: 'calm',
      title: '风平浪静',
      help: '清除故障与开关，市场回到初始；令牌、店铺与流水不动',
      apply: () => {
        core.faults.clear()
        core.quirks.reset()
        market.reset()
        return '已恢复平静'
      },
    },
    {
      name: 'storm',
      title: '风暴',
      help: '两个平台都随机断线（做事前/做事后）、限流、变慢',
      apply: () => {
        for (const vendor of ['1688', 'shopify'] as const)
          for (const [fault, chance] of STORM)
            core.faults.add({ vendor, call: '*', times: UNTIL_REMOVED, every: 1, chance, fault })
        return `已布置 ${STORM.length * 2} 条随机故障`
      },
    },
    {
      name: 'purchase-storm',
      title: '采购风暴',
      help: '1688 下单、付款、取消、退款的应答随机丢失（做事前/做事后），分批发货，推送重复、丢失、乱序',
      apply: () => {
        for (const call of PURCHASE_CALLS)
          for (const [kind, chance] of [
            ['drop-after', 0.15],
            ['drop-before', 0.1],
          ] as const)
            core.faults.add({ vendor: '1688', call, times: UNTIL_REMOVED, every: 1, chance, fault: { kind } })
        for (const [name, value] of PURCHASE_HABITS) core.quirks.set(name, value)
        return `已布置 ${PURCHASE_CALLS.length * 2} 条随机故障与 ${PURCHASE_HABITS.length} 个开关`
      },
    },
    {
      name: 'supplier-gone',
      title: '供应商跑路',
      help: '一部分供应商（默认 10%）的全部货源下架',
      apply: (reach) => {
        const gone = applied(market, 'supplier-gone', reach, reach.percent ?? 10, (offer) => offer.supplier.openId)
        for (const offer of gone) market.change(offer.offerId, { status: 'member deleted' })
        return `${gone.length} 个货源已下架`
      },
    },
    {
      name: 'price-jump',
      title: '涨价',
      help: '货源价格上涨（默认 20%，可重复叠加）',
      apply: (reach) => {
        const raised = applied(market, 'price-jump', reach, 100, byOffer)
        const factor = 10_000 + Math.round((reach.percent ?? 20) * 100)
        for (const offer of raised)
          market.change(offer.offerId, { priceBasisPoints: Math.round((offer.priceBasisPoints * factor) / 10_000) })
        return `${raised.length} 个货源价格已上涨 ${reach.percent ?? 20}%`
      },
    },
    {
      name: 'sku-change',
      title: '规格变动',
      help: '一部分货源（默认 20%）少一个规格、多一个新规格',
      apply: (reach) => {
        const changed = applied(market, 'sku-change', reach, reach.percent ?? 20, byOffer).filter(
          (offer) => offer.skus.length > 1,
        )
        for (const offer of changed)
          market.change(offer.offerId, {
            removedSkus: [offer.skus.at(-1)!.skuId],
            addedSkus: [
              { skuId: addedSkuId(offer.offerId, core.clock.now()), value: { zh: '新款色', en: 'New Colour' } },
            ],
          })
        return `${changed.length} 个货源的规格已变动`
      },
    },
    {
      name: 'sold-out',
      title: '售罄',
      help: '一部分货源（默认 10%）全部规格库存归零',
      apply: (reach) => {
        const empty = applied(market, 'sold-out', reach, reach.percent ?? 10, byOffer)
        for (const offer of empty)
          market.change(offer.offerId, {
            stock: Object.fromEntries([['', 0], ...offer.skus.map((sku) => [sku.skuId, 0] as const)]),
          })
        return `${empty.length} 个货源已售罄`
      },
    },
  ]
}
