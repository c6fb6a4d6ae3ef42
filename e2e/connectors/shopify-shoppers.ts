import { isRemoteFailure } from '@huoqiao/connector-kit'
import { createShopifyConnector } from '@huoqiao/connector-shopify'
import type { ConnectorEvent, ShopOrder, ShopifyConnector, StoredToken } from '@huoqiao/connector-shopify'
import { credentialsOf } from './shopify-goods.ts'
import { patientFetch, startSimulator } from './simulator.ts'

/** An order as the simulator's control API returns it. */
export type Witness = {
  readonly id: string
  readonly name: string
  readonly updatedAt: string
  readonly lines: readonly { readonly id: string; readonly quantity: number; readonly fulfilledQuantity: number }[]
  readonly fulfillments: readonly { readonly units: number; readonly notified: boolean; readonly status: string }[]
}

/** Custom items, which need no product and no stock. 12.50 each. */
export const custom = (count: number, quantity = 2) =>
  Array.from({ length: count }, (_none, index) => ({ title: `Piece ${index}`, priceMinor: 1250, quantity }))

/**
 * Two simulated shops with the connector, and their people: shoppers and staff act through the control API, and the real results are read
 * there too.
 */
export async function openShops() {
  const simulator = await startSimulator()
  const credentials = await credentialsOf(simulator.origin)
  const events: ConnectorEvent[] = []

  function connector(slug: string): ShopifyConnector {
    let held: StoredToken | undefined
    return createShopifyConnector({
      origin: `${simulator.origin}/shops/${slug}`,
      credentials: { kind: 'client-credentials', ...credentials },
      fetch: patientFetch,
      tokens: {
        read: () => Promise.resolve(held),
        write: (token) => {
          held = token
          return Promise.resolve()
        },
      },
      log: (event) => events.push(event),
    })
  }

  async function control<T>(path: string, body?: object): Promise<T> {
    const sending = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${simulator.origin}/control/${path}`, body ? sending : {})
    const value: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value as T
  }
  const orderPath = (order: { readonly name: string }): string =>
    `shopify/bridge-us/orders/${encodeURIComponent(order.name)}`

  return {
    events,
    secret: credentials.clientSecret,
    /** A new connector with its own token and state. */
    connector,
    us: connector('bridge-us'),
    jp: connector('bridge-jp'),
    /** A shopper buys. */
    buy: async (purchase: object = {}, slug = 'bridge-us'): Promise<Witness> =>
      (await control<{ order: Witness }>(`shopify/${slug}/orders`, { lines: custom(1), ...purchase })).order,
    /** The shop's staff act on an order. */
    act: async (order: { readonly name: string }, action: string, body: object = {}): Promise<void> => {
      await control(`${orderPath(order)}/${action}`, body)
    },
    witness: async (order: { readonly name: string }): Promise<Witness> =>
      (await control<{ order: Witness }>(orderPath(order))).order,
    quirk: (name: string, value: unknown) => control('quirks', { name: `shopify.${name}`, value }),
    fault: (call: string, kind: string) => control('faults', { vendor: 'shopify', call, times: 1, fault: { kind } }),
    advance: (ms: number) => control('clock', { advanceMs: ms }),
    stop: () => simulator.stop(),
  }
}

export type Shops = Awaited<ReturnType<typeof openShops>>

export const read = async (shop: ShopifyConnector, id: string): Promise<ShopOrder> => {
  const order = await shop.readOrder(id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

/** All open fulfilment orders of an order, as a request to ship `units` of each line, or everything that is left. */
export const workOf = (order: ShopOrder, units?: number) =>
  order.fulfillmentOrders
    .filter(({ supportedActions }) => supportedActions.includes('CREATE_FULFILLMENT'))
    .map(({ id, lines }) => ({
      id,
      lines: lines.map((line) => ({ id: line.id, quantity: units ?? line.remainingQuantity })),
    }))

export const wordOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (failure: unknown) => (isRemoteFailure(failure) ? failure.word : failure),
  )
