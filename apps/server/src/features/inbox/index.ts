import { handleInboxJobs } from './inbox.jobs.ts'
import { inboxService } from './inbox.service.ts'
import type { InboxService } from './inbox.service.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { CollectionApi } from '../collection/index.ts'
import { productPushes } from './product-pushes.ts'
import { receivingService } from './receiving.service.ts'
import type { ReceivingService } from './receiving.service.ts'
import { shopProducts } from './shop-products.ts'

export { inboxRoutes, receiveMessages } from './inbox.routes.ts'
export type { InboxService } from './inbox.service.ts'
export type { Backlog } from './inbox.store.ts'
export type { InboxConsumer, InboxApi, InboxMessageDoc, InboxOutcome } from './inbox.types.ts'

export function inboxFeature(
  deps: Parameters<typeof inboxService>[0] & {
    jobs: Jobs
    collection: Pick<CollectionApi, 'hintSources'>
    shopProducts: Parameters<typeof shopProducts>[0]
  } & Omit<Parameters<typeof receivingService>[0], 'inbox'>,
): { inbox: InboxService; receiving: ReceivingService } {
  const inbox = inboxService(deps)
  handleInboxJobs(deps.jobs, inbox)
  inbox.api.consume(productPushes(deps.collection))
  inbox.api.consume(shopProducts(deps.shopProducts))
  return { inbox, receiving: receivingService({ ...deps, inbox: inbox.api }) }
}
