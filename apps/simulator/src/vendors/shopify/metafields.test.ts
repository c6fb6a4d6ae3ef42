import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import { openTestShop, SET, setProduct, startSimulator, withVariants } from './shopify-client.testing.ts'
import type { SetPayload, TestShop } from './shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startSimulator()
  ;({ sim, stop } = started)
  sim.core.quirks.set('shopify.fetch-media', false)
  shop = await openTestShop(sim, 'bridge-eu')
})
afterAll(() => stop())

type Errors = { code?: string; field: string[] | null; message: string }[]
const make = (input: object) => setProduct(shop, input)

describe('metafields', () => {
  const SET_FIELDS = `mutation($fields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $fields) {
    metafields { namespace key value compareDigest } userErrors { code elementIndex } } }`
  type Payload = { metafields: { namespace: string; key: string; compareDigest: string }[] | null; userErrors: Errors }
  const send = (fields: object[]) => shop.get<Payload>(SET_FIELDS, { fields })
  const codes = (payload: Payload) => payload.userErrors.map((error) => error.code)

  it('are set all or none, at most 25, compared on request, without changing the others', async () => {
    const product = await make({ title: 'Fields', ...withVariants(['A']) })
    const field = (key: string, value: string, more: object = {}) => ({
      ownerId: product.id,
      namespace: 'bridge',
      key,
      type: 'single_line_text_field',
      value,
      ...more,
    })
    const first = await send([field('one', '1'), { ...field('sku', 's'), ownerId: product.variants.nodes[0]!.id }])
    expect(first.userErrors).toEqual([])
    expect(codes(await send([field('two', '2'), field('x', '2')]))).toEqual(['TOO_SHORT'])
    expect(codes(await send([field('two', '')]))).toEqual(['BLANK'])
    expect(codes(await send([field('two', '2', { type: 'nothing' })]))).toEqual(['INVALID_TYPE'])
    expect(codes(await send([field('two', 'x', { type: 'number_integer' })]))).toEqual(['INVALID_VALUE'])
    expect(codes(await send([field('two', '2', { ownerId: 'gid://shopify/Product/1' })]))).toEqual(['INVALID'])
    expect(codes(await send(Array.from({ length: 26 }, (_, n) => field(`k${n}`, 'v'))))).toEqual([
      'LESS_THAN_OR_EQUAL_TO',
    ])
    expect(codes(await send([field('one', '3', { compareDigest: 'old' })]))).toEqual(['STALE_OBJECT'])
    const digest = first.metafields![0]!.compareDigest
    expect(codes(await send([field('one', '3', { compareDigest: digest })]))).toEqual([])
    const read = `query($id: ID!) { product(id: $id) { metafields(first: 10) { nodes { key value } } } }`
    expect(await shop.get<object>(read, { id: product.id })).toEqual({
      metafields: { nodes: [{ key: 'one', value: '3' }] },
    })
    const del = `mutation($fields: [MetafieldIdentifierInput!]!) { metafieldsDelete(metafields: $fields) { deletedMetafields { key } userErrors { message } } }`
    const named = { ownerId: product.id, namespace: 'bridge', key: 'one' }
    expect(await shop.get<object>(del, { fields: [named, { ...named, key: 'none' }] })).toEqual({
      deletedMetafields: [{ key: 'one' }, null],
      userErrors: [],
    })
  })

  it('use the app’s own namespace when none is named', async () => {
    const product = await make({ title: 'Reserved' })
    const { metafields } = await send([{ ownerId: product.id, key: 'mine', type: 'boolean', value: 'true' }])
    expect(metafields?.[0]?.namespace).toMatch(/^app--\d+$/)
  })

  it('have definitions, one for each owner type, namespace and key', async () => {
    const define = `mutation($d: MetafieldDefinitionInput!) { metafieldDefinitionCreate(definition: $d) { createdDefinition { id } userErrors { code } } }`
    const attempt = async (changes: object) => {
      const definition = {
        name: 'Spec',
        namespace: 'bridge',
        key: 'spec_id',
        ownerType: 'PRODUCTVARIANT',
        type: 'id',
        ...changes,
      }
      return (await shop.get<{ userErrors: Errors }>(define, { d: definition })).userErrors.map((error) => error.code)
    }
    expect(await attempt({})).toEqual([])
    expect(await attempt({})).toEqual(['TAKEN'])
    expect(await attempt({ key: 'other', type: 'nothing' })).toEqual(['INCLUSION'])
    expect(await attempt({ key: 'with space' })).toEqual(['INVALID_CHARACTER'])
    const list = await shop.get<{ nodes: object[] }>(
      '{ metafieldDefinitions(first: 5, ownerType: PRODUCTVARIANT, namespace: "bridge") { nodes { key type { name } } } }',
    )
    expect(list.nodes).toEqual([{ key: 'spec_id', type: { name: 'id' } }])
    const { productOptions, variants } = withVariants(['A', 'B'])
    const fields = [{ namespace: 'bridge', key: 'spec_id', value: 'same' }]
    const twice = await shop.get<SetPayload>(SET, {
      input: { title: 'Twice', productOptions, variants: variants.map((row) => ({ ...row, metafields: fields })) },
    })
    expect(twice.userErrors.map((error) => error.code)).toEqual(['CAPABILITY_VIOLATION'])
    const product = await make({
      title: 'Once',
      productOptions,
      variants: variants.map((row, n) => ({ ...row, metafields: n === 0 ? fields : [] })),
    })
    const found = await shop.get<{ id: string }>(
      '{ productVariantByIdentifier(identifier: { customId: { namespace: "bridge", key: "spec_id", value: "same" } }) { id } }',
    )
    expect(found.id).toBe(product.variants.nodes[0]?.id)
  })
})
