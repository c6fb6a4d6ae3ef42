import { afterEach, describe, expect, it } from 'vitest'
import { withPushBench } from './listings.testing.ts'

const bench = withPushBench()
const made: { id: string }[] = []
const forbid = async (source: string, over: object = {}): Promise<void> => {
  made.push(await bench.app.ok('addGlossaryTerm', { kind: 'forbidden', source, note: '别人的商标', ...over }))
}
afterEach(async () => {
  for (const { id } of made.splice(0)) {
    const { list } = await bench.app.ok('queryGlossaryTerms', { pageSize: 200 })
    await bench.app.ok('deleteGlossaryTerm', { id, version: list.find((one) => one.id === id)!.version })
  }
})
const WHY = '有违禁词“Acme”：别人的商标'

describe('a forbidden word in the product’s own texts', () => {
  it.each([
    ['title', { title: 'Lamp like Acme' }],
    ['descriptionHtml', { descriptionHtml: '<p>as <b>good</b> as ACME</p>' }],
    ['vendor', { vendor: 'Acme' }],
    ['productType', { productType: 'Acme lamps' }],
    ['tags', { tags: ['lamp', 'acme'] }],
  ])('is refused when a person types it: %s', async (field, edit) => {
    const product = await bench.product()
    await forbid('Acme')
    const { version } = await bench.get(product)
    const refused = await bench.app.call('editProduct', { productId: product.id, version, edit })
    expect(refused).toMatchObject({ code: 422, data: { fields: { [`edit.${field}`]: WHY } } })
    expect(await bench.get(product)).toMatchObject({ version, title: product.title })
    const created = await bench.app.call('createProduct', { title: 'Lamp', storeIds: [bench.us], ...edit })
    expect(created).toMatchObject({ code: 422, data: { fields: { [field]: WHY } } })
  })

  it('is refused in what is created directly in a shop, before the dry run and before the write', async () => {
    await forbid('Acme', { locale: 'en' })
    const form = { storeId: bench.us, requestKey: 'forbidden-1', title: 'Acme lamp', price: '8' }
    // The message of the toast names the field by its label in the form.
    const refused = { code: 422, msg: `${WHY}（标题）`, data: { fields: { title: WHY } } }
    expect(await bench.app.call('previewStoreCreation', form)).toMatchObject(refused)
    expect(await bench.app.call('createStoreProduct', form)).toMatchObject(refused)
    const described = { ...form, title: 'Direct lamp', descriptionHtml: '<p>better than <i>acme</i></p>' }
    expect(await bench.app.call('createStoreProduct', described)).toMatchObject({
      code: 422,
      data: { fields: { descriptionHtml: WHY } },
    })
    const { list } = await bench.app.ok('getStoreProducts', { storeId: bench.us, keyword: 'lamp' })
    expect(list.map(({ title }) => title)).not.toContain('Acme lamp')
    expect(list.map(({ title }) => title)).not.toContain('Direct lamp')
  })

  it('is refused in names and values of options and in texts of pictures', async () => {
    const product = await bench.product()
    await forbid('Acme')
    const { version, options, images, variants } = await bench.get(product)
    const [first, ...others] = options
    const [value, ...values] = first!.values
    const renamed = [{ ...first!, values: [{ ...value!, value: 'Acme red' }, ...values] }, ...others]
    const edits = {
      options: {
        options: renamed,
        variants: variants.map((one) =>
          one.optionValues[0] === value!.value
            ? { ...one, optionValues: ['Acme red', ...one.optionValues.slice(1)] }
            : one,
        ),
      },
      images: { images: images.map((one) => ({ ...one, alt: 'an acme lamp' })) },
    }
    for (const [field, edit] of Object.entries(edits)) {
      const refused = await bench.app.call('editProduct', { productId: product.id, version, edit })
      expect([field, refused]).toMatchObject([field, { code: 422, data: { fields: { [`edit.${field}`]: WHY } } }])
    }
  })

  it('is only what the list of the store, or of all stores, and of the language names', async () => {
    const product = await bench.product()
    await forbid('Acme', { storeId: bench.eu })
    await forbid('lampe', { locale: 'de' })
    await forbid('pan')
    await bench.edit(product, { title: 'Acme Lampe for pants' })
    await forbid('Acme', { storeId: bench.us, locale: 'en' })
    const { version } = await bench.get(product)
    const edit = { title: 'Another Acme', tags: ['acme'] }
    const refused = await bench.app.call('editProduct', { productId: product.id, version, edit })
    // The title contained the word before, so another change of the title is not refused.
    expect(refused).toMatchObject({ code: 422, data: { fields: { 'edit.tags': WHY } } })
    expect(await bench.edit(product, { title: 'Another Acme' })).toMatchObject({ title: 'Another Acme' })
  })

  it('is refused for each row of a bulk change that brings it in, and the other rows are changed', async () => {
    const [one, other] = [await bench.product({ title: 'Old lamp' }), await bench.product({ title: 'New lamp' })]
    await forbid('Acme')
    const items = await Promise.all([one, other].map((each) => bench.get(each)))
    const outcome = await bench.app.ok('modifyProducts', {
      items: items.map(({ id: productId, version }) => ({ productId, version })),
      change: { titleReplace: { find: 'Old', replace: 'Acme' } },
    })
    const rows = Object.fromEntries(outcome.rows.map((row) => [row.key, row]))
    expect(rows[one.id]).toMatchObject({ ok: false, word: 'invalid', message: `英文标题${WHY}` })
    expect(rows[other.id]).toMatchObject({ ok: false, word: 'unchanged' })
    expect((await bench.get(one)).title).toBe('Old lamp')
  })

  it('is said by the dry run and not written by a push, also if it was there before the rule', async () => {
    const product = await bench.product({ title: `Acme lamp ${crypto.randomUUID()}` })
    await forbid('Acme')
    const seen = await bench.dryRun(product)
    expect(seen).toMatchObject({
      action: 'blocked',
      problems: [
        { field: 'title', level: 'blocks', message: `英文标题${WHY}`, advice: expect.stringContaining('术语') },
      ],
    })
    expect((await bench.get(product)).forbiddenWords).toEqual([`英文标题${WHY}`])
    const before = await bench.simulator.received('productSet')
    expect((await bench.push([product])).items).toMatchObject([{ state: 'failed', message: `英文标题${WHY}` }])
    expect(await bench.simulator.received('productSet')).toBe(before)
    expect((await bench.edit(product, { title: `Our lamp ${crypto.randomUUID()}` })).forbiddenWords).toEqual([])
    expect((await bench.push([product])).items).toMatchObject([{ state: 'succeeded' }])
  })

  it('that the shop has already does not keep prices and stock from it, and is a warning', async () => {
    const product = await bench.product({ title: `Acme lamp ${crypto.randomUUID()}` })
    await bench.push([product])
    await forbid('Acme')
    await bench.edit(product, (now) => ({ variants: now.variants.map((one) => ({ ...one, stock: 7 })) }))
    expect(await bench.dryRun(product)).toMatchObject({
      action: 'update',
      problems: [{ field: 'title', level: 'warns', message: `英文标题${WHY}` }],
    })
    expect((await bench.push([product])).items).toMatchObject([{ state: 'succeeded' }])
    // Once its text has changed, the same product is not written any more.
    await bench.edit(product, ({ title }) => ({ title: `${title} two` }))
    expect((await bench.push([product])).items).toMatchObject([{ state: 'failed', message: `英文标题${WHY}` }])
  })
})
