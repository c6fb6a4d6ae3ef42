import type { SimCore } from '../../../core.ts'
import { openAlarms } from '../../../core/clock.alarms.ts'
import type { AlarmRow } from '../../../core/clock.alarms.ts'
import type { Market } from '../../../world/market.ts'
import type { BuyerAccount } from '../buyers.ts'
import { openAddresses } from './addresses.ts'
import { openForcedFailures } from './forced-failures.ts'
import { openCrossBorder } from './cross-border.ts'
import { openOrderBook } from './order-book.ts'
import { openOrderLife } from './order-life.ts'
import { openPushes } from './pushes.ts'
import { openRefunds } from './refunds.ts'
import { openShipping } from './shipping.ts'
import type { TradeAlarm, TradeAlarms } from './trade.alarms.ts'
import { openTradeQuirks } from './trade.quirks.ts'

export type TradeDeps = {
  core: SimCore
  market: Market
  secretOf(appKey: string): string | undefined
  authorized(appKey: string, memberId: string): boolean
  demoAppKey: string
}

/** The trade half of the simulated platform: orders, their money, parcels, refunds and messages of one market. */
export function openTrade(deps: TradeDeps) {
  const { core, market } = deps
  const quirks = openTradeQuirks(core)
  const book = openOrderBook(core)
  const pushes = openPushes({
    core,
    quirks,
    nextMessageId: book.nextMessageId,
    secretOf: (appKey) => deps.secretOf(appKey),
    authorized: (appKey, memberId) => deps.authorized(appKey, memberId),
  })
  const lifeDeps = { core, quirks, market, book, pushes, alarms: (): TradeAlarms => alarms }
  const life = openOrderLife(lifeDeps)
  const crossBorder = openCrossBorder(lifeDeps)
  const shipping = openShipping(lifeDeps, life, crossBorder)
  const refunds = openRefunds(lifeDeps, life)
  const forcedFailures = openForcedFailures(core, market)
  const addresses = openAddresses(core, quirks)

  const ring = (alarm: TradeAlarm, at: number): void => {
    if ('refundId' in alarm) {
      const refund = refunds.get(alarm.refundId)
      if (refund && alarm.kind === 'refund-answer') refunds.decide(refund, at)
      else if (refund) refunds.received(refund, at)
      return
    }
    const order = book.get(alarm.orderId)
    if (!order) return
    if (alarm.kind === 'trace') shipping.advance(order, alarm.logisticsId, at)
    else if (alarm.kind === 'cross') crossBorder.advance(order, alarm.packageId, at)
    else if (alarm.kind === 'ship') shipping.shipByHabit(order, at)
    else if (alarm.kind === 'pay-due' && order.status === 'waitbuyerpay')
      life.close(order, { by: 'system', reason: 'BUYER_NO_PAY', remark: '买家超时未付款' }, at)
    else if (alarm.kind === 'auto-confirm' && order.status === 'waitbuyerreceive')
      life.receive(
        order,
        order.items.map((item) => item.subItemId),
        'system',
        at,
      )
    else if (alarm.kind === 'complete' && order.status === 'confirm_goods') life.complete(order, at)
  }
  const alarms = openAlarms<TradeAlarm>(core.clock, core.table<AlarmRow<TradeAlarm>>('1688-trade-alarms'), ring)

  const whole = {
    demoAppKey: deps.demoAppKey,
    now: () => core.clock.now(),
    quirks,
    book,
    pushes,
    life,
    shipping,
    crossBorder,
    refunds,
    forcedFailures,
    addresses,
    alarms,
    close: () => pushes.close(),
    reset: () => {
      alarms.clear()
      pushes.reset()
      book.reset()
      refunds.reset()
      forcedFailures.clear()
      addresses.reset()
    },
  }
  return {
    ...whole,
    /** The part that one buyer can see and use. */
    of: (buyer: BuyerAccount) => ({
      ...whole,
      buyer,
      book: book.of(buyer),
      refunds: refunds.of(buyer),
      addresses: addresses.of(buyer),
    }),
  }
}

export type Trade = ReturnType<typeof openTrade>
/** The trade half for one buyer's calls. */
export type BuyersTrade = ReturnType<Trade['of']>
