import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { approvalOf, withPushBench } from './listings.testing.ts'

/** An installation restored from a backup: what it did after the backup is removed from its database, but is still in the shop. */
const at = withPushBench()

const look = async (value: boolean): Promise<void> => {
  const { version } = (await at.app.ok('querySystemConfig')).find((one) => one.key === 'sync.lookFirst')!
  await at.app.ok('updateSystemConfig', { key: 'sync.lookFirst', value, version })
}
/** Products of the shop with a variant of this SKU code, found by the shop's own search. */
const inShop = async (sku: string): Promise<string[]> => {
  const { products } = await at.shop.ask<{ products: { nodes: { id: string }[] } }>(
    'query ($query: String!) { products(first: 10, query: $query) { nodes { id } } }',
    { query: `sku:"${sku}"` },
  )
  return products.nodes.map(({ id }) => id)
}
const codeOf = (product: Product): string => product.variants[0]!.skuCode
const forgotten = (product: Product): Promise<unknown> =>
  at.app.db.pool.query('delete from listing where product_id = $1', [product.id])
/** Claimed again by a person who misses it: the same SKU codes under another listing. */
const claimedAgain = (product: Product): Promise<Product> =>
  at.product({ variants: product.variants.map((variant) => ({ ...variant, id: crypto.randomUUID() })) })

let product: Product
let made: string
beforeAll(() => look(true))
beforeEach(async () => {
  product = await at.product()
  await at.push([product])
  ;[made] = (await inShop(codeOf(product))) as [string]
  product = await at.get(product)
})

describe('a restored installation that is to create a product', () => {
  test('adopts the one that it created after the backup, shows the differences, and creates no second one', async () => {
    await forgotten(product)
    const again = await claimedAgain(product)
    await at.edit(again, { title: 'Lamp, claimed again' })
    const preview = await at.dryRun(again)
    expect(preview).toMatchObject({
      action: 'update',
      problems: [{ level: 'warns', message: expect.stringContaining('已有这件商品') }],
    })
    expect(preview.fields.find(({ field }) => field === 'title')).toMatchObject({ change: 'update' })
    const { items } = await at.push([again], [approvalOf(preview)])
    expect(items).toMatchObject([{ state: 'succeeded' }])
    expect(await inShop(codeOf(product))).toEqual([made])
    expect(await at.inShop(again)).toMatchObject({ title: 'Lamp, claimed again' })
    expect((await at.get(again)).listings[0]).toMatchObject({ shopifyProductId: made })
    expect(await at.push([again])).toMatchObject({ items: [{ state: 'unchanged' }] })
  })

  test('adopts the product with the listing’s own mark, without overwriting what staff changed there', async () => {
    await at.app.db.pool.query(
      `update listing set shopify_product_id = null, handle = null, pushed = null, refs = '{"variants":{},"media":{}}' where product_id = $1`,
      [product.id],
    )
    await at.app.db.pool.query('delete from sync_item where product_id = $1', [product.id])
    await at.shop.ask(
      'mutation ($product: ProductUpdateInput!) { productUpdate(product: $product) { userErrors { message } } }',
      { product: { id: made, title: 'Staff’s own' } },
    )
    for (let push = 0; push < 2; push++)
      expect(await at.push([product])).toMatchObject({
        items: [{ state: 'failed', message: expect.stringContaining('已有这件商品') }],
      })
    expect(await at.shop.product(made)).toMatchObject({ title: 'Staff’s own' })
    const preview = await at.dryRun(product)
    expect(preview).toMatchObject({ action: 'update' })
    const approved = [approvalOf(preview, ['title'])]
    expect(await at.push([product], approved)).toMatchObject({ items: [{ state: 'unchanged' }] })
    expect(await inShop(codeOf(product))).toEqual([made])
    expect(await at.inShop(product)).toMatchObject({ title: 'Staff’s own' })
  })

  test('leaves alone what another listing uses, and what is not ours', async () => {
    const twin = await claimedAgain(product)
    expect(await at.dryRun(twin)).toMatchObject({ action: 'create', problems: [] })
    await at.push([twin])
    expect(await inShop(codeOf(product))).toHaveLength(2)
  })

  test('asks a person if several may be the one, and creates no third', async () => {
    const twin = await claimedAgain(product)
    await at.push([twin])
    await forgotten(product)
    await forgotten(twin)
    const again = await claimedAgain(product)
    expect(await at.dryRun(again)).toMatchObject({ action: 'blocked' })
    const { items } = await at.push([again])
    expect(items).toMatchObject([{ state: 'failed', message: expect.stringContaining('店铺里有几件') }])
    expect(await inShop(codeOf(product))).toHaveLength(2)
  })

  test('searches for nothing if a person switched it off', async () => {
    await look(false)
    await forgotten(product)
    const again = await claimedAgain(product)
    expect(await at.dryRun(again)).toMatchObject({ action: 'create', problems: [] })
    await look(true)
  })
})
