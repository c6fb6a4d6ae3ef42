import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOrderDesk } from './orders.testing.ts'
import type { OrderDesk, Witness } from './orders.testing.ts'

let desk: OrderDesk

beforeAll(async () => {
  desk = await openOrderDesk()
})
afterAll(() => desk.stop())
beforeEach(() => desk.sim.core.quirks.reset())

describe('an order edit', () => {
  beforeEach(() => desk.sim.core.quirks.set('shopify.extra-scopes', 'write_order_edits'))
  const begin = (order: Witness) =>
    desk.shop.get<{ calculatedOrder: { id: string; lineItems: { nodes: { id: string; quantity: number }[] } } | null }>(
      `mutation($id: ID!) { orderEditBegin(id: $id) { calculatedOrder { id lineItems(first: 5) { nodes { id quantity } } } userErrors { field message } } }`,
      { id: order.id },
    )
  const set = (id: string, lineItemId: string, quantity: number) =>
    desk.shop.get<object>(
      `mutation($id: ID!, $lineItemId: ID!, $quantity: Int!) { orderEditSetQuantity(id: $id, lineItemId: $lineItemId, quantity: $quantity) {
        calculatedLineItem { quantity } userErrors { field message } } }`,
      { id, lineItemId, quantity },
    )
  const add = (id: string, variantId: string, quantity: number) =>
    desk.shop.get<object>(
      `mutation($id: ID!, $variantId: ID!, $quantity: Int!) { orderEditAddVariant(id: $id, variantId: $variantId, quantity: $quantity) {
        calculatedOrder { addedLineItems(first: 5) { nodes { quantity variantTitle } } } userErrors { field message } } }`,
      { id, variantId, quantity },
    )
  const commit = (id: string) =>
    desk.shop.get<{ order: { edited: boolean } | null; userErrors: { message: string }[] }>(
      `mutation($id: ID!) { orderEditCommit(id: $id) { order { edited } userErrors { field message } } }`,
      { id },
    )

  it('changes nothing before the commit, and then all of it at once', async () => {
    const socks = await desk.counter.variant('Merino Crew Socks')
    const order = await desk.counter.buy({ lines: [{ variantId: desk.mug.variantId, quantity: 3 }], force: true })
    const { id, lineItems } = (await begin(order)).calculatedOrder!
    expect(await set(id, lineItems.nodes[0]!.id, 1)).toMatchObject({
      calculatedLineItem: { quantity: 1 },
      userErrors: [],
    })
    expect(await add(id, desk.mug.variantId, 1)).toMatchObject({ userErrors: [{ field: ['variantId'] }] })
    expect(await add(id, socks.variantId, 2)).toMatchObject({
      calculatedOrder: { addedLineItems: { nodes: [{ quantity: 2 }] } },
    })
    expect((await desk.counter.read(order)).lines).toMatchObject([{ currentQuantity: 3 }])
    expect(await commit(id)).toMatchObject({ order: { edited: true }, userErrors: [] })
    expect((await desk.counter.read(order)).lines).toMatchObject([
      { quantity: 3, currentQuantity: 1 },
      { variantId: socks.variantId, quantity: 2 },
    ])
    expect((await commit(id)).userErrors[0]?.message).toContain('does not exist')
  })

  it('takes nothing away that was sent, and nothing from a cancelled order', async () => {
    const bought = await desk.counter.buy({ lines: [{ variantId: desk.mug.variantId, quantity: 2 }], force: true })
    const sent = await desk.counter.act(bought, 'fulfil')
    const { id, lineItems } = (await begin(sent)).calculatedOrder!
    expect(await set(id, lineItems.nodes[0]!.id, 1)).toMatchObject({ userErrors: [{ field: ['quantity'] }] })
    const gone = await desk.counter.buy({ lines: [{ variantId: desk.mug.variantId, quantity: 1 }], force: true })
    await desk.counter.act(gone, 'cancel')
    expect(await begin(gone)).toMatchObject({ calculatedOrder: null })
  })

  it('needs the grant for edits', async () => {
    desk.sim.core.quirks.set('shopify.extra-scopes', '')
    const order = await desk.counter.buy({ lines: [{ variantId: desk.mug.variantId, quantity: 1 }], force: true })
    const answer = await desk.shop.ask('mutation($id: ID!) { orderEditBegin(id: $id) { userErrors { message } } }', {
      id: order.id,
    })
    expect(answer.errors?.[0]?.extensions?.['code']).toBe('ACCESS_DENIED')
  })
})
