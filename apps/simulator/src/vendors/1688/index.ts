import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { SimCore, VendorModule } from '../../core.ts'
import { openMarket } from '../../world/market.ts'
import type { Market, OfferState } from '../../world/market.ts'
import { openPictures } from '../../world/pictures.ts'
import { drawWorld } from '../../world/world.ts'
import { openAccounts } from './accounts.ts'
import { apiKey, bindGateway } from './gateway.ts'
import { bindPages } from './pages.ts'
import { openPictureSearch } from './picture-search.ts'
import { PRODUCT_CALLS } from './product.calls.ts'
import { openQuirks1688 } from './quirks.ts'
import { openRelations } from './relations.ts'
import { SEARCH_CALLS } from './search.calls.ts'
import { CURRENT_TIME, tokenCalls } from './system.calls.ts'
import type { Platform } from './api.ts'

export type AlibabaVendor = ReturnType<VendorModule> & { market: Market }

/** The pretend 1688 open platform: gateway, token endpoint, pictures and product pages over one seeded market. */
export function alibabaVendor(
  app: FastifyInstance,
  core: SimCore & { readonly seed: string; readonly quirks: { set(name: string, value: unknown): string | undefined } },
): AlibabaVendor {
  const quirks = openQuirks1688(core)
  const market = openMarket(drawWorld(core.seed), core.table<OfferState>('1688-market'), () => core.clock.now())
  const accounts = openAccounts(core, quirks)
  const platform: Platform = {
    core,
    quirks,
    market,
    pictures: openPictureSearch(core),
    relations: openRelations(core),
    pictureUrl: (name) => `${core.origin}/img/ibank/${name}`,
  }
  const useUp = (): void => {
    const left = quirks.usageLeft()
    if (left > 0) core.quirks.set('1688.usageLeft', left - 1)
  }
  const apis = new Map(
    [CURRENT_TIME, ...SEARCH_CALLS, ...PRODUCT_CALLS].map((api) => [apiKey(api.namespace, api.name), api]),
  )
  bindGateway(app, { platform, accounts, apis, tokenCalls: tokenCalls(accounts), useUp })
  bindPages(app, {
    market,
    accounts,
    quirks,
    images: openPictures(join(core.filesDir, 'pictures')),
    pictureUrl: (name) => platform.pictureUrl(name),
  })
  return {
    credentials: accounts.credentials,
    reset: () => {
      market.reset()
      accounts.reset()
      platform.relations.clear()
      platform.pictures.clear()
    },
    market,
  }
}
