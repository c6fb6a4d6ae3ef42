import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, startSimulator } from '../shopify-client.testing.ts'
import type { TestShop } from '../shopify-client.testing.ts'
import { openCounter } from './orders.testing.ts'
import type { Counter, Witness } from './orders.testing.ts'

let stop: () => Promise<void>
let shop: TestShop
let counter: Counter
let mug: Counter['variants'][number]

beforeAll(async () => {
  const started = await startSimulator()
  stop = started.stop
  started.sim.core.quirks.set('shopify.extra-scopes', 'write_returns')
  shop = await openTestShop(started.sim)
  counter = await openCounter(shop)
  mug = await counter.variant('Enamel Camp Mug')
})
afterAll(() => stop())

type Paid = Witness & { refunds: { total: string; presentment: string }[] }
const READ = `query($id: ID!) { order(id: $id) {
  totalShippingPriceSet { presentmentMoney { amount } }
  currentTotalPriceSet { shopMoney { amount } }
  lineItems(first: 5) { nodes { quantity originalTotalSet { presentmentMoney { amount } } discountedTotalSet { presentmentMoney { amount } } } }
  transactions { id kind }
  fulfillments { fulfillmentLineItems(first: 1) { nodes { id } } }
  returns(first: 1) { nodes { id returnLineItems(first: 1) { nodes { id } } exchangeLineItems(first: 1) { nodes { id } } } } } }`
type Money = { presentmentMoney: { amount: string } }
type Told = {
  totalShippingPriceSet: Money
  lineItems: { nodes: { quantity: number; originalTotalSet: Money; discountedTotalSet: Money }[] }
  transactions: { id: string; kind: string }[]
  fulfillments: { fulfillmentLineItems: { nodes: { id: string }[] } }[]
  returns: {
    nodes: {
      id: string
      returnLineItems: { nodes: { id: string }[] }
      exchangeLineItems: { nodes: { id: string }[] }
    }[]
  }
}
const read = (order: Witness): Promise<Told> => shop.get<Told>(READ, { id: order.id })
type Done = { return: { id: string } | null; userErrors: { code: string; field: string[] }[] }
const open = async (order: Witness, value: object): Promise<Done> => {
  const sent = (await read(order)).fulfillments[0]!.fulfillmentLineItems.nodes[0]!.id
  return shop.get<Done>(
    `mutation($input: ReturnInput!) { returnCreate(returnInput: $input) { return { id } userErrors { code field } } }`,
    {
      input: {
        orderId: order.id,
        returnLineItems: [{ fulfillmentLineItemId: sent, quantity: 1, returnReason: 'DEFECTIVE' }],
        exchangeLineItems: [{ variantId: mug.variantId, quantity: 2, appliedDiscount: { value } }],
      },
    },
  )
}
const sold = async (currency: string): Promise<Witness> =>
  counter.act(
    await counter.buy({ lines: [{ variantId: mug.variantId, quantity: 2 }], currency, force: true }),
    'fulfil',
  )

describe('a return of an order in another currency', () => {
  it('takes its refund and its discount in the shopper’s currency, and in no other', async () => {
    const order = await sold('KWD')
    expect(await open(order, { amount: { amount: '1.00', currencyCode: 'USD' } })).toMatchObject({
      return: null,
      userErrors: [{ code: 'INVALID' }],
    })
    expect(await open(order, { amount: { amount: '1.501', currencyCode: 'KWD' } })).toMatchObject({ userErrors: [] })
    const before = await read(order)
    const row = before.returns.nodes[0]!
    const process = (amount: string, currencyCode: string): Promise<Done> =>
      shop.get<Done>(
        `mutation($input: ReturnProcessInput!) { returnProcess(input: $input) { return { id } userErrors { code field } } }`,
        {
          input: {
            returnId: row.id,
            returnLineItems: [{ id: row.returnLineItems.nodes[0]!.id, quantity: 1 }],
            exchangeLineItems: [{ id: row.exchangeLineItems.nodes[0]!.id, quantity: 2 }],
            refundShipping: { fullRefund: true },
            financialTransfer: {
              issueRefund: {
                orderTransactions: [
                  {
                    parentId: before.transactions.find(({ kind }) => kind !== 'REFUND')!.id,
                    transactionAmount: { amount, currencyCode },
                  },
                ],
              },
            },
          },
        },
      )
    expect(await process('3.000', 'USD')).toMatchObject({ return: null, userErrors: [{ code: 'INVALID' }] })
    expect(await process('3.000', 'KWD')).toMatchObject({ userErrors: [] })
    const [refund] = (await counter.control<{ order: Paid }>('GET', `orders/${order.number}`)).order.refunds
    expect(refund!.presentment).toBe('3.000')
    // A dinar is 1 / 0.307 dollars; the order's own sums, each rounded, tell the rate to the cent.
    expect(Number(refund!.total)).toBeCloseTo(3 / 0.307, 1)
    const lines = (await read(order)).lineItems.nodes
    const [, exchange] = lines
    const fils = (text: string): number => Math.round(Number(text) * 1000)
    expect(
      fils(exchange!.originalTotalSet.presentmentMoney.amount) -
        fils(exchange!.discountedTotalSet.presentmentMoney.amount),
    ).toBe(1501)
  })
})
