import { defineFeature } from '../../define-feature.ts'
import { collectionFeature } from '../collection/index.ts'
import { listingsFeature } from '../listings/index.ts'
import { marketplaceFeature } from '../marketplace/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { storesFeature } from '../stores/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { handleInboxJobs } from './inbox.jobs.ts'
import { inboxRoutes, receiveMessages } from './inbox.routes.ts'
import { inboxService } from './inbox.service.ts'
import { productPushes } from './product-pushes.ts'
import { pushAddressService } from './push-address.service.ts'
import { receivingService } from './receiving.service.ts'
import { shopLanguages } from './shop-languages.ts'
import { shopProducts } from './shop-products.ts'
import { inboxTriage } from './triage.store.ts'

export const inboxFeature = defineFeature({
  name: 'inbox',
  triage: inboxTriage,
  needs: {
    config: systemConfigFeature,
    notices: noticesFeature,
    stores: storesFeature,
    marketplace: marketplaceFeature,
    collection: collectionFeature,
    listings: listingsFeature,
  },
  build(base) {
    const inbox = inboxService({
      ...base,
      accountNames: async (tx) =>
        new Map((await base.marketplace.queryMarketplaceAccounts(tx)).map(({ id, name }) => [id, name])),
    })
    const receiving = receivingService({ ...base, inbox: inbox.api })
    handleInboxJobs(base.jobs, inbox)
    inbox.api.consume(productPushes(base.collection))
    inbox.api.consume(shopProducts(base.listings.shopChanges))
    inbox.api.consume(shopLanguages(base.stores))
    return {
      api: { ...inbox.api, backlog: inbox.backlog },
      routes: inboxRoutes({ db: base.db, service: inbox, addresses: pushAddressService(base) }),
      serve: (fastify) => receiveMessages(fastify, receiving),
      stop: () => inbox.stop(),
    }
  },
})
