import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import { openTestShop, setProduct, startSimulator, withVariants } from './shopify-client.testing.ts'
import type { TestShop } from './shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let stop: () => Promise<void>
let items: string[]
let places: string[]

beforeAll(async () => {
  const started = await startSimulator()
  ;({ sim, stop } = started)
  shop = await openTestShop(sim)
  const product = await setProduct(shop, { title: 'Stocked', ...withVariants(['A', 'B']) })
  items = product.variants.nodes.map((variant) => variant.inventoryItem.id)
  const locations = await shop.get<{ nodes: { id: string }[] }>('{ locations(first: 5) { nodes { id } } }')
  places = locations.nodes.map((place) => place.id)
})
afterAll(() => stop())

type Payload = {
  inventoryAdjustmentGroup: {
    id: string
    changes: { name: string; delta: number; quantityAfterChange: number }[]
  } | null
  userErrors: { code: string; field: string[] | null }[]
}
const mutation = (
  directive: string,
) => `mutation Set($input: InventorySetQuantitiesInput!${directive ? ', $key: String!' : ''}) {
  inventorySetQuantities(input: $input) ${directive} {
    inventoryAdjustmentGroup { id changes { name delta quantityAfterChange } } userErrors { code field message } } }`
const KEYED = mutation('@idempotent(key: $key)')
let keys = 0
const entry = (quantity: number, changeFromQuantity: number | null, item = 0, place = 0) => ({
  inventoryItemId: items[item],
  locationId: places[place],
  quantity,
  changeFromQuantity,
})
const input = (...quantities: object[]) => ({ name: 'available', reason: 'correction', quantities })
const set = (value: object, key = `key-${++keys}`) => shop.get<Payload>(KEYED, { input: value, key })
const available = async (item = 0) => {
  const read = `query($id: ID!) { inventoryItem(id: $id) { variant { inventoryQuantity } } }`
  return (await shop.get<{ variant: { inventoryQuantity: number } }>(read, { id: items[item] })).variant
    .inventoryQuantity
}

