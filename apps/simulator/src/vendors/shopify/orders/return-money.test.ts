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
type Reported = {
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
const read = (order: Witness): Promise<Reported> => shop.get<Reported>(READ, { id: order.id })
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
  it('has its refund and its discount in the customer’s currency, and in no other', async () => {
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
    // A dinar is 1 / 0.307 dollars; the rate comes from the order's own rounded amounts, so it is exact to the cent only.
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

describe('the proposal for a refund', () => {
  const SUGGEST = `query($id: ID!, $lines: [SuggestedOutcomeReturnLineItemInput!]!, $shipping: RefundShippingInput) { return(id: $id) {
    suggestedFinancialOutcome(returnLineItems: $lines, exchangeLineItems: [], refundShipping: $shipping) {
      maximumRefundable { presentmentMoney { amount } }
      shipping { amountSet { presentmentMoney { amount } } }
      financialTransfer { ... on RefundReturnOutcome { amount { shopMoney { amount } presentmentMoney { amount } }
        suggestedTransactions { amountSet { presentmentMoney { amount } } parentTransaction { id } } } } } } }`
  type Outcome = {
    suggestedFinancialOutcome: {
      maximumRefundable: Money
      shipping: { amountSet: Money }
      financialTransfer: {
        amount: Money
        suggestedTransactions: { amountSet: Money; parentTransaction: { id: string } }[]
      } | null
    } | null
  }

  it('is the price with tax of the pieces, and the shipping if it is requested, never more than is left', async () => {
    const order = await sold('KWD')
    await open(order, { amount: { amount: '1.501', currencyCode: 'KWD' } })
    const { returns, transactions } = await read(order)
    const [row] = returns.nodes
    const suggest = async (quantity: number, shipping: object | null = null) =>
      (
        await shop.get<Outcome>(SUGGEST, {
          id: row!.id,
          lines: [{ id: row!.returnLineItems.nodes[0]!.id, quantity }],
          shipping,
        })
      ).suggestedFinancialOutcome
    const fils = (money: Money): number => Math.round(Number(money.presentmentMoney.amount) * 1000)
    const one = (await suggest(1))!
    const [payment] = one.financialTransfer!.suggestedTransactions
    expect(payment).toMatchObject({ amountSet: { presentmentMoney: one.financialTransfer!.amount.presentmentMoney } })
    expect(payment!.parentTransaction.id).toBe(transactions.find(({ kind }) => kind !== 'REFUND')!.id)
    expect(fils(one.financialTransfer!.amount)).toBeLessThan(fils(one.maximumRefundable))
    const beside = (await suggest(1, { fullRefund: true }))!
    expect(fils(beside.financialTransfer!.amount) - fils(one.financialTransfer!.amount)).toBeGreaterThanOrEqual(
      fils(beside.shipping.amountSet),
    )
    // More pieces than are in the return.
    expect(await suggest(2)).toBeNull()
  })
})

const ABROAD = { address1: '1 King St', city: 'Toronto', zip: 'M5H', countryCode: 'CA', country: 'Canada' }
const STAND = `query($id: ID!) { order(id: $id) {
  displayFinancialStatus currentTotalPriceSet { shopMoney { amount } } currentTotalDutiesSet { shopMoney { amount } }
  originalTotalDutiesSet { shopMoney { amount } }
  lineItems(first: 5) { nodes { id title currentQuantity duties { id } } }
  transactions { id kind amountSet { shopMoney { amount } presentmentMoney { amount } } }
  fulfillments { fulfillmentLineItems(first: 1) { nodes { id } } }
  returns(first: 1) { nodes { id returnLineItems(first: 1) { nodes { id } } } }
  refunds { duties { amountSet { shopMoney { amount } } } refundLineItems(first: 5) { nodes { quantity lineItem { title } } } } } }`
type Amount = { shopMoney: { amount: string } }
type Stand = {
  displayFinancialStatus: string
  currentTotalPriceSet: Amount
  currentTotalDutiesSet: Amount
  originalTotalDutiesSet: Amount
  lineItems: { nodes: { id: string; title: string; currentQuantity: number; duties: { id: string }[] }[] }
  transactions: { id: string; kind: string; amountSet: Amount & { presentmentMoney: { amount: string } } }[]
  fulfillments: { fulfillmentLineItems: { nodes: { id: string }[] } }[]
  returns: { nodes: { id: string; returnLineItems: { nodes: { id: string }[] } }[] }
  refunds: {
    duties: { amountSet: Amount }[]
    refundLineItems: { nodes: { quantity: number; lineItem: { title: string } }[] }
  }[]
}
const stand = (order: Witness): Promise<Stand> => shop.get<Stand>(STAND, { id: order.id })
const cents = (amount: Amount): number => Math.round(Number(amount.shopMoney.amount) * 100)

describe('a return of an order with a tip and duties', () => {
  /** Two pieces, sold abroad with a tip, of which one will be returned. */
  const opened = async (): Promise<{ order: Witness; before: Stand; process: (input: object) => Promise<Done> }> => {
    const bought = await counter.buy({
      lines: [{ variantId: mug.variantId, quantity: 2 }],
      shippingAddress: ABROAD,
      tipMinor: 500,
      dutyPercent: 10,
      force: true,
    })
    const order = await counter.act(bought, 'fulfil')
    const [line] = order.lines
    await counter.act(order, 'return', { lines: [{ lineId: line!.id, quantity: 1 }] })
    const before = await stand(order)
    const process = (input: object): Promise<Done> =>
      shop.get<Done>(
        `mutation($input: ReturnProcessInput!) { returnProcess(input: $input) { return { id } userErrors { code field } } }`,
        { input: { returnId: before.returns.nodes[0]!.id, ...input } },
      )
    return { order, before, process }
  }
  const piece = ({ returns }: Stand) => [{ id: returns.nodes[0]!.returnLineItems.nodes[0]!.id, quantity: 1 }]
  const duty = ({ lineItems }: Stand): string => lineItems.nodes[0]!.duties[0]!.id
  const tip = ({ lineItems }: Stand): string => lineItems.nodes.find(({ title }) => title === 'Tip')!.id

  it('refunds the piece’s part of its duties and the tip, once, and only what was requested', async () => {
    const { order, before, process } = await opened()
    const refundDuties = [{ dutyId: duty(before), refundType: 'PROPORTIONAL' }]
    const request = { returnLineItems: piece(before), refundDuties, tipLineId: tip(before) }
    expect(await process(request)).toMatchObject({ userErrors: [] })
    const after = await stand(order)
    const half = cents(before.originalTotalDutiesSet) / 2
    expect([cents(after.originalTotalDutiesSet), cents(after.currentTotalDutiesSet)]).toEqual([2 * half, half])
    expect(after.refunds.map((row) => row.duties.map(({ amountSet }) => cents(amountSet)))).toEqual([[half]])
    expect(after.refunds[0]!.refundLineItems.nodes.map(({ quantity, lineItem }) => [lineItem.title, quantity])).toEqual(
      [
        ['Enamel Camp Mug', 1],
        ['Tip', 1],
      ],
    )
    expect(after.lineItems.nodes.map(({ currentQuantity }) => currentQuantity)).toEqual([1, 0])
    expect(cents(before.currentTotalPriceSet) - cents(after.currentTotalPriceSet)).toBe(half + 500 + mug.priceMinor)
    // No money moved, as no amount was given.
    expect(after.transactions.filter(({ kind }) => kind === 'REFUND')).toEqual([])
    expect(await process({ tipLineId: tip(before) })).toMatchObject({ userErrors: [{ code: 'BLANK' }] })
    await counter.act(order, 'return', { lines: [{ lineId: order.lines[0]!.id, quantity: 1 }] })
    const next = (
      await shop.get<{ returns: { nodes: { id: string; returnLineItems: { nodes: { id: string }[] } }[] } }>(
        `query($id: ID!) { order(id: $id) { returns(first: 2) { nodes { id returnLineItems(first: 1) { nodes { id } } } } } }`,
        { id: order.id },
      )
    ).returns.nodes.at(-1)!
    const again = { returnId: next.id, returnLineItems: [{ id: next.returnLineItems.nodes[0]!.id, quantity: 1 }] }
    expect(await process({ ...again, tipLineId: tip(before) })).toMatchObject({
      userErrors: [{ code: 'INVALID', field: ['input', 'tipLineId'] }],
    })
    expect(await process({ ...again, refundDuties: [{ dutyId: duty(before) }] })).toMatchObject({ userErrors: [] })
    expect(cents((await stand(order)).currentTotalDutiesSet)).toBe(0)
  })

  it('is refused completely for duties or a tip that the order does not have', async () => {
    const { order, before, process } = await opened()
    const strange = { dutyId: 'gid://shopify/Duty/1' }
    expect(await process({ returnLineItems: piece(before), refundDuties: [strange] })).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND', field: ['input', 'refundDuties', '0', 'dutyId'] }],
    })
    const mugLine = before.lineItems.nodes[0]!.id
    expect(await process({ returnLineItems: piece(before), tipLineId: mugLine })).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND', field: ['input', 'tipLineId'] }],
    })
    expect(await stand(order)).toEqual(before)
  })
})

