import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Simulator } from '../../../compose.ts'
import { openTestShop, startSimulator } from '../shopify-client.testing.ts'
import type { TestShop } from '../shopify-client.testing.ts'
import { openCounter } from './orders.testing.ts'
import type { Counter, Witness } from './orders.testing.ts'

let sim: Simulator
let stop: () => Promise<void>
let shop: TestShop
let counter: Counter
let mug: Counter['variants'][number]

beforeAll(async () => {
  const started = await startSimulator()
  ;({ sim, stop } = started)
  shop = await openTestShop(sim)
  counter = await openCounter(shop)
  mug = await counter.variant('Enamel Camp Mug')
})
afterAll(() => stop())
beforeEach(() => {
  sim.core.quirks.reset()
  sim.core.quirks.set('shopify.extra-scopes', 'write_returns')
})

const sold = async (quantity: number): Promise<Witness> => {
  const order = await counter.buy({ lines: [{ variantId: mug.variantId, quantity }], force: true })
  return counter.act(order, 'fulfil')
}
type Payload = { return: { id: string; status: string } | null; userErrors: { code: string; field: string[] }[] }
type Told = {
  returnStatus: string
  fulfillments: { fulfillmentLineItems: { nodes: { id: string }[] } }[]
  returns: {
    nodes: {
      id: string
      status: string
      totalQuantity: number
      returnLineItems: { nodes: Record<string, unknown>[] }
      reverseFulfillmentOrders: { nodes: { status: string; lineItems: { nodes: { id: string }[] } }[] }
    }[]
  }
}
const read = (order: Witness): Promise<Told> =>
  shop.get<Told>(
    `query($id: ID!) { order(id: $id) { returnStatus
      fulfillments { fulfillmentLineItems(first: 5) { nodes { id } } }
      returns(first: 5) { nodes { id status totalQuantity
        returnLineItems(first: 5) { nodes { quantity refundedQuantity processedQuantity
          ... on ReturnLineItem { fulfillmentLineItem { lineItem { id } } } } }
        reverseFulfillmentOrders(first: 2) { nodes { status lineItems(first: 5) { nodes { id totalQuantity } } } } } } } }`,
    { id: order.id },
  )
const create = async (order: Witness, quantity: number): Promise<Payload> => {
  const part = (await read(order)).fulfillments[0]!.fulfillmentLineItems.nodes[0]!.id
  return shop.get<Payload>(
    `mutation($input: ReturnInput!) { returnCreate(returnInput: $input) { return { id status } userErrors { code field } } }`,
    {
      input: {
        orderId: order.id,
        returnLineItems: [{ fulfillmentLineItemId: part, quantity, returnReason: 'DEFECTIVE' }],
      },
    },
  )
}

describe('a return', () => {
  it('takes sent units only, and each of them once', async () => {
    const order = await sold(3)
    expect(await create(order, 4)).toMatchObject({ return: null, userErrors: [{ code: 'INVALID' }] })
    expect((await create(order, 2)).return?.status).toBe('OPEN')
    expect(await create(order, 2)).toMatchObject({ return: null })
    expect(await read(order)).toMatchObject({
      returnStatus: 'IN_PROGRESS',
      returns: {
        nodes: [
          {
            totalQuantity: 2,
            returnLineItems: {
              nodes: [{ quantity: 2, fulfillmentLineItem: { lineItem: { id: order.lines[0]!.id } } }],
            },
            reverseFulfillmentOrders: { nodes: [{ status: 'OPEN' }] },
          },
        ],
      },
    })
  })

  it('brings goods back on the shelf, is refunded and closed', async () => {
    const order = await sold(2)
    const made = (await create(order, 2)).return!
    const before = (await counter.variant('Enamel Camp Mug')).stock
    const [told] = (await read(order)).returns.nodes
    const line = told!.reverseFulfillmentOrders.nodes[0]!.lineItems.nodes[0]!
    const dispose = (more: object) =>
      shop.get<object>(
        `mutation($inputs: [ReverseFulfillmentOrderDisposeInput!]!) { reverseFulfillmentOrderDispose(dispositionInputs: $inputs) {
          reverseFulfillmentOrderLineItems { dispositions { type quantity } } userErrors { code field } } }`,
        {
          inputs: [{ reverseFulfillmentOrderLineItemId: line.id, quantity: 2, dispositionType: 'RESTOCKED', ...more }],
        },
      )
    expect(await dispose({})).toMatchObject({ userErrors: [{ code: 'BLANK' }] })
    const { locations } = await counter.control<{ locations: { id: string }[] }>('GET', 'places')
    expect(await dispose({ locationId: locations[0]!.id })).toMatchObject({ userErrors: [] })
    expect((await counter.variant('Enamel Camp Mug')).stock).toBe(before + 2)
    await counter.act(order, 'refund', { lines: [{ lineId: order.lines[0]!.id, quantity: 2, restockType: 'RETURN' }] })
    const close = `mutation($id: ID!) { returnClose(id: $id) { return { status } userErrors { code } } }`
    expect(await shop.get<object>(close, { id: made.id })).toMatchObject({ return: { status: 'CLOSED' } })
    expect(await shop.get<object>(close, { id: made.id })).toMatchObject({ userErrors: [{ code: 'INVALID_STATE' }] })
    expect(await read(order)).toMatchObject({
      returnStatus: 'RETURNED',
      returns: { nodes: [{ returnLineItems: { nodes: [{ refundedQuantity: 2, processedQuantity: 2 }] } }] },
    })
  })

  it('asked for by a shopper waits for an answer, and a declined one holds no units', async () => {
    const order = await sold(1)
    await counter.act(order, 'return', { lines: [{ lineId: order.lines[0]!.id, quantity: 1 }], requested: true })
    expect(await read(order)).toMatchObject({ returnStatus: 'RETURN_REQUESTED' })
    await counter.act(order, 'return-step', { step: 'decline' })
    expect(await read(order)).toMatchObject({ returnStatus: 'NO_RETURN', returns: { nodes: [{ status: 'DECLINED' }] } })
    expect((await create(order, 1)).return?.status).toBe('OPEN')
  })

  it('is closed to an app without the grant for returns', async () => {
    const order = await sold(1)
    sim.core.quirks.set('shopify.extra-scopes', '')
    const answer = await shop.ask('query($id: ID!) { order(id: $id) { returns(first: 1) { nodes { id } } } }', {
      id: order.id,
    })
    expect(answer.errors?.[0]?.extensions?.['code']).toBe('ACCESS_DENIED')
  })
})
