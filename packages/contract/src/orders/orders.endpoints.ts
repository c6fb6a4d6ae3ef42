import { orderDecidingEndpoints } from './order-deciding.endpoints.ts'
import { orderFeedEndpoints } from './order-feeds.endpoints.ts'
import { orderLinkingEndpoints } from './order-linking.endpoints.ts'
import { orderPersonEndpoints } from './order-persons.endpoints.ts'
import { orderReadingEndpoints } from './order-reading.endpoints.ts'
import { orderReturnEndpoints } from './order-returns.endpoints.ts'
import { orderTaskEndpoints } from './order-tasks.endpoints.ts'
import { orderUnsourcedEndpoints } from './order-unsourced.endpoints.ts'
import { returnListEndpoints } from './return-list.endpoints.ts'

export type { OrderFilter } from './order-filter.ts'

/** All calls about orders, by purpose. */
export const ordersEndpoints = {
  ...orderReadingEndpoints,
  ...orderLinkingEndpoints,
  ...orderUnsourcedEndpoints,
  ...orderDecidingEndpoints,
  ...orderPersonEndpoints,
  ...orderTaskEndpoints,
  ...orderFeedEndpoints,
  ...orderReturnEndpoints,
  ...returnListEndpoints,
}
