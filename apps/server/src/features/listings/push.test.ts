import { beforeAll, describe, expect, test } from 'vitest'
import { changesOf, withPushBench } from './listings.testing.ts'
import type { PushBench } from './listings.testing.ts'
import type { Product } from '@huoqiao/contract/products/products.schema'

const at = withPushBench()

const ids = (product: { variants: { id: string }[] }): string[] => product.variants.map((variant) => variant.id)
const withVariant = (now: Product, index: number, over: object): object => ({
  variants: now.variants.map((variant, i) => (i === index ? { ...variant, ...over } : variant)),
})
/** Edits, expects exactly these fields in the dry run, pushes, and expects an empty dry run after it. */
async function pushEdit(product: Product, change: Parameters<PushBench['edit']>[1], fields: string[]): Promise<void> {
  const edited = await at.edit(product, change)
  expect(edited.state).toBe('outdated')
  const preview = await at.dryRun(product)
  expect(changesOf(preview).sort()).toEqual(fields.sort())
  expect(preview.fields.filter((field) => field.conflict)).toEqual([])
  const { items } = await at.push([product])
  expect(items).toMatchObject([{ state: 'succeeded', message: '同步成功' }])
  expect(changesOf(await at.dryRun(product))).toEqual([])
  expect((await at.get(product)).state).toBe('online')
}

describe('the first push', () => {
  test('is previewed with the number of variants, the prices in the shop and the margins that they leave', async () => {
    const whole = await at.product()
    const [margin] = [(await at.app.ok('getProductsByCondition', { keyword: whole.title })).list[0]!.marginPercent]
    expect(await at.dryRun(whole)).toMatchObject({
      action: 'create',
      priceSummary: {
        variants: 2,
        currency: 'USD',
        price: { min: 1199, max: 1199 },
        marginPercent: { min: margin, max: margin },
      },
    })
    const [red, blue] = whole.variants
    const dearer = { ...red!, prices: red!.prices.map((price) => ({ ...price, minor: 2399, origin: 'manual' })) }
    const edited = await at.edit(whole, { variants: [dearer, { ...blue!, costMinor: null }] })
    const { priceSummary } = await at.dryRun(edited)
    expect(priceSummary).toMatchObject({ price: { min: 1199, max: 2399 } })
    // The only margin that is known is that of the dearer variant.
    expect(priceSummary!.marginPercent!.min).toBe(priceSummary!.marginPercent!.max)
    expect(priceSummary!.marginPercent!.min).toBeGreaterThan(margin!)
  })

  test('creates the complete product, publishes it, and stores its ids; a second one changes nothing', async () => {
    const product = await at.product()
    expect(await at.dryRun(product)).toMatchObject({ action: 'create', problems: [], title: product.title })
    const { task, items } = await at.push([product])
    expect(task).toMatchObject({ state: 'succeeded', total: 1, done: 1, succeeded: 1, failed: 0, unknown: 0 })
    expect(items).toMatchObject([{ state: 'succeeded', attempts: 1, word: null, storefrontUrl: expect.any(String) }])
    const there = await at.inShop(product)
    expect(there).toMatchObject({
      title: product.title,
      status: 'ACTIVE',
      vendor: 'Huo',
      tags: ['Home', 'lamp'],
      publications: 1,
      options: [{ name: 'Color', values: ['Red', 'Blue'] }],
      media: [{ alt: 'lamp a' }, { alt: 'lamp b' }, { alt: 'lamp c' }],
      variants: [
        { values: ['Red'], price: '11.99', compareAtPrice: '15.99', stock: 10 },
        { values: ['Blue'], price: '11.99', stock: 10 },
      ],
    })
    expect(there.variants.map((variant) => variant.pictures)).toEqual([[there.media[0]!.id], [there.media[1]!.id]])
    expect(await at.get(product)).toMatchObject({
      state: 'online',
      listings: [{ state: 'online', outdated: false, error: null }],
    })

    const calls = await at.simulator.received('productSet')
    expect(await at.dryRun(product)).toMatchObject({ action: 'none', estimatedCost: 0 })
    expect(await at.push([product])).toMatchObject({ task: { state: 'succeeded' }, items: [{ state: 'unchanged' }] })
    expect(await at.simulator.received('productSet')).toBe(calls)
    expect(await at.inShop(product)).toEqual(there)
  })

  test('does not show tags and vendor as edits because the shop formats them', async () => {
    const product = await at.product({ vendor: '', tags: ['b, c', 'B', ' a '] })
    await at.push([product])
    expect(await at.inShop(product)).toMatchObject({ vendor: 'Bridge Goods US', tags: ['a', 'b', 'c'] })
    expect(changesOf(await at.dryRun(product))).toEqual([])
  })

  test('pushes a product without options and its stock', async () => {
    const plain = await at.product()
    const product = await at.edit(plain, (now) => ({
      options: [],
      variants: [{ ...now.variants[0]!, optionValues: [] }],
    }))
    await at.push([product])
    expect(await at.inShop(product)).toMatchObject({
      options: [{ name: 'Title', values: ['Default Title'] }],
      variants: [{ stock: 10, sku: product.variants[0]!.skuCode }],
    })
    await pushEdit(product, (now) => withVariant(now, 0, { stock: 4 }), [`variants.${product.variants[0]!.id}.stock`])
    expect((await at.inShop(product)).variants[0]!.stock).toBe(4)
  })
})

