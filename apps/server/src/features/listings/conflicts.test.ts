import { describe, expect, test } from 'vitest'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { approvalOf, changesOf, withPushBench } from './listings.testing.ts'

const at = withPushBench({ products: 10 })
const conflictsOf = async (product: Product): Promise<string[]> =>
  (await at.dryRun(product)).fields.filter((field) => field.conflict).map((field) => field.field)
const rename = async (product: Product, title: string): Promise<unknown> =>
  at.shop.ask('mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }', {
    p: { id: (await at.inShop(product)).id, title },
  })
const addVariant = async (product: Product, value: string): Promise<unknown> =>
  at.shop.ask(
    `mutation ($id: ID!, $v: [ProductVariantsBulkInput!]!) {
      productVariantsBulkCreate(productId: $id, variants: $v) { userErrors { message } } }`,
    {
      id: (await at.inShop(product)).id,
      v: [{ optionValues: [{ optionName: 'Color', name: value }], price: '99.00' }],
    },
  )
const addPicture = async (product: Product): Promise<unknown> =>
  at.shop.ask(
    `mutation ($id: ID!, $m: [CreateMediaInput!]!) {
      productUpdate(product: { id: $id }, media: $m) { userErrors { message } } }`,
    {
      id: (await at.inShop(product)).id,
      m: [{ originalSource: 'https://elsewhere.example/own.jpg', mediaContentType: 'IMAGE', alt: 'own' }],
    },
  )

describe('what somebody changed in the shop', () => {
  test('stays in a push without a dry run, is reported, and stays a conflict', async () => {
    const product = at.pushed()
    await rename(product, 'Shop title')
    await at.edit(product, { title: 'Our title', vendor: 'Other' })
    const { items } = await at.push([product])
    expect(items).toMatchObject([{ state: 'succeeded', message: expect.stringContaining('保留了店铺里改过的 1 项') }])
    expect(await at.inShop(product)).toMatchObject({ title: 'Shop title', vendor: 'Other' })
    expect((await at.get(product)).state).toBe('outdated')
    expect(await conflictsOf(product)).toEqual(['title'])
    expect(await at.push([product])).toMatchObject({ items: [{ state: 'unchanged' }] })
    expect((await at.inShop(product)).title).toBe('Shop title')
  })

  test('is overwritten after a person saw it and approved', async () => {
    const product = at.pushed()
    await rename(product, 'Shop title')
    await at.edit(product, { title: 'Our title' })
    const seen = await at.dryRun(product)
    expect(seen.fields.find((field) => field.field === 'title')).toMatchObject({
      storeNow: 'Shop title',
      ours: 'Our title',
      willBecome: 'Our title',
      why: '两边都改过',
      conflict: true,
    })
    expect(await at.push([product], [approvalOf(seen)])).toMatchObject({ task: { state: 'succeeded' } })
    expect((await at.inShop(product)).title).toBe('Our title')
    expect((await at.get(product)).state).toBe('online')
  })

  test('is not overwritten by an approval of an earlier value', async () => {
    const product = at.pushed()
    await at.edit(product, { title: 'Our title' })
    const seen = await at.dryRun(product)
    await rename(product, 'Changed after the look')
    const { items } = await at.push([product], [approvalOf(seen)])
    expect(items).toMatchObject([
      { state: 'failed', message: '预演之后内容又有变化，没有写入', advice: '重新预演并确认' },
    ])
    expect((await at.inShop(product)).title).toBe('Changed after the look')
    expect((await at.get(product)).state).toBe('failed')
  })

  test('stops the push, as does an edit here after the dry run', async () => {
    const product = at.pushed()
    await at.edit(product, { title: 'Seen' })
    const seen = await at.dryRun(product)
    await at.edit(product, { title: 'Not seen' })
    expect(await at.push([product], [approvalOf(seen)])).toMatchObject({ items: [{ state: 'failed' }] })
    expect((await at.inShop(product)).title).toBe(product.title)
  })

  test('stays when it is an additional variant or picture, through edits of ours, and is removed only when approved', async () => {
    const product = at.pushed()
    await addVariant(product, 'Gold')
    await addPicture(product)
    await at.edit(product, (now) => ({
      title: 'With guests',
      variants: now.variants.map((variant) => ({ ...variant, skuCode: `${variant.skuCode}-2` })),
      images: [...now.images, { id: 'n', url: 'https://pictures.example/n.jpg', alt: 'n' }],
    }))
    await at.push([product])
    const there = await at.inShop(product)
    expect(there.title).toBe('With guests')
    expect(there.variants).toMatchObject([
      { values: ['Red'], sku: expect.stringMatching(/-2$/) },
      { values: ['Blue'] },
      { values: ['Gold'], price: '99.00' },
    ])
    expect(there.media.map((medium) => medium.alt)).toEqual(['lamp a', 'lamp b', 'lamp c', 'own'])
    const seen = await at.dryRun(product)
    expect(seen.fields.filter((field) => field.conflict).map((field) => field.why)).toEqual([
      '两边都改过',
      '店铺自加的变体，同步会删除它',
    ])
    await at.push([product], [approvalOf(seen)])
    const after = await at.inShop(product)
    expect(after.variants.map((variant) => variant.values)).toEqual([['Red'], ['Blue']])
    expect(after.media.map((medium) => medium.alt)).toEqual(['lamp a', 'lamp b', 'lamp c', 'n'])
  })

  test('stays when it is a renamed option and only a price is pushed', async () => {
    const product = at.pushed()
    const { id } = await at.inShop(product)
    await renameOption(id)
    await at.edit(product, (now) => ({
      variants: now.variants.map((variant) => ({
        ...variant,
        prices: variant.prices.map((price) => ({ ...price, minor: 3000 })),
      })),
    }))
    await at.push([product])
    expect(await at.inShop(product)).toMatchObject({
      options: [{ name: 'Farbe' }],
      variants: [{ price: '30.00' }, { price: '30.00' }],
    })
  })
})

