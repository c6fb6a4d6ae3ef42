import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openOrderFixture } from './orders.testing.ts'
import type { Counter, OrderFixture, Witness } from './orders.testing.ts'

let fixture: OrderFixture
let socks: Counter['variants'][number]

beforeAll(async () => {
  fixture = await openOrderFixture()
  socks = await fixture.counter.variant('Merino Crew Socks')
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.sim.core.quirks.reset())

type Created = {
  fulfillment: { id: string; status: string; displayStatus: string; trackingInfo: object[] } | null
  userErrors: { field: string[]; message: string }[]
}
type Entry = { fulfillmentOrderId: string; fulfillmentOrderLineItems?: { id: string; quantity: number }[] }

const create = (entries: Entry[], more: object = {}) =>
  fixture.shop.get<Created>(
    `mutation($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment { id status displayStatus trackingInfo { company number url } } userErrors { field message } } }`,
    { fulfillment: { lineItemsByFulfillmentOrder: entries, ...more } },
  )
const buy = (quantity: number, more: object = {}) =>
  fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity }], force: true, ...more })
const work = (order: Witness, at = 0): string => order.fulfillmentOrders[at]!.id
const part = (order: Witness, quantity: number, at = 0): Entry => ({
  fulfillmentOrderId: work(order, at),
  fulfillmentOrderLineItems: [{ id: order.fulfillmentOrders[at]!.lines[0]!.id, quantity }],
})
const whole = (order: Witness, at = 0): Entry => ({ fulfillmentOrderId: work(order, at) })

it('fulfils a part, then the rest, and again only when something is left: it is not idempotent', async () => {
  const order = await buy(3)
  expect(await create([part(order, 1)])).toMatchObject({ fulfillment: { status: 'SUCCESS' }, userErrors: [] })
  expect(await fixture.counter.read(order)).toMatchObject({
    fulfillmentStatus: 'PARTIALLY_FULFILLED',
    fulfillmentOrders: [{ status: 'IN_PROGRESS', lines: [{ total: 3, remaining: 2 }] }],
  })
  await create([part(order, 1)])
  expect((await fixture.counter.read(order)).fulfillments.map((sent) => sent.units)).toEqual([1, 1])
  expect((await create([whole(order)])).userErrors).toEqual([])
  expect(await fixture.counter.read(order)).toMatchObject({
    fulfillmentStatus: 'FULFILLED',
    lines: [{ fulfilledQuantity: 3, unfulfilledQuantity: 0 }],
    fulfillmentOrders: [{ status: 'CLOSED' }],
  })
  const again = await create([whole(order)])
  expect(again).toMatchObject({
    fulfillment: null,
    userErrors: [{ message: expect.stringContaining('status= closed') }],
  })
})

