import type { Db } from '../../db/db.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { isOrderId } from './placement.rules.ts'
import { findOrderByNumber } from './placement.store.ts'

const LIVE = 'https://trade.1688.com/order/new_step_order_detail.htm'

/** The page of a 1688 order: at 1688, or at the simulator if the account buys there (docs/simulator.md). */
export const orderLinks = ({
  db,
  marketplace,
}: {
  db: Db
  marketplace: Pick<MarketplaceService, 'queryMarketplaceAccounts'>
}) => ({
  /** `accountId`: the account whose list the order was read from, for an order that is not registered. */
  async pageOf(orderId: string, accountId?: string): Promise<string> {
    const order = isOrderId(orderId) ? await findOrderByNumber(db.handle, orderId) : undefined
    const buyer = order?.accountId ?? accountId
    const accounts = buyer === undefined ? [] : await marketplace.queryMarketplaceAccounts(db.handle)
    const account = isOrderId(orderId) ? accounts.find((one) => one.id === buyer) : undefined
    return account?.environment === 'sandbox'
      ? new URL(`/1688/orders/${orderId}`, account.gateway).href
      : `${LIVE}?orderId=${encodeURIComponent(orderId)}`
  },
})
