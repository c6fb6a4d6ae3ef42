import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOrderFixture, ORDER, readOrder } from './orders.testing.ts'
import type { OrderFixture, Read, Witness } from './orders.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.sim.core.quirks.reset())

const read = (order: Witness): Promise<Read> => readOrder(fixture.shop, order)

describe('finding orders', () => {
  it('pages through the updated ones once each, and continues where it stopped', async () => {
    await fixture.counter.control('POST', 'busy-day', { count: 120 })
    const page = (after: string | null, query: string | null = null) =>
      fixture.shop.get<{
        nodes: { id: string; updatedAt: string }[]
        pageInfo: { hasNextPage: boolean; endCursor: string }
      }>(
        `query($after: String, $query: String) { orders(first: 50, after: $after, query: $query, sortKey: UPDATED_AT) {
          nodes { id updatedAt } pageInfo { hasNextPage endCursor } } }`,
        { after, query },
      )
    const seen: { id: string; updatedAt: string }[] = []
    for (let after: string | null = null; ;) {
      const { nodes, pageInfo }: Awaited<ReturnType<typeof page>> = await page(after)
      seen.push(...nodes)
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    const { count } = await fixture.shop.get<{ count: number }>('{ ordersCount { count } }')
    expect(new Set(seen.map((order) => order.id)).size).toBe(count)
    expect(seen.map((order) => order.updatedAt)).toEqual(seen.map((order) => order.updatedAt).sort())
    fixture.sim.core.clock.advance(5000)
    const since = new Date(fixture.sim.core.clock.now()).toISOString()
    const fresh = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 1 }] })
    expect((await page(null, `updated_at:>='${since.slice(0, 19)}Z'`)).nodes.map((order) => order.id)).toEqual([
      fresh.id,
    ])
  })

  it('finds by name, status, money, risk, tag, sku and test', async () => {
    const line = { variantId: fixture.mug.variantId, quantity: 1 }
    const plain = await fixture.counter.buy({ lines: [line], tags: ['find-me'] })
    const waiting = await fixture.counter.buy({
      lines: [line],
      tags: ['find-me'],
      payment: 'pending',
      risk: 'HIGH',
      test: true,
    })
    const gone = await fixture.counter.act(await fixture.counter.buy({ lines: [line], tags: ['find-me'] }), 'cancel')
    const find = async (query: string) =>
      (
        await fixture.shop.get<{ nodes: { name: string }[] }>(
          'query($query: String) { orders(first: 50, query: $query, sortKey: ID) { nodes { name } } }',
          { query: `tag:find-me ${query}` },
        )
      ).nodes.map((order) => Number(order.name.slice(1)))
    expect(await find('')).toEqual([plain.number, waiting.number, gone.number])
    expect(await find(`name:#${plain.number}`)).toEqual([plain.number])
    expect(await find('financial_status:pending')).toEqual([waiting.number])
    expect(await find('risk_level:high')).toEqual([waiting.number])
    expect(await find('status:cancelled')).toEqual([gone.number])
    expect(await find('status:open')).toEqual([plain.number, waiting.number])
    expect(await find('-test:true status:open')).toEqual([plain.number])
    expect(await find('sku:nothing')).toEqual([])
    expect(
      (await fixture.shop.ask('{ orders(first: 1, query: "cart_token:1") { nodes { id } } }')).errors?.[0]?.message,
    ).toBe('not simulated: search by cart_token')
  })

  it('shows only the last 60 days without read_all_orders', async () => {
    const at = new Date(fixture.sim.core.clock.now() - 61 * 86_400_000).toISOString()
    const old = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 1 }], at })
    expect((await read(old)).name).toBe(`#${old.number}`)
    fixture.sim.core.quirks.set('shopify.withheld-scopes', 'read_all_orders')
    expect(await fixture.shop.get<object | null>(ORDER, { id: old.id })).toBeNull()
    const { nodes } = await fixture.shop.get<{ nodes: object[] }>(
      'query($q: String) { orders(first: 1, query: $q) { nodes { id } } }',
      { q: `name:${old.number}` },
    )
    expect(nodes).toEqual([])
  })
})
