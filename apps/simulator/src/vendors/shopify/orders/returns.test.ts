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
type Reported = {
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
const read = (order: Witness): Promise<Reported> =>
  shop.get<Reported>(
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
  it('accepts sent units only, and each of them once', async () => {
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

  it('restocks goods, is refunded and closed', async () => {
    const order = await sold(2)
    const made = (await create(order, 2)).return!
    const before = (await counter.variant('Enamel Camp Mug')).stock
    const [reported] = (await read(order)).returns.nodes
    const line = reported!.reverseFulfillmentOrders.nodes[0]!.lineItems.nodes[0]!
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

  it('requested by a customer waits for an answer, and a declined one blocks no units', async () => {
    const order = await sold(1)
    await counter.act(order, 'return', { lines: [{ lineId: order.lines[0]!.id, quantity: 1 }], requested: true })
    expect(await read(order)).toMatchObject({ returnStatus: 'RETURN_REQUESTED' })
    await counter.act(order, 'return-step', { step: 'decline' })
    expect(await read(order)).toMatchObject({ returnStatus: 'NO_RETURN', returns: { nodes: [{ status: 'DECLINED' }] } })
    expect((await create(order, 1)).return?.status).toBe('OPEN')
  })

  it('is refused to an app without the scope for returns', async () => {
    const order = await sold(1)
    sim.core.quirks.set('shopify.withheld-scopes', 'read_returns,write_returns')
    const answer = await shop.ask('query($id: ID!) { order(id: $id) { returns(first: 1) { nodes { id } } } }', {
      id: order.id,
    })
    expect(answer.errors?.[0]?.extensions?.['code']).toBe('ACCESS_DENIED')
  })
})

type Processed = {
  return: {
    status: string
    refunds: { nodes: { id: string; totalRefundedSet: { shopMoney: { amount: string } } }[] }
    returnLineItems: { nodes: { id: string; processedQuantity: number; refundedQuantity: number }[] }
    exchangeLineItems: {
      nodes: {
        id: string
        quantity: number
        processedQuantity: number
        lineItems: { id: string; quantity: number }[]
      }[]
    }
  } | null
  userErrors: { code: string; field: string[] }[]
}
const SHOWN = `status
  refunds(first: 5) { nodes { id totalRefundedSet { shopMoney { amount } } } }
  returnLineItems(first: 5) { nodes { id processedQuantity refundedQuantity } }
  exchangeLineItems(first: 5) { nodes { id quantity processedQuantity lineItems { id quantity } } }`
const process = (input: object): Promise<Processed> =>
  shop.get<Processed>(
    `mutation($input: ReturnProcessInput!) { returnProcess(input: $input) { return { ${SHOWN} } userErrors { code field } } }`,
    { input },
  )
const shown = (id: string): Promise<Processed['return']> =>
  shop.get<Processed['return']>(`query($id: ID!) { return(id: $id) { ${SHOWN} } }`, { id })
const paymentOf = async (order: Witness): Promise<string> => {
  const { transactions } = await shop.get<{ transactions: { id: string }[] }>(
    'query($id: ID!) { order(id: $id) { transactions(first: 1) { id } } }',
    { id: order.id },
  )
  return transactions[0]!.id
}

describe('a return that is processed', () => {
  it('removes the units from the order, refunds the money once, and has both in the return', async () => {
    const order = await sold(2)
    const { id } = (await create(order, 2)).return!
    const [line] = (await shown(id))!.returnLineItems.nodes
    const refund = async (amount: string) => ({
      issueRefund: {
        orderTransactions: [{ parentId: await paymentOf(order), transactionAmount: { amount, currencyCode: 'USD' } }],
      },
    })
    const tooMany = await process({ returnId: id, returnLineItems: [{ id: line!.id, quantity: 3 }] })
    expect(tooMany).toMatchObject({ return: null, userErrors: [{ code: 'INVALID' }] })
    const tooMuch = await process({
      returnId: id,
      returnLineItems: [{ id: line!.id, quantity: 1 }],
      financialTransfer: await refund('99999.00'),
    })
    expect(tooMuch).toMatchObject({ return: null, userErrors: [{ code: 'INVALID' }] })
    expect((await shown(id))!.returnLineItems.nodes).toMatchObject([{ processedQuantity: 0, refundedQuantity: 0 }])
    const done = await process({
      returnId: id,
      returnLineItems: [{ id: line!.id, quantity: 2 }],
      financialTransfer: await refund('5.00'),
    })
    expect(done.userErrors).toEqual([])
    expect(done.return).toMatchObject({
      status: 'OPEN',
      refunds: { nodes: [{ totalRefundedSet: { shopMoney: { amount: '5.00' } } }] },
      returnLineItems: { nodes: [{ processedQuantity: 2, refundedQuantity: 2 }] },
    })
    const again = await process({ returnId: id, returnLineItems: [{ id: line!.id, quantity: 1 }] })
    expect(again).toMatchObject({ return: null, userErrors: [{ code: 'INVALID' }] })
    expect(await counter.read(order)).toMatchObject({ lines: [{ quantity: 2, currentQuantity: 0 }] })
    // It is in progress by now, so it can't be cancelled any more.
    const cancel = `mutation($id: ID!) { returnCancel(id: $id) { return { id } userErrors { code } } }`
    expect(await shop.get<object>(cancel, { id })).toMatchObject({ userErrors: [{ code: 'INVALID_STATE' }] })
  })

  it('turns an exchange into a line of the order, with an open fulfilment order', async () => {
    const order = await sold(1)
    await counter.act(order, 'return', {
      lines: [{ lineId: order.lines[0]!.id, quantity: 1 }],
      exchanges: [{ variantId: mug.variantId, quantity: 1 }],
    })
    const { returns } = await read(order)
    const { id } = returns.nodes[0]!
    expect((await shown(id))!.exchangeLineItems.nodes).toMatchObject([
      { quantity: 1, processedQuantity: 0, lineItems: [] },
    ])
    const after = await counter.act(order, 'return-step', { step: 'process', refund: false })
    expect(after.lines).toMatchObject([
      { currentQuantity: 0, unfulfilledQuantity: 0 },
      { variantId: mug.variantId, currentQuantity: 1, unfulfilledQuantity: 1 },
    ])
    expect(await shown(id)).toMatchObject({
      refunds: { nodes: [{ totalRefundedSet: { shopMoney: { amount: '0.00' } } }] },
      exchangeLineItems: { nodes: [{ processedQuantity: 1, lineItems: [{ id: after.lines[1]!.id, quantity: 1 }] }] },
    })
  })

  it('must name existing variants, and be open', async () => {
    const order = await sold(1)
    const line = { lineId: order.lines[0]!.id, quantity: 1 }
    const gone = { lines: [line], exchanges: [{ variantId: 'gid://shopify/ProductVariant/1', quantity: 1 }] }
    await expect(counter.act(order, 'return', gone)).rejects.toThrow('Variant does not exist')
    await counter.act(order, 'return', { lines: [line], requested: true })
    const { id } = (await read(order)).returns.nodes[0]!
    const [waiting] = (await shown(id))!.returnLineItems.nodes
    const early = await process({ returnId: id, returnLineItems: [{ id: waiting!.id, quantity: 1 }] })
    expect(early).toMatchObject({ return: null, userErrors: [{ code: 'INVALID_STATE' }] })
  })
})