/** Renames the first option in the shop, as another app would. */
async function renameOption(id: string): Promise<void> {
  const there = (await at.shop.product(id))!
  await at.shop.ask(
    `mutation ($id: ID!, $i: ProductSetInput!) {
      productSet(identifier: { id: $id }, synchronous: true, input: $i) { userErrors { message } } }`,
    {
      id,
      i: {
        productOptions: [{ name: 'Farbe', values: there.options[0]!.values.map((name) => ({ name })) }],
        variants: there.variants.map((variant) => ({
          id: variant.id,
          optionValues: [{ optionName: 'Farbe', name: variant.values[0] }],
        })),
      },
    },
  )
}

describe('an approval', () => {
  test('writes field by field: an excluded field stays pending, and is no conflict', async () => {
    const product = at.pushed()
    await at.edit(product, { title: 'Later', vendor: 'Now' })
    const seen = await at.dryRun(product)
    await at.push([product], [approvalOf(seen, ['title'])])
    expect(await at.inShop(product)).toMatchObject({ title: product.title, vendor: 'Now' })
    expect((await at.get(product)).state).toBe('outdated')
    const again = await at.dryRun(product)
    expect(changesOf(again)).toEqual(['title'])
    expect(again.fields.find((field) => field.field === 'title')).toMatchObject({ conflict: false })
    await at.push([product])
    expect((await at.inShop(product)).title).toBe('Later')
    expect((await at.get(product)).state).toBe('online')
  })

  test('of a creation writes exactly what was shown', async () => {
    const product = await at.product()
    const seen = await at.dryRun(product)
    expect(seen).toMatchObject({ action: 'create', estimatedCost: expect.any(Number) })
    expect(seen.fields.every((field) => field.change === 'create' && field.storeNow === null)).toBe(true)
    expect(await at.push([product], [approvalOf(seen)])).toMatchObject({ task: { state: 'succeeded' } })
  })

  test('a product that can’t be pushed is blocked before the shop is read', async () => {
    const product = await at.product({ variants: [], options: [] })
    const item = await at.dryRun(product)
    expect(item).toMatchObject({ action: 'blocked', estimatedCost: 0 })
    expect(item.problems.filter((problem) => problem.level === 'blocks')).toMatchObject([
      { message: expect.stringContaining('缺价格'), advice: expect.any(String) },
      { field: 'price' },
    ])
    const answer = await at.app.ok('syncToShopify', { productIds: [product.id], storeIds: [at.us] })
    expect(answer).toMatchObject({ taskId: null, rows: { failed: 1, rows: [{ word: 'not-ready' }] } })
  })
})

describe('a product that was deleted in the shop', () => {
  test('is reported as gone, and created again once: complete, published, under new ids', async () => {
    const product = at.pushed()
    const before = await at.inShop(product)
    await at.shop.ask('mutation ($id: ID!) { productDelete(input: { id: $id }) { userErrors { message } } }', {
      id: before.id,
    })
    const seen = await at.dryRun(product)
    expect(seen).toMatchObject({
      action: 'create',
      problems: [{ level: 'warns', message: expect.stringContaining('已被删除') }],
    })
    await Promise.all([at.push([product]), at.push([product])])
    const after = await at.inShop(product)
    expect(after.id).not.toBe(before.id)
    expect(after).toMatchObject({ publications: before.publications, status: 'ACTIVE', media: [{}, {}, {}] })
    expect(after.variants.map((variant) => variant.values)).toEqual([['Red'], ['Blue']])
    expect(await at.shop.titled(product.title)).toHaveLength(1)
    expect(changesOf(await at.dryRun(product))).toEqual([])
  })
})
