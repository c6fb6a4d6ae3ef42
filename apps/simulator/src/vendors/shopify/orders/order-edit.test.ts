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
beforeEach(() => sim.core.quirks.reset())

describe('an order edit', () => {
  beforeEach(() => sim.core.quirks.set('shopify.extra-scopes', 'write_order_edits'))
  const begin = (order: Witness) =>
    shop.get<{ calculatedOrder: { id: string; lineItems: { nodes: { id: string; quantity: number }[] } } | null }>(
      `mutation($id: ID!) { orderEditBegin(id: $id) { calculatedOrder { id lineItems(first: 5) { nodes { id quantity } } } userErrors { field message } } }`,
      { id: order.id },
    )
  const set = (id: string, lineItemId: string, quantity: number) =>
    shop.get<object>(
      `mutation($id: ID!, $lineItemId: ID!, $quantity: Int!) { orderEditSetQuantity(id: $id, lineItemId: $lineItemId, quantity: $quantity) {
        calculatedLineItem { quantity } userErrors { field message } } }`,
      { id, lineItemId, quantity },
    )
  const add = (id: string, variantId: string, quantity: number) =>
    shop.get<object>(
      `mutation($id: ID!, $variantId: ID!, $quantity: Int!) { orderEditAddVariant(id: $id, variantId: $variantId, quantity: $quantity) {
        calculatedOrder { addedLineItems(first: 5) { nodes { quantity variantTitle } } } userErrors { field message } } }`,
      { id, variantId, quantity },
    )
  const commit = (id: string) =>
    shop.get<{ order: { edited: boolean } | null; userErrors: { message: string }[] }>(
      `mutation($id: ID!) { orderEditCommit(id: $id) { order { edited } userErrors { field message } } }`,
      { id },
    )

  it('changes nothing before the commit, and then all of it at once', async () => {
    const socks = await counter.variant('Merino Crew Socks')
    const order = await counter.buy({ lines: [{ variantId: mug.variantId, quantity: 3 }], force: true })
    const { id, lineItems } = (await begin(order)).calculatedOrder!
    expect(await set(id, lineItems.nodes[0]!.id, 1)).toMatchObject({
      calculatedLineItem: { quantity: 1 },
      userErrors: [],
    })
    expect(await add(id, mug.variantId, 1)).toMatchObject({ userErrors: [{ field: ['variantId'] }] })
    expect(await add(id, socks.variantId, 2)).toMatchObject({
      calculatedOrder: { addedLineItems: { nodes: [{ quantity: 2 }] } },
    })
    expect((await counter.read(order)).lines).toMatchObject([{ currentQuantity: 3 }])
    expect(await commit(id)).toMatchObject({ order: { edited: true }, userErrors: [] })
    expect((await counter.read(order)).lines).toMatchObject([
      { quantity: 3, currentQuantity: 1 },
      { variantId: socks.variantId, quantity: 2 },
    ])
    expect((await commit(id)).userErrors[0]?.message).toContain('does not exist')
  })

  it('takes nothing away that was sent, and nothing from a cancelled order', async () => {
    const bought = await counter.buy({ lines: [{ variantId: mug.variantId, quantity: 2 }], force: true })
    const sent = await counter.act(bought, 'fulfil')
    const { id, lineItems } = (await begin(sent)).calculatedOrder!
    expect(await set(id, lineItems.nodes[0]!.id, 1)).toMatchObject({ userErrors: [{ field: ['quantity'] }] })
    const gone = await counter.buy({ lines: [{ variantId: mug.variantId, quantity: 1 }], force: true })
    await counter.act(gone, 'cancel')
    expect(await begin(gone)).toMatchObject({ calculatedOrder: null })
  })

  it('needs the grant for edits', async () => {
    sim.core.quirks.set('shopify.extra-scopes', '')
    const order = await counter.buy({ lines: [{ variantId: mug.variantId, quantity: 1 }], force: true })
    const answer = await shop.ask('mutation($id: ID!) { orderEditBegin(id: $id) { userErrors { message } } }', {
      id: order.id,
    })
    expect(answer.errors?.[0]?.extensions?.['code']).toBe('ACCESS_DENIED')
  })
})