describe('a second push changes exactly what was edited here', () => {
  let product: Product
  beforeAll(async () => {
    product = await at.product()
    await at.push([product])
  })

  test('a title, a description and tags', async () => {
    const before = await at.inShop(product)
    await pushEdit(product, { title: 'New <b>lamp</b>', descriptionHtml: '<p>warmer</p>', tags: ['x'] }, [
      'title',
      'descriptionHtml',
      'tags',
    ])
    expect(await at.inShop(product)).toEqual({
      ...before,
      title: 'New <b>lamp</b>',
      descriptionHtml: '<p>warmer</p>',
      tags: ['x'],
    })
  })

  test('another order of its variants', async () => {
    const before = await at.inShop(product)
    await pushEdit(
      product,
      (now) => ({
        options: now.options.map((option) => ({ ...option, values: option.values.toReversed() })),
        variants: now.variants.toReversed(),
      }),
      ['variantOrder'],
    )
    const after = await at.inShop(product)
    expect(after.variants).toEqual(before.variants.toReversed())
    expect(after.options).toEqual([{ name: 'Color', values: ['Blue', 'Red'] }])
    await pushEdit(
      product,
      (now) => ({
        options: now.options.map((option) => ({ ...option, values: option.values.toReversed() })),
        variants: now.variants.toReversed(),
      }),
      ['variantOrder'],
    )
    expect(await at.inShop(product)).toEqual(before)
  })

  test('a price, a SKU and the weight of one variant', async () => {
    const before = await at.inShop(product)
    const [red] = product.variants
    await pushEdit(
      product,
      (now) =>
        withVariant(now, 0, {
          skuCode: 'NEW-RED',
          prices: now.variants[0]!.prices.map((price) => ({ ...price, minor: 2050, compareAtMinor: null })),
        }),
      ['price', 'compareAtPrice', 'sku'].map((key) => `variants.${red!.id}.${key}`),
    )
    const expected = structuredClone(before)
    Object.assign(expected.variants[0]!, { price: '20.50', compareAtPrice: null, sku: 'NEW-RED' })
    expect(await at.inShop(product)).toEqual(expected)
  })

  test('a weight is sent in the unit in which it was typed, with all digits, also when only the unit changed', async () => {
    // The weight in grams never changes: prices, which contain freight, stay as they are.
    const product = await at.product()
    await at.edit(product, (now) => withVariant(now, 1, { weightGrams: 544 }))
    await at.push([product])
    const [, blue] = product.variants
    const inShop = async (): Promise<unknown> => {
      const { itemId } = (await at.inShop(product)).variants[1]!
      const query = `query ($id: ID!) { inventoryItem(id: $id) { measurement { weight { unit value } } } }`
      return (await at.shop.ask<{ inventoryItem: { measurement: unknown } }>(query, { id: itemId })).inventoryItem
        .measurement
    }
    expect(await inShop()).toEqual({ weight: { unit: 'GRAMS', value: 544 } })
    for (const [weight, unit] of [
      [{ value: '1.2', unit: 'lb' }, 'POUNDS'],
      [{ value: '544', unit: 'g' }, 'GRAMS'],
    ] as const) {
      await pushEdit(product, (now) => withVariant(now, 1, { weight }), [`variants.${blue!.id}.weight`])
      expect(await inShop()).toEqual({ weight: { unit, value: Number(weight.value) } })
      expect((await at.get(product)).variants[1]).toMatchObject({ weight, weightGrams: 544 })
    }
  })

  test('stock is pushed separately, without changing the product', async () => {
    const calls = await at.simulator.received('productSet')
    await pushEdit(product, (now) => withVariant(now, 1, { stock: 25 }), [`variants.${product.variants[1]!.id}.stock`])
    expect((await at.inShop(product)).variants.map((variant) => variant.stock)).toEqual([10, 25])
    expect(await at.simulator.received('productSet')).toBe(calls)
  })

  test('the name of an option and of a value, with variants keeping their ids', async () => {
    const before = await at.inShop(product)
    await pushEdit(
      product,
      (now) => ({
        options: [{ name: 'Colour', values: [{ value: 'Crimson' }, { value: 'Blue' }] }],
        ...withVariant(now, 0, { optionValues: ['Crimson'] }),
      }),
      ['options', `variants.${product.variants[0]!.id}.optionValues`],
    )
    const there = await at.inShop(product)
    expect(ids(there)).toEqual(ids(before))
    expect(there.options).toEqual([{ name: 'Colour', values: ['Crimson', 'Blue'] }])
    expect(there.media).toEqual(before.media)
  })

  test('pictures: another order, other texts, one more, one less; the others keep their ids', async () => {
    const [a, b, c] = (await at.inShop(product)).media
    await pushEdit(
      product,
      (now) => ({
        images: [
          now.images[1]!,
          { ...now.images[0]!, alt: 'lamp, lit' },
          { id: 'd', url: 'https://pictures.example/d.jpg', alt: 'box' },
        ],
      }),
      ['images'],
    )
    const there = await at.inShop(product)
    expect(there.media.slice(0, 2)).toEqual([b, { ...a, alt: 'lamp, lit' }])
    expect(there.media[2]).toMatchObject({ alt: 'box', status: 'READY' })
    expect([a!.id, b!.id, c!.id]).not.toContain(there.media[2]!.id)
    expect(there.variants.map((variant) => variant.pictures)).toEqual([[a!.id], [b!.id]])
  })

  test('the picture of a variant', async () => {
    const before = await at.inShop(product)
    await pushEdit(product, (now) => withVariant(now, 0, { imageId: 'd' }), [
      `variants.${product.variants[0]!.id}.image`,
    ])
    const there = await at.inShop(product)
    expect(there.variants[0]!.pictures).toEqual([before.media[2]!.id])
    expect(there.media).toEqual(before.media)
  })

  test('one variant more and one variant less', async () => {
    const before = await at.inShop(product)
    const now = await at.get(product)
    const edited = await at.edit(product, {
      options: [{ name: 'Colour', values: [{ value: 'Crimson' }, { value: 'Blue' }, { value: 'Green' }] }],
      variants: [
        { ...now.variants[0]!, dropped: true },
        now.variants[1]!,
        { ...now.variants[1]!, id: crypto.randomUUID(), skuCode: 'GREEN', optionValues: ['Green'], stock: 7 },
      ],
    })
    await at.push([edited])
    const there = await at.inShop(product)
    expect(there.variants).toMatchObject([
      { id: before.variants[1]!.id },
      { values: ['Green'], stock: 7, sku: 'GREEN' },
    ])
    expect(there.options).toEqual([{ name: 'Colour', values: ['Blue', 'Green'] }])
    expect(changesOf(await at.dryRun(product))).toEqual([])
  })

  test('a second option, when every variant gets one value of it', async () => {
    const before = await at.inShop(product)
    const now = await at.get(product)
    await at.edit(product, {
      options: [...now.options, { name: 'Plug', values: [{ value: 'EU' }] }],
      variants: now.variants.map((variant) => ({ ...variant, optionValues: [...variant.optionValues, 'EU'] })),
    })
    await at.push([product])
    const there = await at.inShop(product)
    expect(ids(there)).toEqual(ids(before))
    expect(there.variants.map((variant) => variant.values)).toEqual([
      ['Blue', 'EU'],
      ['Green', 'EU'],
    ])
    expect(changesOf(await at.dryRun(product))).toEqual([])
  })
})