it('reports why it does not fulfil: too many, unknown, mixed orders, mixed locations, on hold, cancelled', async () => {
  const [one, two] = [await buy(2), await buy(2)]
  const message = async (entries: Entry[], more: object = {}) =>
    (await create(entries, more)).userErrors.map((error) => error.message).join()
  expect(await message([part(one, 3)])).toContain('Invalid fulfillment order line item quantity')
  expect(await message([part(one, 0)])).toContain('Invalid fulfillment order line item quantity')
  expect(await message([{ fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/1' }])).toContain('does not exist')
  expect(await message([{ ...part(two, 1), fulfillmentOrderId: work(one) }])).toContain('does not exist on the')
  expect(await message([part(one, 1), part(two, 1)])).toContain('same order')
  const twoPlaces = await buy(2, { split: true })
  expect(twoPlaces.fulfillmentOrders).toHaveLength(2)
  expect(await message([whole(twoPlaces), whole(twoPlaces, 1)])).toContain('same assigned location')
  expect(await message([whole(await buy(1, { hold: 'INCORRECT_ADDRESS' }))])).toContain('on_hold')
  expect(await message([whole(await fixture.counter.act(await buy(1), 'cancel'))])).toContain('cancelled')
  expect(await message([whole(await buy(1))], { trackingInfo: { number: '1', numbers: ['2'] } })).toContain('either')
  expect((await fixture.counter.read(one)).fulfillments).toEqual([])
})

it('creates the link of a listed carrier itself and uses the sent one for any other', async () => {
  const tracked = async (trackingInfo: object) =>
    (await create([whole(await buy(1))], { trackingInfo })).fulfillment?.trackingInfo
  const [listed] = (await tracked({ company: 'YunExpress', number: 'YT1' })) as { url: string }[]
  expect(listed?.url).toMatch(/^https:\/\/.*YT1$/)
  expect(await tracked({ company: 'Yanwen', number: 'UV1' })).toEqual([{ company: 'Yanwen', number: 'UV1', url: null }])
  expect(await tracked({ company: 'yunexpress', number: 'YT1' })).toMatchObject([{ url: null }])
  expect(
    await tracked({ company: 'Yanwen', numbers: ['A', 'B'], urls: ['https://t.example/A', 'https://t.example/B'] }),
  ).toEqual([
    { company: 'Yanwen', number: 'A', url: 'https://t.example/A' },
    { company: 'Yanwen', number: 'B', url: 'https://t.example/B' },
  ])
})

it('replaces tracking, records the parcel’s events, and opens cancelled quantities in a new fulfilment order', async () => {
  const order = await buy(2)
  const { fulfillment } = await create([whole(order)], { trackingInfo: { company: 'UPS', number: '1Z' } })
  const id = fulfillment!.id
  const update = await fixture.shop.get<object>(
    `mutation($id: ID!) { fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: { company: "4PX", number: "4P" }) {
      fulfillment { trackingInfo { company number } } userErrors { message } } }`,
    { id },
  )
  expect(update).toEqual({ fulfillment: { trackingInfo: [{ company: '4PX', number: '4P' }] }, userErrors: [] })
  const event = `mutation($id: ID!) { fulfillmentEventCreate(fulfillmentEvent: { fulfillmentId: $id, status: IN_TRANSIT }) { fulfillmentEvent { status } userErrors { message } } }`
  expect((await fixture.shop.ask(event, { id })).errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED')
  fixture.sim.core.quirks.set('shopify.extra-scopes', 'write_fulfillments')
  await fixture.shop.get(event, { id })
  expect(await fixture.shop.get<object>('query($id: ID!) { fulfillment(id: $id) { displayStatus } }', { id })).toEqual({
    displayStatus: 'IN_TRANSIT',
  })
  const cancel =
    'mutation($id: ID!) { fulfillmentCancel(id: $id) { fulfillment { status displayStatus } userErrors { message } } }'
  expect(await fixture.shop.get<object>(cancel, { id })).toMatchObject({
    fulfillment: { status: 'CANCELLED', displayStatus: 'CANCELED' },
  })
  const after = await fixture.counter.read(order)
  expect(after.fulfillmentOrders).toMatchObject([
    { id: work(order), status: 'CLOSED' },
    { status: 'OPEN', lines: [{ total: 2, remaining: 2 }] },
  ])
  expect(after.fulfillmentOrders[1]!.id).not.toBe(work(order))
  expect((await fixture.shop.get<{ userErrors: object[] }>(cancel, { id })).userErrors).toHaveLength(1)
  expect((await create([whole(after, 1)])).userErrors).toEqual([])
})

const HOLD = `mutation($id: ID!, $hold: FulfillmentOrderHoldInput!) { fulfillmentOrderHold(id: $id, fulfillmentHold: $hold) {
  fulfillmentHold { id reason } fulfillmentOrder { id status supportedActions { action } }
  remainingFulfillmentOrder { id status } userErrors { code field message } } }`
type Held = {
  fulfillmentHold: { id: string } | null
  remainingFulfillmentOrder: { id: string } | null
  userErrors: { code: string }[]
}

it('holds completely or in part, once per handle, and releases again', async () => {
  const order = await buy(3)
  const held = await fixture.shop.get<Held>(HOLD, {
    id: work(order),
    hold: {
      reason: 'INVENTORY_OUT_OF_STOCK',
      handle: 'bridge',
      fulfillmentOrderLineItems: [{ id: order.fulfillmentOrders[0]!.lines[0]!.id, quantity: 1 }],
    },
  })
  expect(held).toMatchObject({ fulfillmentOrder: { status: 'ON_HOLD' }, remainingFulfillmentOrder: { status: 'OPEN' } })
  expect((await fixture.counter.read(order)).fulfillmentOrders.map((entry) => entry.lines[0]!.remaining)).toEqual([
    1, 2,
  ])
  const twice = await fixture.shop.get<Held>(HOLD, { id: work(order), hold: { reason: 'OTHER', handle: 'bridge' } })
  expect(twice.userErrors).toMatchObject([{ code: 'DUPLICATE_FULFILLMENT_HOLD_HANDLE' }])
  expect((await create([whole(order)])).userErrors).toHaveLength(1)
  const release = `mutation($id: ID!) { fulfillmentOrderReleaseHold(id: $id) { fulfillmentOrder { status } userErrors { code } } }`
  expect(await fixture.shop.get<object>(release, { id: work(order) })).toEqual({
    fulfillmentOrder: { status: 'OPEN' },
    userErrors: [],
  })
  expect((await create([whole(order)])).userErrors).toEqual([])
})

it('splits a fulfilment order and keeps every unit', async () => {
  const order = await fixture.counter.buy({
    lines: [
      { variantId: fixture.mug.variantId, quantity: 2 },
      { variantId: socks.variantId, quantity: 3 },
    ],
    force: true,
  })
  const split = await fixture.shop.get<{ fulfillmentOrderSplits: object[]; userErrors: object[] }>(
    `mutation($splits: [FulfillmentOrderSplitInput!]!) { fulfillmentOrderSplit(fulfillmentOrderSplits: $splits) {
      fulfillmentOrderSplits { fulfillmentOrder { id } remainingFulfillmentOrder { id } } userErrors { code field message } } }`,
    {
      splits: [
        {
          fulfillmentOrderId: work(order),
          fulfillmentOrderLineItems: [{ id: order.fulfillmentOrders[0]!.lines[1]!.id, quantity: 1 }],
        },
      ],
    },
  )
  expect(split.userErrors).toEqual([])
  const after = await fixture.counter.read(order)
  const units = after.fulfillmentOrders.map((entry) => entry.lines.map((line) => line.remaining))
  expect(units).toEqual([[1], [2, 2]])
})

it('moves fulfilment orders to another location, completely or in part', async () => {
  const order = await buy(3)
  const { nodes } = await fixture.shop.get<{ nodes: { id: string }[] }>('{ locations(first: 5) { nodes { id } } }')
  const move = (more: object) =>
    fixture.shop.get<{ userErrors: object[] }>(
      `mutation($id: ID!, $to: ID!, $lines: [FulfillmentOrderLineItemInput!]) { fulfillmentOrderMove(id: $id, newLocationId: $to, fulfillmentOrderLineItems: $lines) {
        movedFulfillmentOrder { id assignedLocation { location { id } } lineItems(first: 5) { nodes { remainingQuantity } } }
        remainingFulfillmentOrder { id } userErrors { message } } }`,
      { id: work(order), to: nodes[1]!.id, ...more },
    )
  const lines = [{ id: order.fulfillmentOrders[0]!.lines[0]!.id, quantity: 1 }]
  expect(await move({ lines })).toMatchObject({
    movedFulfillmentOrder: {
      assignedLocation: { location: { id: nodes[1]!.id } },
      lineItems: { nodes: [{ remainingQuantity: 1 }] },
    },
    remainingFulfillmentOrder: { id: work(order) },
    userErrors: [],
  })
  expect(await move({})).toMatchObject({ movedFulfillmentOrder: { id: work(order) }, remainingFulfillmentOrder: null })
  expect((await move({})).userErrors).toHaveLength(1)
})

it('lists the open fulfilment orders, and none where the scope is missing', async () => {
  const order = await buy(1)
  const other = await buy(1, { thirdParty: true })
  const listed = async () =>
    (
      await fixture.shop.get<{ nodes: { id: string }[] }>(
        '{ fulfillmentOrders(first: 250, sortKey: UPDATED_AT, query: "status:open") { nodes { id status orderName } } }',
      )
    ).nodes.map((entry) => entry.id)
  expect(await listed()).toEqual(expect.arrayContaining([work(order), work(other)]))
  expect((await create([whole(other)])).userErrors[0]?.message).toContain('permission')
  const ofOrder = () =>
    fixture.shop.get<{ fulfillmentOrders: { nodes: object[] } }>(
      'query($id: ID!) { order(id: $id) { fulfillmentOrders(first: 5) { nodes { id } } } }',
      { id: order.id },
    )
  const merchant = 'write_merchant_managed_fulfillment_orders,read_merchant_managed_fulfillment_orders'
  fixture.sim.core.quirks.set('shopify.withheld-scopes', merchant)
  expect(await listed()).not.toContain(work(order))
  expect((await ofOrder()).fulfillmentOrders.nodes).toEqual([])
  expect((await create([whole(order)])).userErrors[0]?.message).toContain('does not exist')
  const all =
    merchant.replaceAll('merchant_managed', 'third_party') + ',' + merchant.replaceAll('merchant_managed', 'assigned')
  fixture.sim.core.quirks.set('shopify.withheld-scopes', `${merchant},${all}`)
  const denied = await fixture.shop.ask('{ fulfillmentOrders(first: 1) { nodes { id } } }')
  expect(denied.errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED')
})
