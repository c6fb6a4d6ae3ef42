import type { Simulator } from '../../../compose.ts'
import { openTestShop, startSimulator } from '../shopify-client.testing.ts'
import type { TestShop } from '../shopify-client.testing.ts'

/** An order as the control API returns it; only the parts that tests use. */
export type Witness = {
  id: string
  number: number
  financialStatus: string
  fulfillmentStatus: string
  cancelledAt: string | null
  total: string
  tags: string[]
  lines: {
    id: string
    variantId: string
    quantity: number
    currentQuantity: number
    unfulfilledQuantity: number
    fulfilledQuantity: number
  }[]
  fulfillmentOrders: {
    id: string
    status: string
    lines: { id: string; lineId: string; total: number; remaining: number }[]
  }[]
  fulfillments: {
    id: string
    status: string
    units: number
    tracking: { company: string | null; number: string | null; url: string | null }[]
  }[]
  refunds: { total: string; lines: { quantity: number; restockType: string }[] }[]
}

export type Counter = {
  variants: { variantId: string; product: string; sku: string; stock: number; status: string; priceMinor: number }[]
  control<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>
  buy(purchase: object): Promise<Witness>
  act(order: Witness, action: string, body?: object): Promise<Witness>
  read(order: Witness): Promise<Witness>
  /** Variant id of a product by its title, with its current stock. */
  variant(title: string): Promise<Counter['variants'][number]>
}

/** The control API of one shop, used to act as a shopper or as a member of staff. */
export async function openCounter(shop: TestShop): Promise<Counter> {
  const control: Counter['control'] = async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${shop.sim.core.origin}/control/shopify/${shop.shop}/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as T & { error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer
  }
  const list = () => control<{ variants: Counter['variants'] }>('GET', 'variants')
  const key = (order: Witness): string => String(order.number)
  return {
    variants: (await list()).variants,
    control,
    buy: async (purchase) => (await control<{ order: Witness }>('POST', 'orders', purchase)).order,
    act: async (order, action, body = {}) =>
      (await control<{ order: Witness }>('POST', `orders/${key(order)}/${action}`, body)).order,
    read: async (order) => (await control<{ order: Witness }>('GET', `orders/${key(order)}`)).order,
    variant: async (title) => {
      const found = (await list()).variants.find((row) => row.product === title)
      if (!found) throw new Error(`no product ${title}`)
      return found
    },
  }
}

/** A simulator of the test's own with a shop and a customer who buys there. */
export type OrderFixture = {
  sim: Simulator
  shop: TestShop
  counter: Counter
  /** a variant that is always in stock */
  mug: Counter['variants'][number]
  stop: () => Promise<void>
}

export async function openOrderFixture(): Promise<OrderFixture> {
  const { sim, stop } = await startSimulator()
  const shop = await openTestShop(sim)
  const counter = await openCounter(shop)
  return { sim, shop, counter, mug: await counter.variant('Enamel Camp Mug'), stop }
}

/** All fields of an order that a buyer uses. */
export const ORDER = `query($id: ID!) { order(id: $id) {
  name number email note tags test edited displayFinancialStatus displayFulfillmentStatus cancelReason returnStatus
  currencyCode presentmentCurrencyCode
  subtotalPriceSet { ...M } totalShippingPriceSet { ...M } totalTaxSet { ...M } totalPriceSet { ...M }
  currentTotalPriceSet { ...M } totalRefundedSet { ...M } totalDiscountsSet { ...M }
  shippingAddress { name city countryCodeV2 zip }
  lineItems(first: 10) { nodes { id sku title variantTitle quantity currentQuantity unfulfilledQuantity
    nonFulfillableQuantity customAttributes { key value } variant { id } product { id } originalUnitPriceSet { ...M } } }
  refunds { id totalRefundedSet { ...M } refundLineItems(first: 5) { nodes { quantity restockType lineItem { id } } } }
  fulfillmentOrders(first: 5) { nodes { id status requestStatus supportedActions { action } fulfillmentHolds { reason }
    assignedLocation { location { id } name } lineItems(first: 5) { nodes { id totalQuantity remainingQuantity lineItem { id } } } } }
  fulfillments { id status displayStatus trackingInfo { company number url } fulfillmentLineItems(first: 5) { nodes { quantity lineItem { id } } } }
} } fragment M on MoneyBag { shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }`

type Money = { shopMoney: { amount: string }; presentmentMoney: { amount: string; currencyCode: string } }
export type Read = {
  name: string
  displayFinancialStatus: string
  displayFulfillmentStatus: string
  edited: boolean
  totalPriceSet: Money
  currentTotalPriceSet: Money
  totalRefundedSet: Money
  totalTaxSet: Money
  shippingAddress: { city: string } | null
  email: string | null
  lineItems: {
    nodes: {
      id: string
      quantity: number
      currentQuantity: number
      unfulfilledQuantity: number
      nonFulfillableQuantity: number
      title: string
      sku: string
      variant: object | null
      product: object | null
    }[]
  }
  refunds: { refundLineItems: { nodes: { quantity: number; restockType: string }[] } }[]
  fulfillmentOrders: {
    nodes: {
      id: string
      status: string
      supportedActions: { action: string }[]
      lineItems: { nodes: { id: string; totalQuantity: number; remainingQuantity: number }[] }
    }[]
  }
}

export const readOrder = (shop: TestShop, order: Witness): Promise<Read> => shop.get<Read>(ORDER, { id: order.id })
