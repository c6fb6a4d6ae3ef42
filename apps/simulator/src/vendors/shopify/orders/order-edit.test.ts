import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOrderFixture } from './orders.testing.ts'
import type { OrderFixture, Witness } from './orders.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.sim.core.quirks.reset())

describe('an order edit', () => {
  beforeEach(() => fixture.sim.core.quirks.set('shopify.extra-scopes', 'write_order_edits'))
  const begin = (order: Witness) =>
    fixture.shop.get<{
      calculatedOrder: { id: string; lineItems: { nodes: { id: string; quantity: number }[] } } | null
    }>(
      `mutation($id: ID!) { orderEditBegin(id: $id) { calculatedOrder { id lineItems(first: 5) { nodes { id quantity } } } userErrors { field message } } }`,
      { id: order.id },
    )
  const set = (id: string, lineItemId: string, quantity: number) =>
    fixture.shop.get<object>(
      `mutation($id: ID!, $lineItemId: ID!, $quantity: Int!) { orderEditSetQuantity(id: $id, lineItemId: $lineItemId, quantity: $quantity) {
        calculatedLineItem { quantity } userErrors { field message } } }`,
      { id, lineItemId, quantity },
    )
  const add = (id: string, variantId: string, quantity: number) =>
    fixture.shop.get<object>(
      `mutation($id: ID!, $variantId: ID!, $quantity: Int!) { orderEditAddVariant(id: $id, variantId: $variantId, quantity: $quantity) {
        calculatedOrder { addedLineItems(first: 5) { nodes { quantity variantTitle } } } userErrors { field message } } }`,
      { id, variantId, quantity },
    )
  const commit = (id: string) =>
    fixture.shop.get<{ order: { edited: boolean } | null; userErrors: { message: string }[] }>(
      `mutation($id: ID!) { orderEditCommit(id: $id) { order { edited } userErrors { field message } } }`,
      { id },
    )

  it('changes nothing before the commit, and then all of it at once', async () => {
    const socks = await fixture.counter.variant('Merino Crew Socks')
    const order = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 3 }], force: true })
    const { id, lineItems } = (await begin(order)).calculatedOrder!
    expect(await set(id, lineItems.nodes[0]!.id, 1)).toMatchObject({
      calculatedLineItem: { quantity: 1 },
      userErrors: [],
    })
    expect(await add(id, fixture.mug.variantId, 1)).toMatchObject({ userErrors: [{ field: ['variantId'] }] })
    expect(await add(id, socks.variantId, 2)).toMatchObject({
      calculatedOrder: { addedLineItems: { nodes: [{ quantity: 2 }] } },
    })
    expect((await fixture.counter.read(order)).lines).toMatchObject([{ currentQuantity: 3 }])
    expect(await commit(id)).toMatchObject({ order: { edited: true }, userErrors: [] })
    expect((await fixture.counter.read(order)).lines).toMatchObject([
      { quantity: 3, currentQuantity: 1 },
      { variantId: socks.variantId, quantity: 2 },
    ])
    expect((await commit(id)).userErrors[0]?.message).toContain('does not exist')
  })

  it('removes nothing that was sent, and nothing from a cancelled order', async () => {
    const bought = await fixture.counter.buy({
      lines: [{ variantId: fixture.mug.variantId, quantity: 2 }],
      force: true,
    })
    const sent = await fixture.counter.act(bought, 'fulfil')
    const { id, lineItems } = (await begin(sent)).calculatedOrder!
    expect(await set(id, lineItems.nodes[0]!.id, 1)).toMatchObject({ userErrors: [{ field: ['quantity'] }] })
    const gone = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 1 }], force: true })
    await fixture.counter.act(gone, 'cancel')
    expect(await begin(gone)).toMatchObject({ calculatedOrder: null })
  })

  it('needs the scope for edits', async () => {
    fixture.sim.core.quirks.set('shopify.extra-scopes', '')
    const order = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 1 }], force: true })
    const answer = await fixture.shop.ask('mutation($id: ID!) { orderEditBegin(id: $id) { userErrors { message } } }', {
      id: order.id,
    })
    expect(answer.errors?.[0]?.extensions?.['code']).toBe('ACCESS_DENIED')
  })
})
