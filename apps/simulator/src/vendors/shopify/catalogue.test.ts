import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import { openTestShop, SET, setProduct, startSimulator, withVariants } from './shopify-client.testing.ts'
import type { TestShop } from './shopify-client.testing.ts'

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

describe('finding products', () => {
  type Page = {
    nodes: { id: string; title: string }[]
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
  }
  const PAGE = `query($first: Int, $last: Int, $after: String, $before: String, $query: String, $sortKey: ProductSortKeys, $reverse: Boolean) {
    products(first: $first, last: $last, after: $after, before: $before, query: $query, sortKey: $sortKey, reverse: $reverse) {
      nodes { id title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
  const page = (variables: object) => shop.get<Page>(PAGE, variables)

  it('shows the merchant’s own products', async () => {
    const { nodes } = await page({ first: 50 })
    expect(nodes.map((node) => node.title)).toEqual(expect.arrayContaining(['Leinen Tischdecke', 'Market Bag']))
  })

  it('pages forward and backward through every product once, in any order', async () => {
    for (const order of [{}, { sortKey: 'TITLE' }, { sortKey: 'UPDATED_AT', reverse: true }]) {
      const all = (await page({ first: 50, ...order })).nodes.map((node) => node.id)
      const seen: string[] = []
      for (let after: string | null = null; ;) {
        const { nodes, pageInfo }: Page = await page({ first: 3, after, ...order })
        seen.push(...nodes.map((node) => node.id))
        if (!pageInfo.hasNextPage) break
        after = pageInfo.endCursor
      }
      expect(seen).toEqual(all)
      const last = await page({ last: 2, ...order })
      expect(last.nodes.map((node) => node.id)).toEqual(all.slice(-2))
      const before = await page({ last: 2, before: last.pageInfo.startCursor, ...order })
      expect(before.nodes.map((node) => node.id)).toEqual(all.slice(-4, -2))
    }
  })

  it('continues from a cursor although the product that it names is deleted', async () => {
    const a = await make({ title: 'Cursor A' })
    const b = await make({ title: 'Cursor B' })
    const first = await page({ first: 1, query: 'title:Cursor' })
    expect(first.nodes[0]?.id).toBe(a.id)
    await shop.get('mutation($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }', { id: a.id })
    const next = await page({ first: 1, query: 'title:Cursor', after: first.pageInfo.endCursor })
    expect(next.nodes[0]?.id).toBe(b.id)
  })

  it('searches by status, vendor, tag, title and time, with AND, OR and NOT', async () => {
    const titles = async (query: string) => (await page({ first: 50, query })).nodes.map((node) => node.title)
    expect(await titles('status:draft')).toEqual(['Guest Bed Linen'])
    expect(await titles('tag:geschenk')).toEqual(['Stoneware Sake Set', 'Hand Balm'])
    expect(await titles('tag:geschenk NOT title:sake')).toEqual(['Hand Balm'])
    expect(await titles('(title:bag OR title:lamp) status:active')).toEqual(['Reading Lamp "Elbe"', 'Market Bag'])
    expect(await titles(`vendor:'Bridge Home EU' -status:draft product_type:Care`)).toEqual(['Hand Balm'])
    const start = new Date(sim.core.clock.now() + 1000).toISOString()
    sim.core.clock.advance(2000)
    await make({ title: 'Fresh' })
    expect(await titles(`updated_at:>='${start}'`)).toEqual(['Fresh'])
    expect(await titles(`updated_at:<'${start}' title:Fresh`)).toEqual([])
  })

  it('reads by handle, by node and by nodes, with null for what does not exist', async () => {
    const product = await make({ title: 'By Handle' })
    const read = await shop.ask(
      `query($id: ID!) { a: productByIdentifier(identifier: { handle: "by-handle" }) { id } b: node(id: $id) { id }
        c: nodes(ids: [$id, "gid://shopify/Product/1"]) { id } d: product(id: "gid://shopify/Product/1") { id } }`,
      { id: product.id },
    )
    expect(read.data).toEqual({ a: { id: product.id }, b: { id: product.id }, c: [{ id: product.id }, null], d: null })
    expect((await shop.ask('{ node(id: "12") { id } }')).errors?.[0]?.message).toContain('Invalid global id')
  })
})

describe('products one step at a time', () => {
  it('creates with the first variant only, updates, publishes and deletes', async () => {
    const create = `mutation($product: ProductCreateInput!) { productCreate(product: $product) {
      product { id status variants(first: 5) { nodes { title } } } userErrors { field message } } }`
    const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }]
    const { product } = await shop.get<{ product: { id: string; variants: { nodes: object[] } } }>(create, {
      product: { title: 'Step', productOptions: options, status: 'DRAFT' },
    })
    expect(product.variants.nodes).toEqual([{ title: 'S' }])
    const update = `mutation($product: ProductUpdateInput!) { productUpdate(product: $product) { product { title tags } userErrors { field message } } }`
    expect(
      await shop.get<object>(update, { product: { id: product.id, title: 'Step two', tags: ['b', 'a', 'A'] } }),
    ).toEqual({
      product: { title: 'Step two', tags: ['a', 'b'] },
      userErrors: [],
    })
    const blank = await shop.get<{ userErrors: Errors }>(update, { product: { id: product.id, title: '' } })
    expect(blank.userErrors).toEqual([{ field: ['product', 'title'], message: "Title can't be blank" }])
    const del = `mutation($id: ID!) { productDelete(input: { id: $id }) { deletedProductId userErrors { message } } }`
    expect(await shop.get<object>(del, { id: product.id })).toEqual({ deletedProductId: product.id, userErrors: [] })
    expect(await shop.get<object>(del, { id: product.id })).toMatchObject({
      deletedProductId: null,
      userErrors: [{ message: 'Product does not exist' }],
    })
  })

  it('shows a product on a channel only when it is published there and ACTIVE', async () => {
    const product = await make({ title: 'Shown', status: 'DRAFT' })
    const { nodes } = await shop.get<{ nodes: { id: string; name: string }[] }>(
      '{ publications(first: 5) { nodes { id name } } }',
    )
    const publish = `mutation($id: ID!, $input: [PublicationInput!]!) { publishablePublish(id: $id, input: $input) {
      publishable { publishedOnPublication(publicationId: "${nodes[0]?.id}") } userErrors { field message } } }`
    const payload = await shop.get<object>(publish, { id: product.id, input: [{ publicationId: nodes[0]!.id }] })
    expect(payload).toEqual({ publishable: { publishedOnPublication: true }, userErrors: [] })
    const url = `query($id: ID!) { product(id: $id) { onlineStoreUrl resourcePublicationsCount { count } } }`
    expect(await shop.get<object>(url, { id: product.id })).toMatchObject({ onlineStoreUrl: null })
    await shop.get(SET, { identifier: { id: product.id }, input: { status: 'ACTIVE' } })
    expect(await shop.get<object>(url, { id: product.id })).toEqual({
      onlineStoreUrl: `${shop.origin}/products/shown`,
      resourcePublicationsCount: { count: 1 },
    })
    const unpublish = publish.replace('publishablePublish', 'publishableUnpublish')
    await shop.get(unpublish, { id: product.id, input: [{ publicationId: nodes[0]!.id }] })
    expect(await shop.get<object>(url, { id: product.id })).toMatchObject({ onlineStoreUrl: null })
    const wrong = await shop.get<{ userErrors: Errors }>(publish, {
      id: product.id,
      input: [{ publicationId: 'gid://shopify/Publication/1' }],
    })
    expect(wrong.userErrors[0]?.field).toEqual(['input', '0', 'publicationId'])
  })

  it('publishes many products in one call only where the quirk allows it', async () => {
    const products = [await make({ title: 'Many 1' }), await make({ title: 'Many 2' })]
    const { nodes } = await shop.get<{ nodes: { id: string }[] }>('{ publications(first: 5) { nodes { id } } }')
    const update = `mutation($id: ID!, $input: PublicationUpdateInput!) { publicationUpdate(id: $id, input: $input) { userErrors { code } } }`
    const send = (input: object) => shop.get<{ userErrors: Errors }>(update, { id: nodes[0]!.id, input })
    const ids = products.map((product) => product.id)
    expect((await send({ publishablesToAdd: ids })).userErrors).toEqual([
      { code: 'CANNOT_MODIFY_APP_CATALOG_PUBLICATION' },
    ])
    sim.core.quirks.set('shopify.channel-publication-update', true)
    expect((await send({ publishablesToAdd: ids })).userErrors).toEqual([])
    expect((await send({ publishablesToAdd: ['gid://shopify/Product/1'] })).userErrors).toEqual([
      { code: 'INVALID_PUBLISHABLE_ID' },
    ])
    const read = 'query($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { onlineStoreUrl } } }'
    const shown = await shop.get<{ onlineStoreUrl: string | null }[]>(read, { ids })
    expect(shown.map((product) => product.onlineStoreUrl)).toEqual([
      `${shop.origin}/products/many-1`,
      `${shop.origin}/products/many-2`,
    ])
  })
})

describe('bulk mutations of variants', () => {
  const bulk = (
    name: string,
  ) => `mutation($id: ID!, $variants: [ProductVariantsBulkInput!]!${name.endsWith('Update') ? ', $partial: Boolean = false' : ''}) {
    ${name}(productId: $id, variants: $variants${name.endsWith('Update') ? ', allowPartialUpdates: $partial' : ''}) {
      productVariants { id title price } userErrors { code field } } }`
  type Payload = { productVariants: { id: string; title: string; price: string }[] | null; userErrors: Errors }
  const codes = (payload: { userErrors: Errors }) => payload.userErrors.map((error) => error.code)

  it('creates variants, with new option values where needed', async () => {
    const product = await make({ title: 'Bulk create', ...withVariants(['A']) })
    const create = (variants: object[]) =>
      shop.get<Payload>(bulk('productVariantsBulkCreate'), { id: product.id, variants })
    const named = (name: string, more: object = {}) => ({ optionValues: [{ optionName: 'Color', name }], ...more })
    expect((await create([named('B', { price: '4' })])).productVariants).toMatchObject([{ title: 'B', price: '4.00' }])
    expect(codes(await create([named('B')]))).toEqual(['VARIANT_ALREADY_EXISTS'])
    expect(codes(await create([named('C', { price: '-4' })]))).toEqual(['NEGATIVE_PRICE_VALUE'])
    expect(codes(await create([{}]))).toEqual(['NEED_TO_ADD_OPTION_VALUES'])
    expect(codes(await create([named('C', { id: product.variants.nodes[0]!.id })]))).toEqual(['NO_KEY_ON_CREATE'])
    const nowhere = { inventoryQuantities: [{ locationId: 'gid://shopify/Location/1', availableQuantity: 1 }] }
    expect(codes(await create([named('C', nowhere)]))).toEqual(['TRACKED_VARIANT_LOCATION_NOT_FOUND'])
    const absent = await shop.get<Payload>(bulk('productVariantsBulkCreate'), {
      id: 'gid://shopify/Product/1',
      variants: [],
    })
    expect(codes(absent)).toEqual(['PRODUCT_DOES_NOT_EXIST'])
  })

  it('updates prices, refuses stock, and saves the valid ones of a partly invalid batch only when requested', async () => {
    const product = await make({ title: 'Bulk update', ...withVariants(['A', 'B']) })
    const [a, b] = product.variants.nodes.map((variant) => variant.id)
    const update = (variants: object[], partial = false) =>
      shop.get<Payload>(bulk('productVariantsBulkUpdate'), { id: product.id, variants, partial })
    const bad = { id: b, price: '-1' }
    expect(codes(await update([{ id: a, price: '5' }, bad]))).toEqual(['NEGATIVE_PRICE_VALUE'])
    const read = `query($id: ID!) { product(id: $id) { variants(first: 5) { nodes { price } } } }`
    const prices = async () =>
      (await shop.get<{ variants: { nodes: { price: string }[] } }>(read, { id: product.id })).variants.nodes.map(
        (row) => row.price,
      )
    expect(await prices()).toEqual(['9.90', '9.90'])
    const partial = await update([{ id: a, price: '5' }, bad], true)
    expect(partial.productVariants).toMatchObject([{ id: a, price: '5.00' }])
    expect(await prices()).toEqual(['5.00', '9.90'])
    const stock = [{ locationId: 'gid://shopify/Location/6120000000211', availableQuantity: 1 }]
    expect(codes(await update([{ id: a, inventoryQuantities: stock }]))).toEqual([
      'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE',
    ])
    expect(codes(await update([{ price: '1' }]))).toEqual(['PRODUCT_VARIANT_ID_MISSING'])
    expect(codes(await update([{ id: 'gid://shopify/ProductVariant/1' }]))).toEqual(['PRODUCT_VARIANT_DOES_NOT_EXIST'])
    expect(codes(await update([{ id: a, optionValues: [{ optionName: 'Color', name: 'B' }] }]))).toEqual([
      'VARIANT_ALREADY_EXISTS',
    ])
  })

  it('deletes variants but never the last one', async () => {
    const product = await make({ title: 'Bulk delete', ...withVariants(['A', 'B']) })
    const del = `mutation($id: ID!, $ids: [ID!]!) { productVariantsBulkDelete(productId: $id, variantsIds: $ids) {
      product { variants(first: 5) { nodes { title } } } userErrors { code } } }`
    const ids = product.variants.nodes.map((variant) => variant.id)
    const remove = (list: string[]) => shop.get<{ userErrors: Errors }>(del, { id: product.id, ids: list })
    expect(codes(await remove(ids))).toEqual(['CANNOT_DELETE_LAST_VARIANT'])
    expect(codes(await remove(['gid://shopify/ProductVariant/1']))).toEqual([
      'AT_LEAST_ONE_VARIANT_DOES_NOT_BELONG_TO_THE_PRODUCT',
    ])
    expect(await remove([ids[0]!])).toEqual({ product: { variants: { nodes: [{ title: 'B' }] } }, userErrors: [] })
  })
})

describe('webhook subscriptions', () => {
  it('are stored once per topic and address, listed and deleted', async () => {
    const create = `mutation($topic: WebhookSubscriptionTopic!, $uri: String!) { webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) {
      webhookSubscription { id uri topic } userErrors { field message } } }`
    const send = (uri: string) =>
      shop.get<{ webhookSubscription: { id: string } | null; userErrors: Errors }>(create, {
        topic: 'ORDERS_CREATE',
        uri,
      })
    const made = await send('https://example.com/hooks')
    expect(made.userErrors).toEqual([])
    expect((await send('https://example.com/hooks')).userErrors).toHaveLength(1)
    expect((await send('http://example.com/hooks')).userErrors).toHaveLength(1)
    const list = '{ webhookSubscriptions(first: 5, topics: [ORDERS_CREATE]) { nodes { id uri } } }'
    expect((await shop.get<{ nodes: object[] }>(list)).nodes).toEqual([
      { id: made.webhookSubscription?.id, uri: 'https://example.com/hooks' },
    ])
    await shop.get('mutation($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId } }', {
      id: made.webhookSubscription?.id,
    })
    expect((await shop.get<{ nodes: object[] }>(list)).nodes).toEqual([])
  })
})
