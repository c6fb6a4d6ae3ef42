import { describe, expect, it } from 'vitest'
import { withProductFixture } from './product-fixture.testing.ts'
import { productFields, variant } from './product-fields.testing.ts'

const fixture = withProductFixture()

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'

const edited = async (product: { id: string; version: number }, change: object) => {
  const answer = await fixture.edit(product, change)
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  return answer.data
}

describe('createProduct', () => {
  it('prices by the store’s rule and reports the product as ready', async () => {
    const made = await fixture.create()
    expect(made).toMatchObject({
      state: 'ready',
      missing: [],
      version: 0,
      origin: 'manual',
      variantCount: 2,
      stockTotal: 20,
    })
    expect(made.costMin).toEqual({ minor: 1850, currency: 'CNY' })
    // 18.50 ÷ 7.10 × 2.5 + 2.00 + 0.42 × 8.00 = 11.87 → 11.99
    expect(made.priceMin).toEqual({ minor: 1199, currency: 'USD' })
    expect(made.variants[0]!.prices).toEqual([
      {
        storeId: fixture.us,
        currency: 'USD',
        minor: 1199,
        compareAtMinor: 1599,
        origin: 'rule',
        rule: { id: expect.any(String), name: expect.any(String), tried: false },
        by: '管理员',
        at: expect.any(Number),
      },
    ])
    expect(made.marginPercent).toBeGreaterThan(40)
    expect(made.listings).toMatchObject([{ storeId: fixture.us, state: 'pending', outdated: false }])
    expect(made.can).toMatchObject({ syncToShopify: true, editProduct: true, restoreProducts: expect.any(String) })
    expect(await fixture.app.ok('getProduct', { productId: made.id })).toEqual(made)
  })

  it('creates a draft from a title alone, and lists what is missing', async () => {
    const made = await fixture.app.ok('createProduct', { title: '只有标题' })
    expect(made).toMatchObject({ state: 'draft', missing: ['没有图片', '没有认领店铺'], variantCount: 1 })
    expect(made.can['syncToShopify']).toContain('没有图片')
  })

  it('keeps a title as text and removes active content from a description', async () => {
    const made = await fixture.create({
      title: '<script>alert(1)</script> & "x"',
      descriptionHtml:
        '<p onclick="x()" style="color:red;position:fixed">a<script>alert(1)</script></p><iframe src="https://e"></iframe>' +
        '<a href="javascript:alert(1)">b</a><img src="//cdn.example/i.jpg" onerror="x()"><form><input></form>',
    })
    expect(made.title).toBe('<script>alert(1)</script> & "x"')
    expect(made.descriptionHtml).toBe('<p style="color:red">a</p><a>b</a><img src="https://cdn.example/i.jpg" />')
  })

  it.each<[string, object, string]>([
    ['more values than options', { variants: [variant(['Red', 'S'])] }, 'variants.0.optionValues'],
    ['a value that no option lists', { variants: [variant(['Green'])] }, 'variants.0.optionValues.0'],
    ['one combination twice', { variants: [variant(['Red']), variant(['Red'])] }, 'variants.1.optionValues'],
    ['a picture that the product has not', { variants: [variant(['Red'], { imageId: 'zz' })] }, 'variants.0.imageId'],
    [
      'one option name twice',
      { options: [...productFields().options, { name: 'color', values: [{ value: 'x' }] }] },
      'options.1.name',
    ],
    [
      'one value twice',
      { options: [{ name: 'Color', values: [{ value: 'Red' }, { value: 'red' }] }] },
      'options.0.values.1.value',
    ],
    ['four options', { options: ['a', 'b', 'c', 'd'].map((name) => ({ name, values: [{ value: 'x' }] })) }, 'options'],
    ['several variants without an option', { options: [], variants: [variant([]), variant([])] }, 'variants'],
    ['a picture that is a script', { images: [{ id: 'a', url: 'javascript:alert(1)' }] }, 'images.0.url'],
    ['one picture id twice', { images: [productFields().images[0], productFields().images[0]] }, 'images.1.id'],
    [
      'a price of a store that is not claimed',
      { variants: [variant(['Red'], { prices: [price(UNKNOWN, 'USD')] })] },
      'variants.0.prices.0.storeId',
    ],
    [
      'a price in another currency',
      {
        get variants() {
          return [variant(['Red'], { prices: [price(fixture.us, 'EUR')] })]
        },
      },
      'variants.0.prices.0.currency',
    ],
    ['a negative cost', { variants: [variant(['Red'], { costMinor: -1 })] }, 'variants.0.costMinor'],
    [
      'a weight in catties',
      { variants: [variant(['Red'], { weight: { value: '2', unit: '斤' } })] },
      'variants.0.weight.unit',
    ],
    [
      'a weight past the scale',
      { variants: [variant(['Red'], { weight: { value: '3000000', unit: 'lb' } })] },
      'variants.0.weight',
    ],
    [
      'a weight with a comma',
      { variants: [variant(['Red'], { weight: { value: '1,2', unit: 'lb' } })] },
      'variants.0.weight.value',
    ],
    ['half a gram', { variants: [variant(['Red'], { weightGrams: 0.5 })] }, 'variants.0.weightGrams'],
    ['a number for a title', { title: 7 }, 'title'],
    ['a title past 255', { title: 'x'.repeat(256) }, 'title'],
    ['a NUL in the title', { title: 'a\u0000b' }, 'title'],
    ['half an emoji in a tag', { tags: ['\ud83d'] }, 'tags.0'],
    ['a description past its length', { descriptionHtml: 'x'.repeat(200_001) }, 'descriptionHtml'],
    ['text for variants', { variants: 'none' }, 'variants'],
  ])('refuses %s and names the field', async (_what, wrong, field) => {
    const answer = await fixture.app.call('createProduct', productFields({ storeIds: [fixture.us], ...wrong }))
    expect(answer).toMatchObject({ code: 422, data: { fields: { [field]: expect.any(String) } } })
  })

  it('refuses a store that does not exist, and creates nothing', async () => {
    const before = await fixture.app.ok('getProductCountByState')
    const answer = await fixture.app.call('createProduct', productFields({ storeIds: [fixture.us, UNKNOWN] }))
    expect(answer).toMatchObject({ code: 400, data: { refusal: 'not-found' } })
    expect(await fixture.app.ok('getProductCountByState')).toEqual(before)
  })

  it('accepts 2,048 variants and no more', async () => {
    const values = Array.from({ length: 2048 }, (_, index) => `v${index}`)
    const big = (count: number) => ({
      options: [{ name: 'N', values: values.map((value) => ({ value })) }],
      variants: Array.from({ length: count }, (_, index) => variant([`v${index}`])),
    })
    expect((await fixture.create(big(2048))).variantCount).toBe(2048)
    expect(await fixture.app.call('createProduct', productFields(big(2049)))).toMatchObject({ code: 422 })
  })
})