describe('inventorySetQuantities', () => {
  it('requires @idempotent and changeFromQuantity before it does anything', async () => {
    const keyless = await shop.ask(mutation(''), { input: input(entry(5, null)) })
    expect(keyless.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
    expect(keyless.errors?.[0]?.message).toContain('@idempotent')
    const blank = await shop.ask(KEYED, { input: input(entry(5, null)), key: ' ' })
    expect(blank.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
    const { changeFromQuantity: _left, ...without } = entry(5, null)
    const blind = await shop.ask(KEYED, { input: input(without), key: 'blind' })
    expect(blind.errors?.[0]?.extensions?.code).toBe('INVALID_FIELD_ARGUMENTS')
    expect(await available()).toBe(0)
  })

  it('sets what has the expected quantity, refuses what is stale, and treats null as no comparison', async () => {
    expect((await set(input(entry(10, 0)))).inventoryAdjustmentGroup?.changes).toContainEqual({
      name: 'available',
      delta: 10,
      quantityAfterChange: 10,
    })
    const stale = await set(input(entry(99, 0), entry(4, 0, 1)))
    expect(stale.userErrors).toMatchObject([
      { code: 'CHANGE_FROM_QUANTITY_STALE', field: ['input', 'quantities', '0', 'changeFromQuantity'] },
    ])
    expect([await available(0), await available(1)]).toEqual([10, 0])
    await set(input(entry(3, null)))
    expect(await available()).toBe(3)
  })

  it('returns the first answer to a repeated key, and does the work once', async () => {
    const first = await set(input(entry(20, 3)), 'again')
    await set(input(entry(25, 20)))
    const second = await set(input(entry(20, 3)), 'again')
    expect(second.userErrors).toEqual([])
    expect(second.inventoryAdjustmentGroup).toEqual(first.inventoryAdjustmentGroup)
    expect(await available()).toBe(25)
    const other = await set(input(entry(21, 25)), 'again')
    expect(other.userErrors.map((error) => error.code)).toEqual(['IDEMPOTENCY_KEY_PARAMETER_MISMATCH'])
  })

  it('requires a new key after a failed attempt', async () => {
    await set(input(entry(1, 999)), 'failed')
    const again = await set(input(entry(1, 999)), 'failed')
    expect(again.userErrors.map((error) => error.code)).toEqual(['IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'])
  })

  it('reports every other problem', async () => {
    const code = async (value: object) => (await set(value)).userErrors.map((error) => error.code)
    expect(await code({ ...input(entry(1, null)), name: 'incoming' })).toContain('INVALID_NAME')
    expect(await code({ ...input(entry(1, null)), reason: 'because' })).toContain('INVALID_REASON')
    expect(await code({ ...input(entry(1, null)), referenceDocumentUri: 'x' })).toContain('INVALID_REFERENCE_DOCUMENT')
    expect(await code(input(entry(-1, null)))).toContain('INVALID_QUANTITY_NEGATIVE')
    expect(await code(input(entry(1_000_000_001, null)))).toContain('INVALID_QUANTITY_TOO_HIGH')
    expect(await code(input(entry(1, null), entry(1, null)))).toContain('NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR')
    expect(await code(input({ ...entry(1, null), inventoryItemId: 'gid://shopify/InventoryItem/1' }))).toContain(
      'INVALID_INVENTORY_ITEM',
    )
    expect(await code(input({ ...entry(1, null), locationId: 'gid://shopify/Location/1' }))).toContain(
      'INVALID_LOCATION',
    )
    expect(await code(input(entry(1, null, 0, 1)))).toContain('ITEM_NOT_STOCKED_AT_LOCATION')
  })

  it('stocks an unstocked location from 2026-10 on', async () => {
    const answer = await shop.ask(
      KEYED,
      { input: input(entry(6, null, 1, 1)), key: 'new place' },
      { version: '2026-10' },
    )
    expect(answer.data).toMatchObject({ inventorySetQuantities: { userErrors: [] } })
    expect(await available(1)).toBe(6)
  })
})

describe('inventory items', () => {
  it('activates an item at a location once, with a key', async () => {
    const product = await setProduct(shop, { title: 'Second place', ...withVariants(['A']) })
    const item = product.variants.nodes[0]!.inventoryItem.id
    const activate = (directive: string) =>
      `mutation { inventoryActivate(inventoryItemId: "${item}", locationId: "${places[1]}", available: 4) ${directive} {
        inventoryLevel { quantities(names: ["available", "on_hand"]) { name quantity } } userErrors { field message } } }`
    expect((await shop.ask(activate(''))).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
    for (let n = 0; n < 2; n++) {
      const payload = await shop.get<object>(activate('@idempotent(key: "activate")'))
      expect(payload).toMatchObject({
        inventoryLevel: {
          quantities: [
            { name: 'available', quantity: 4 },
            { name: 'on_hand', quantity: 4 },
          ],
        },
        userErrors: [],
      })
    }
  })

  it('updates cost, weight and codes in the shop currency', async () => {
    const update = `mutation($id: ID!, $input: InventoryItemInput!) { inventoryItemUpdate(id: $id, input: $input) {
      inventoryItem { sku tracked unitCost { amount currencyCode } measurement { weight { unit value } } countryCodeOfOrigin harmonizedSystemCode }
      userErrors { field message } } }`
    const changes = {
      cost: '3.1',
      tracked: true,
      sku: 'K-1',
      countryCodeOfOrigin: 'CN',
      harmonizedSystemCode: '610910',
      measurement: { weight: { unit: 'GRAMS', value: 180 } },
    }
    const payload = await shop.get<object>(update, { id: items[0], input: changes })
    expect(payload).toMatchObject({
      inventoryItem: {
        sku: 'K-1',
        tracked: true,
        unitCost: { amount: '3.10', currencyCode: 'USD' },
        measurement: { weight: { unit: 'GRAMS', value: 180 } },
      },
      userErrors: [],
    })
    const wrong = await shop.get<{ userErrors: unknown[] }>(update, { id: items[0], input: { cost: '-1' } })
    expect(wrong.userErrors).toHaveLength(1)
  })
})
