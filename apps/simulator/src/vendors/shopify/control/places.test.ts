import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOrderFixture } from '../orders/orders.testing.ts'
import type { OrderFixture } from '../orders/orders.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.sim.core.quirks.reset())

describe('locations', () => {
  it('are added, deactivated and deleted, and deactivated ones are listed only on request', async () => {
    const made = await fixture.counter.control<{ location: { id: string } }>('POST', 'places', {
      action: 'create',
      name: 'Pop-up',
    })
    const list = async (more = '') =>
      (
        await fixture.shop.get<{ nodes: { id: string; isActive: boolean }[] }>(
          `{ locations(first: 10${more}) { nodes { id isActive } } }`,
        )
      ).nodes
    expect(await list()).toContainEqual({ id: made.location.id, isActive: true })
    await fixture.counter.control('POST', 'places', { action: 'deactivate', locationId: made.location.id })
    expect((await list()).map((place) => place.id)).not.toContain(made.location.id)
    expect(await list(', includeInactive: true')).toContainEqual({ id: made.location.id, isActive: false })
    await fixture.counter.control('POST', 'places', { action: 'delete', locationId: made.location.id })
    expect((await list(', includeInactive: true')).map((place) => place.id)).not.toContain(made.location.id)
  })

  it('notify the subscribers, as does a change of the shop', async () => {
    const subscribe = (topic: string) =>
      fixture.shop.get<object>(
        `mutation($topic: WebhookSubscriptionTopic!, $uri: String!) { webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) { userErrors { message } } }`,
        { topic, uri: `${fixture.sim.core.origin}/nowhere` },
      )
    for (const topic of ['LOCATIONS_CREATE', 'LOCATIONS_DELETE', 'SHOP_UPDATE'])
      expect(await subscribe(topic)).toEqual({ userErrors: [] })
    const { location } = await fixture.counter.control<{ location: { id: string } }>('POST', 'places', {
      action: 'create',
      name: 'Annex',
    })
    await fixture.counter.control('POST', 'places', { action: 'delete', locationId: location.id })
    await fixture.counter.control('POST', 'settings', {})
    const sent = await fixture.counter.control<{ deliveries: { topic: string }[] }>('GET', 'deliveries?limit=10')
    expect(sent.deliveries.map((row) => row.topic).toSorted()).toEqual([
      'locations/create',
      'locations/delete',
      'shop/update',
    ])
    fixture.sim.core.quirks.set('shopify.withheld-scopes', 'read_locations')
    expect(await subscribe('LOCATIONS_UPDATE')).toMatchObject({
      userErrors: [{ message: expect.stringContaining('permission') }],
    })
  })
})