describe('a refund of an order in another currency', () => {
  const refund = (order: Witness, input: object) =>
    shop.get<{ userErrors: { field: string[] }[] }>(
      `mutation($input: RefundInput!) { refundCreate(input: $input) @idempotent(key: "${crypto.randomUUID()}") { userErrors { field } } }`,
      { input: { orderId: order.id, ...input } },
    )

  it('must be in the customer’s currency', async () => {
    const order = await sold('KWD')
    const parentId = (await stand(order)).transactions[0]!.id
    const transactions = [{ amount: '1.000', kind: 'REFUND', gateway: 'bogus', orderId: order.id, parentId }]
    for (const currency of [undefined, 'USD'])
      expect(await refund(order, { transactions, ...(currency ? { currency } : {}) })).toMatchObject({
        userErrors: [{ field: ['input', 'currency'] }],
      })
    expect(await refund(order, { transactions, currency: 'KWD' })).toEqual({ userErrors: [] })
  })

  it('in many parts adds up exactly in both currencies', async () => {
    const order = await sold('KWD')
    const { transactions } = await stand(order)
    const paid = transactions.find(({ kind }) => kind !== 'REFUND')!
    const total = Math.round(Number(paid.amountSet.presentmentMoney.amount) * 1000)
    // Five fils are 1.6 cents, so each of these parts is rounded to two cents.
    const parts = [...Array.from({ length: 10 }, () => 5), total - 50]
    for (const fils of parts) {
      const one = {
        amount: (fils / 1000).toFixed(3),
        kind: 'REFUND',
        gateway: 'bogus',
        orderId: order.id,
        parentId: paid.id,
      }
      expect(await refund(order, { transactions: [one], currency: 'KWD' })).toEqual({ userErrors: [] })
    }
    const after = await stand(order)
    const given = after.transactions.filter(({ kind }) => kind === 'REFUND')
    expect(given.reduce((sum, { amountSet }) => sum + cents(amountSet), 0)).toBe(cents(paid.amountSet))
    expect(after.displayFinancialStatus).toBe('REFUNDED')
  })

  it('of shipping is no larger than what is left of it', async () => {
    const order = await sold('KWD')
    const shipping = (await read(order)).totalShippingPriceSet.presentmentMoney.amount
    expect(Number(shipping)).toBeGreaterThan(0)
    const whole = { shipping: { fullRefund: true }, currency: 'KWD' }
    const line = { refundLineItems: [{ lineItemId: order.lines[0]!.id, quantity: 1, restockType: 'NO_RESTOCK' }] }
    expect(await refund(order, { ...line, ...whole })).toEqual({ userErrors: [] })
    const more = { shipping: { amount: shipping }, currency: 'KWD' }
    expect(await refund(order, { ...line, ...more })).toMatchObject({ userErrors: [{ field: ['input', 'shipping'] }] })
  })
})