describe('many at once', () => {
  test('get their variant ids later, and renaming or removing one still finds it', async () => {
    const products = await Promise.all(Array.from({ length: 22 }, () => at.product()))
    const { task } = await at.push(products)
    expect(task).toMatchObject({ state: 'succeeded', succeeded: 22 })
    const [renamed, dropped] = products as [Product, Product]
    const before = await at.inShop(renamed)
    await pushEdit(
      renamed,
      (now) => ({
        options: [{ name: 'Color', values: [{ value: 'Ruby' }, { value: 'Blue' }] }],
        ...withVariant(now, 0, { optionValues: ['Ruby'], skuCode: 'OTHER' }),
      }),
      [`variants.${renamed.variants[0]!.id}.optionValues`, `variants.${renamed.variants[0]!.id}.sku`],
    )
    expect(ids(await at.inShop(renamed))).toEqual(ids(before))
    await at.edit(dropped, (now) => withVariant(now, 0, { dropped: true }))
    expect(await at.push([dropped])).toMatchObject({ items: [{ state: 'succeeded', message: '同步成功' }] })
    expect((await at.inShop(dropped)).variants.map((variant) => variant.values)).toEqual([['Blue']])
    expect(await at.shop.titled('Lamp')).toHaveLength(
      new Set((await at.shop.titled('Lamp')).map((one) => one.title)).size,
    )
  })
})
