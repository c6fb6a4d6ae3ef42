import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import {
  OFFER_DEFINITION,
  offerField,
  offerId,
  openTestShop,
  SET,
  SET_BARE,
  setProduct,
  startSimulator,
  withVariants,
} from './shopify-client.testing.ts'
import type { SetPayload, TestShop } from './shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startSimulator()
  ;({ sim, stop } = started)
  shop = await openTestShop(sim, 'bridge-eu')
  await shop.get(OFFER_DEFINITION)
})
afterAll(() => stop())
afterEach(() => {
  sim.core.quirks.reset()
  sim.core.quirks.set('shopify.fetch-media', false)
})

const set = (input: object, identifier?: object) => shop.get<SetPayload>(SET, { input, identifier })
const made = (input: object, identifier?: object) => setProduct(shop, input, identifier)
const codes = async (input: object, identifier?: object) =>
  (await set(input, identifier)).userErrors.map((error) => error.code)
const count = async () => (await shop.get<{ count: number }>('{ productsCount { count } }')).count

describe('productSet by custom id', () => {
  it('creates one product for two upserts of the same id, and keeps its variants', async () => {
    const input = { title: 'Upsert', metafields: [offerField('600001')], ...withVariants(['Red', 'Blue']) }
    const before = await count()
    const first = await made(input, offerId('600001'))
    const second = await made({ ...input, title: 'Upsert again' }, offerId('600001'))
    expect(second.id).toBe(first.id)
    expect(second.handle).toBe('upsert')
    expect(second.variants.nodes.map((variant) => variant.id)).toEqual(
      first.variants.nodes.map((variant) => variant.id),
    )
    expect(await count()).toBe(before + 1)
    const found = await shop.get<{ id: string }>(
      'query($identifier: ProductIdentifierInput!) { productByIdentifier(identifier: $identifier) { id } }',
      { identifier: offerId('600001') },
    )
    expect(found.id).toBe(first.id)
  })

  it('creates one product however many upserts arrive at once', async () => {
    const before = await count()
    const input = { title: 'Race', metafields: [offerField('600002')], ...withVariants(['One']) }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.get<SetPayload>(SET_BARE, { input, identifier: offerId('600002') })),
    )
    expect(new Set(answers.map((answer) => answer.product?.id)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  it('requires the same value in the metafields, an id definition, and a value that no other product has', async () => {
    expect(await codes({ title: 'X', metafields: [offerField('2')] }, offerId('1'))).toEqual(['METAFIELD_MISMATCH'])
    expect(await codes({ title: 'X', metafields: [] }, offerId('1'))).toEqual(['METAFIELD_MISMATCH'])
    expect(await codes({ title: 'X' }, offerId('1'))).toEqual(['MISSING_FIELD_REQUIRED'])
    const undefinedId = { customId: { namespace: 'bridge', key: 'other', value: '1' } }
    expect(await codes({ title: 'X' }, undefinedId)).toEqual(['INVALID_METAFIELD'])
    await made({ title: 'Owner', metafields: [offerField('600003')] }, offerId('600003'))
    expect(await codes({ title: 'Thief', metafields: [offerField('600003')] })).toEqual(['CAPABILITY_VIOLATION'])
    const lookup = await shop.ask(
      'query($identifier: ProductIdentifierInput!) { productByIdentifier(identifier: $identifier) { id } }',
      { identifier: undefinedId },
    )
    expect(lookup.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  it('releases the id of a deleted product', async () => {
    const first = await made({ title: 'Gone', metafields: [offerField('600004')] }, offerId('600004'))
    await shop.get('mutation($input: ProductDeleteInput!) { productDelete(input: $input) { deletedProductId } }', {
      input: { id: first.id },
    })
    const second = await made({ title: 'Back', metafields: [offerField('600004')] }, offerId('600004'))
    expect(second.id).not.toBe(first.id)
  })
})

describe('whole-state lists of productSet', () => {
  it('delete the variants that are not listed and keep the others by id or by option values', async () => {
    const product = await made({ title: 'Whole', ...withVariants(['Red', 'Blue', 'Green']) })
    const [red, blue] = product.variants.nodes
    const next = await made({ ...withVariants(['Blue', 'Black']) }, { id: product.id })
    expect(next.variants.nodes.map((variant) => variant.title)).toEqual(['Blue', 'Black'])
    expect(next.variants.nodes[0]?.id).toBe(blue?.id)
    const gone = await shop.get('query($id: ID!) { productVariant(id: $id) { id } }', { id: red!.id })
    expect(gone).toBeNull()
    const renamed = await made(
      {
        productOptions: [{ name: 'Color', values: [{ name: 'Navy' }] }],
        variants: [{ id: blue!.id, optionValues: [{ optionName: 'Color', name: 'Navy' }], price: '12.345' }],
      },
      { id: product.id },
    )
    expect(renamed.variants.nodes).toMatchObject([{ id: blue!.id, title: 'Navy', price: '12.35' }])
  })

  it('create new variants when the quirk matches only by id', async () => {
    const product = await made({ title: 'By id only', ...withVariants(['Red']) })
    sim.core.quirks.set('shopify.variant-identity-by-options', false)
    const next = await made(withVariants(['Red']), { id: product.id })
    expect(next.variants.nodes[0]?.id).not.toBe(product.variants.nodes[0]?.id)
  })

  it('delete metafields and drop files that are not listed, and leave both alone when the field is absent', async () => {
    const two = [
      { namespace: 'custom', key: 'care', type: 'single_line_text_field', value: 'cold' },
      { namespace: 'custom', key: 'origin', type: 'single_line_text_field', value: 'Yiwu' },
    ]
    const files = [
      { originalSource: 'http://127.0.0.1:9/a.jpg', alt: 'a' },
      { originalSource: 'http://127.0.0.1:9/b.jpg' },
    ]
    const product = await made({ title: 'Lists', metafields: two, files, tags: ['x', 'y'] })
    const untouched = await made({ title: 'Lists 2' }, { id: product.id })
    expect(untouched.metafields.nodes).toHaveLength(2)
    expect(untouched.media.nodes).toHaveLength(2)
    const kept = { id: product.media.nodes[0]!.id, alt: 'new words' }
    const cut = await made({ metafields: [two[1]], files: [kept] }, { id: product.id })
    expect(cut.metafields.nodes.map((field) => field.key)).toEqual(['origin'])
    expect(cut.media.nodes).toEqual([kept])
    sim.core.quirks.set('shopify.files-whole-state', false)
    const added = await made({ files: [{ originalSource: 'http://127.0.0.1:9/c.jpg' }] }, { id: product.id })
    expect(added.media.nodes).toHaveLength(2)
  })

  it('treat a repeated external address as a new upload', async () => {
    const files = [{ originalSource: 'http://127.0.0.1:9/same.jpg' }]
    const product = await made({ title: 'Again', files })
    const next = await made({ files }, { id: product.id })
    expect(next.media.nodes[0]?.id).not.toBe(product.media.nodes[0]?.id)
  })
})

describe('productSet in the background', () => {
  const ASYNC = `mutation($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
    productSet(identifier: $identifier, input: $input, synchronous: false) { product { id } productSetOperation { id status } userErrors { code } } }`
  const POLL = `query($id: ID!) { productOperation(id: $id) { status product { title }
    ... on ProductSetOperation { id userErrors { code field message } } } }`
  type Operation = { status: string; product: { title: string } | null; userErrors: { code: string }[] }

  it('is CREATED, ACTIVE, then COMPLETE with the product', async () => {
    const { productSetOperation } = await shop.get<{ productSetOperation: { id: string; status: string } }>(ASYNC, {
      input: { title: 'Later' },
    })
    expect(productSetOperation.status).toBe('CREATED')
    const poll = () => shop.get<Operation>(POLL, { id: productSetOperation.id })
    expect((await poll()).product).toBeNull()
    sim.core.clock.advance(600)
    expect((await poll()).status).toBe('ACTIVE')
    sim.core.clock.advance(1000)
    expect(await poll()).toMatchObject({ status: 'COMPLETE', product: { title: 'Later' }, userErrors: [] })
  })

  it('is COMPLETE although the job failed, with the problem in its own userErrors', async () => {
    const { productSetOperation } = await shop.get<{ productSetOperation: { id: string } }>(ASYNC, {
      input: { title: '' },
    })
    sim.core.clock.advance(2000)
    const operation = await shop.get<Operation>(POLL, { id: productSetOperation.id })
    expect(operation).toMatchObject({ status: 'COMPLETE', product: null, userErrors: [{ code: 'INVALID_PRODUCT' }] })
  })
})

describe('the daily limit of new variants', () => {
  it('applies to a shop outside Plus once it is large, does not count updates, and resets the next day', async () => {
    const us = await openTestShop(sim, 'bridge-us')
    sim.core.quirks.set('shopify.variant-throttle-from', 5)
    sim.core.quirks.set('shopify.variant-throttle-per-day', 3)
    const send = (input: object, identifier?: object) => us.ask(SET, { input, identifier })
    const first = await send({ title: 'Two', ...withVariants(['A', 'B']) })
    const { product } = (first.data as { productSet: SetPayload }).productSet
    const over = await send({ title: 'Two more', ...withVariants(['A', 'B']) })
    expect(over.errors?.[0]?.message).toContain('Daily variant creation limit reached')
    expect((await send({ ...withVariants(['A', 'B']) }, { id: product!.id })).errors).toBeUndefined()
    expect((await set({ title: 'Plus is free', ...withVariants(['A', 'B', 'C', 'D']) })).userErrors).toEqual([])
    sim.core.clock.advance(86_000_000)
    const tomorrow = await openTestShop(sim, 'bridge-us')
    expect(
      (await tomorrow.ask(SET, { input: { title: 'Next day', ...withVariants(['A', 'B']) } })).errors,
    ).toBeUndefined()
  })
})