describe('editProduct', () => {
  it('locks what a person changed, and nothing else', async () => {
    const made = await fixture.create()
    const after = await edited(made, { title: 'Better lamp', vendor: made.vendor })
    expect(after).toMatchObject({ title: 'Better lamp', version: 1 })
    expect(after.fieldSources['title']).toMatchObject({ origin: 'manual', locked: true, by: '管理员' })
    expect(after.fieldSources['vendor']).toEqual(made.fieldSources['vendor'])
    const { list } = await fixture.app.ok('getProductHistory', { productId: made.id })
    expect(list).toMatchObject([
      { reason: '编辑', by: '管理员', changes: [{ field: 'title', before: 'Desk lamp', after: 'Better lamp' }] },
      { reason: '新建', changes: [] },
    ])
  })

  it('answers a stale save with the current product, and changes nothing', async () => {
    const made = await fixture.create()
    await edited(made, { title: 'First' })
    const late = await fixture.edit(made, { title: 'Second' })
    expect(late).toMatchObject({ code: 409, data: { refusal: 'stale', current: { title: 'First', version: 1 } } })
    expect((await fixture.app.ok('getProduct', { productId: made.id })).title).toBe('First')
  })

  it('accepts one of two saves at once', async () => {
    const made = await fixture.create()
    const answers = await Promise.all([fixture.edit(made, { title: 'One' }), fixture.edit(made, { title: 'Two' })])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('does not count a save without a change as an edit', async () => {
    const made = await fixture.create()
    const { title, titleZh, descriptionHtml, images, options, variants, tags } = made
    const again = await edited(made, { title, titleZh, descriptionHtml, images, options, variants, tags })
    expect(again).toEqual(made)
  })

  it('keeps a price that a person set, and returns it to the rule on request', async () => {
    const made = await fixture.create()
    const [red, blue] = made.variants
    const typed = { ...red!, prices: [{ ...red!.prices[0]!, minor: 1499 }] }
    const after = await edited(made, { variants: [typed, blue] })
    expect(after.variants[0]!.prices[0]).toMatchObject({ minor: 1499, origin: 'manual' })
    // A new cost moves the rule's prices and leaves the typed one.
    const dearer = await edited(after, {
      variants: after.variants.map((each) => ({ ...each, costMinor: 4000 })),
    })
    expect(dearer.variants.map(({ prices }) => prices[0]!.origin)).toEqual(['manual', 'rule'])
    expect(dearer.variants[1]!.prices[0]!.minor).toBeGreaterThan(blue!.prices[0]!.minor)
    const freed = await edited(dearer, {
      variants: dearer.variants.map((each) => ({ ...each, prices: [{ ...each.prices[0]!, origin: 'rule' }] })),
    })
    const { at: _at, ...byRule } = freed.variants[1]!.prices[0]!
    expect(freed.variants[0]!.prices).toMatchObject([byRule])
  })

  it('records who set each price and cost and when, as the app knows it, and leaves unchanged ones as they were', async () => {
    const made = await fixture.create()
    const [red, blue] = made.variants
    const forged = { ...red!.prices[0]!, minor: 1499, by: '别人', at: 1, rule: { name: '假的' } }
    const after = await edited(made, { variants: [{ ...red!, prices: [forged], costMinor: 1900 }, blue] })
    expect(after.variants[0]!.prices).toEqual([
      {
        storeId: fixture.us,
        currency: 'USD',
        minor: 1499,
        compareAtMinor: forged.compareAtMinor,
        origin: 'manual',
        by: '管理员',
        at: expect.any(Number),
      },
    ])
    expect(after.variants[0]!.prices[0]!.at!).toBeGreaterThan(made.variants[0]!.prices[0]!.at! - 1)
    expect(after.variants[1]!.prices).toEqual(blue!.prices)
    expect(after.fieldSources[`variants.${red!.id}.costMinor`]).toMatchObject({
      origin: 'manual',
      by: '管理员',
      // Without a source there is nothing to lock the price against.
      locked: false,
    })
    const foreign = { ...blue!.prices[0]!, by: '别人', at: 1 }
    const again = await edited(after, { variants: [after.variants[0], { ...blue!, prices: [foreign], stock: 3 }] })
    expect(again.variants.map(({ prices }) => prices)).toEqual(after.variants.map(({ prices }) => prices))
    const added = await edited(again, { variants: [again.variants[0], variant(['Blue'])] })
    const { id } = added.variants[1]!
    expect(id).not.toBe(blue!.id)
    expect(added.fieldSources[`variants.${id}`]).toMatchObject({ origin: 'manual', by: '管理员', locked: false })
  })

  it('adds, moves and removes variants, and never reaches another product’s', async () => {
    const other = await fixture.create()
    const made = await fixture.create()
    const foreign = { ...variant(['Red']), id: other.variants[0]!.id, stock: 99 }
    const after = await edited(made, { variants: [made.variants[1], foreign] })
    expect(after.variants.map(({ optionValues }) => optionValues[0])).toEqual(['Blue', 'Red'])
    expect(after.variants[0]!.id).toBe(made.variants[1]!.id)
    expect(after.variants[1]!.id).not.toBe(other.variants[0]!.id)
    expect((await fixture.app.ok('getProduct', { productId: other.id })).variants).toEqual(other.variants)
    const moved = await edited(after, { variants: after.variants.toReversed() })
    expect(moved.variants.map(({ optionValues }) => optionValues[0])).toEqual(['Red', 'Blue'])
  })

  it('names the invalid field of an edit, and refuses unknown fields', async () => {
    const made = await fixture.create()
    expect(await fixture.edit(made, { options: [] })).toMatchObject({
      code: 422,
      data: { fields: { 'edit.variants': expect.any(String) } },
    })
    expect(await fixture.edit(made, { title: '' })).toMatchObject({ code: 422 })
    expect(await fixture.edit({ id: UNKNOWN, version: 0 }, { title: 'x' })).toMatchObject({
      code: 400,
      data: { refusal: 'not-found' },
    })
    const broken = await fixture.app.call('editProduct', { productId: made.id, version: 0, edit: '{"title":' })
    expect(broken).toMatchObject({ code: 422, data: { fields: { edit: expect.any(String) } } })
  })

  it('keeps a weight as it was typed, beside the grams that prices are calculated from', async () => {
    const pounds = { value: '1.2', unit: 'lb' }
    const made = await fixture.create({
      variants: [variant(['Red'], { weight: pounds, weightGrams: null }), variant(['Blue'])],
    })
    expect(made.variants).toMatchObject([
      { weight: pounds, weightGrams: 544 },
      { weight: null, weightGrams: 420 },
    ])
    const withFirst = (over: object) => (now: typeof made) => ({
      variants: now.variants.map((one, index) => (index === 0 ? { ...one, ...over } : one)),
    })
    const kilograms = { value: '0.5443', unit: 'kg' }
    const again = await edited(made, withFirst({ weight: kilograms })(made))
    expect(again.variants[0]).toMatchObject({ weight: kilograms, weightGrams: 544 })
    // A client without units sends grams and the former weight.
    const grams = await edited(again, withFirst({ weightGrams: 600 })(again))
    expect(grams.variants[0]).toMatchObject({ weight: null, weightGrams: 600 })
    expect((await fixture.app.ok('getProduct', { productId: made.id })).variants[0]).toMatchObject({ weight: null })
  })

  it('asks about numbers that are probably mistyped', async () => {
    const made = await fixture.create({ variants: [variant(['Red'], { weightGrams: 500_000, costMinor: 2500 })] })
    expect(made.doubts).toEqual([expect.stringContaining('重量单位')])
  })
})

function price(storeId: string, currency: string) {
  return { storeId, currency, minor: 100, compareAtMinor: null, origin: 'manual' }
}
