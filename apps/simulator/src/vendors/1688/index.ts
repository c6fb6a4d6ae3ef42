import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { SimCore, VendorModule } from '../../core.ts'
import { openMarket } from '../../world/market.ts'
import type { Market, OfferState } from '../../world/market.ts'
import { openPictures } from '../../world/pictures.ts'
import { worldOf } from '../../world/world.ts'
import { openAccounts } from './accounts.ts'
import { descriptionPage } from './detail.ts'
import { apiKey, bindGateway } from './gateway.ts'
import { bindPages } from './pages.ts'
import { openPictureSearch } from './picture-search.ts'
import { PRODUCT_CALLS } from './product.calls.ts'
import { openQuirks1688 } from './quirks.ts'
import { openRelations } from './relations.ts'
import { SEARCH_CALLS } from './search.calls.ts'
import { CURRENT_TIME, tokenCalls } from './system.calls.ts'
import type { Platform } from './api.ts'
import { ADDRESS_CALLS } from './trade/address.calls.ts'
import { bindCashier } from './trade/cashier.pages.ts'
import { bindOrderPages } from './trade/order.pages.ts'
import { LOGISTICS_CALLS } from './trade/logistics.calls.ts'
import { ORDER_MAKING_CALLS } from './trade/order-making.calls.ts'
import { ORDER_READING_CALLS } from './trade/order-reading.calls.ts'
import { PAYMENT_CALLS } from './trade/payment.calls.ts'
import { PUSH_CALLS } from './trade/push.calls.ts'
import { REFUND_CALLS } from './trade/refund.calls.ts'
import { REFUND_TALK_CALLS } from './trade/refund-talk.calls.ts'
import { marketWithEvents } from './trade/product-events.ts'
import { openTrade } from './trade/trade.ts'
import type { Trade } from './trade/trade.ts'

const TRADE_CALLS = [
  ...ADDRESS_CALLS,
  ...ORDER_MAKING_CALLS,
  ...ORDER_READING_CALLS,
  ...PAYMENT_CALLS,
  ...LOGISTICS_CALLS,
  ...REFUND_CALLS,
  ...REFUND_TALK_CALLS,
  ...PUSH_CALLS,
]

export type AlibabaVendor = ReturnType<VendorModule> & { market: Market; trade: Trade }

/** The simulated 1688 open platform: gateway, token endpoint, pictures and product pages of one seeded market. */
export function alibabaVendor(
  app: FastifyInstance,
  core: SimCore & { readonly seed: string; readonly quirks: { set(name: string, value: unknown): string | undefined } },
): AlibabaVendor {
  const quirks = openQuirks1688(core)
  const relations = openRelations(core)
  const market = marketWithEvents({
    market: openMarket(worldOf(core.seed), core.table<OfferState>('1688-market'), () => core.clock.now()),
    pushes: () => trade.pushes,
    now: () => core.clock.now(),
    isRelated: (offerId) => relations.any(offerId),
    isFollowed: (offerId) => relations.has(offerId, 'followed'),
  })
  const accounts = openAccounts(core, quirks)
  const trade = openTrade({
    core,
    market,
    secretOf: (appKey) => accounts.app(appKey)?.appSecret,
    authorized: (appKey, memberId) => accounts.authorized(appKey, memberId),
    demoAppKey: accounts.demoAppKey,
  })
  const platform: Platform = {
    core,
    quirks,
    market,
    pictures: openPictureSearch(core),
    relations,
    trade,
    pictureUrl: (name) => `${core.origin}/img/ibank/${name}`,
  }
  const useUp = (): void => {
    const left = quirks.usageLeft()
    if (left > 0) core.quirks.set('1688.usageLeft', left - 1)
  }
  const apis = new Map(
    [CURRENT_TIME, ...SEARCH_CALLS, ...PRODUCT_CALLS, ...TRADE_CALLS].map((api) => [
      apiKey(api.namespace, api.name),
      api,
    ]),
  )
  bindGateway(app, { platform, accounts, apis, tokenCalls: tokenCalls(accounts), useUp })
  bindPages(app, {
    market,
    accounts,
    quirks,
    images: openPictures(join(core.filesDir, 'pictures')),
    pictureUrl: (name) => platform.pictureUrl(name),
  })
  app.get<{ Params: { offerId: string; language: string } }>('/1688offer/:offerId/:language', (request, reply) => {
    const page = descriptionPage(platform, request.params.offerId, request.params.language)
    void reply.type('text/html; charset=utf-8')
    return page ?? reply.code(404).send('')
  })
  bindCashier(app, trade)
  bindOrderPages(app, trade)
  // Before the core closes its files: a message under way must not be written any more.
  app.addHook('preClose', () => trade.close())
  return {
    credentials: accounts.credentials,
    reset: () => {
      market.reset()
      accounts.reset()
      platform.relations.clear()
      platform.pictures.clear()
      trade.reset()
    },
    market,
    trade,
  }
}
