import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Simulator } from '../compose.ts'
import { openTestShop, SET, startSimulator, withVariants } from '../vendors/shopify/shopify-client.testing.ts'
import type { SetPayload, TestShop } from '../vendors/shopify/shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startSimulator()
  ;({ sim, stop } = started)
  sim.core.quirks.set('shopify.fetch-media', false)
  shop = await openTestShop(sim)
})
afterAll(() => stop())

const page = async (path: string) => {
  const response = await fetch(`${shop.origin}${path}`)
  return { status: response.status, html: await response.text() }
}
const publish = async (id: string) => {
  const { nodes } = await shop.get<{ nodes: { id: string }[] }>('{ publications(first: 1) { nodes { id } } }')
  await shop.get(
    'mutation($id: ID!, $p: ID!) { publishablePublish(id: $id, input: [{ publicationId: $p }]) { userErrors { message } } }',
    { id, p: nodes[0]?.id },
  )
}

it('shows the pictures, titles and prices of products that are active and published', async () => {
  const { html } = await page('/')
  expect(html).toContain('Harbor Cotton Tee')
  expect(html).toContain('$28.00')
  expect(html).not.toContain('Winter Scarf')
  expect(html).not.toContain('Sunday Cap')
  const [source] = /http[^"]+\/cdn\/files\/[^"]+/.exec(html)!
  const picture = await fetch(source)
  expect(picture.headers.get('content-type')).toBe('image/webp')
})

it('shows a product once it is published, with options, the chosen price, stock and a sanitised description', async () => {
  const { productOptions, variants } = withVariants(['Red', 'Blue'])
  const stock = (quantity: number) => ({
    inventoryItem: { tracked: true },
    inventoryQuantities: [{ locationId: 'gid://shopify/Location/6120000000111', name: 'available', quantity }],
  })
  const input = {
    title: 'Shown <b>as text</b>',
    handle: 'shown',
    descriptionHtml: '<p onclick="steal()">Good <em>thing</em></p><script>steal()</script>',
    productOptions,
    variants: [
      { ...variants[0], ...stock(3) },
      { ...variants[1], ...stock(0), price: '12', compareAtPrice: '15' },
    ],
  }
  const { product } = await shop.get<SetPayload>(SET, { input })
  expect((await page('/products/shown')).status).toBe(404)
  await publish(product!.id)
  const first = await page('/products/shown')
  expect(first.status).toBe(200)
  expect(first.html).toContain('Shown &#60;b&#62;as text')
  expect(first.html).toContain('$9.90')
  expect(first.html).toContain('3 in stock')
  expect(first.html).toContain('<em>thing</em>')
  expect(first.html).not.toContain('steal()')
  const blue = product!.variants.nodes[1]!.id.split('/').at(-1)
  const second = await page(`/products/shown?variant=${blue}`)
  expect(second.html).toContain('$12.00')
  expect(second.html).toContain('$15.00')
  expect(second.html).toContain('Sold out')
})

it('shows a draft only at its preview address, and its raw data on the admin page', async () => {
  const { product } = await shop.get<SetPayload>(SET, { input: { title: 'Secret', status: 'DRAFT' } })
  const read = await shop.get<{ onlineStorePreviewUrl: string; onlineStoreUrl: null }>(
    'query($id: ID!) { product(id: $id) { onlineStorePreviewUrl onlineStoreUrl } }',
    { id: product!.id },
  )
  expect(read.onlineStoreUrl).toBeNull()
  expect((await page('/products/secret')).status).toBe(404)
  expect(await (await fetch(read.onlineStorePreviewUrl)).text()).toContain('Preview')
  const admin = await page(`/admin/products/${product!.id.split('/').at(-1)}`)
  expect(admin.html).toContain(product!.id)
  expect((await page('/admin/products')).html).toContain('Secret')
  expect((await page('/products/none')).status).toBe(404)
  expect((await fetch(`${sim.core.origin}/shops/nobody/`)).status).toBe(404)
})
