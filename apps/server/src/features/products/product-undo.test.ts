import { describe, expect, it } from 'vitest'
import { withProductFixture } from './product-fixture.testing.ts'
import { variant } from './product-fields.testing.ts'

const fixture = withProductFixture()

const get = ({ id }: { id: string }) => fixture.app.ok('getProduct', { productId: id })
async function edit({ id }: { id: string }, change: object): Promise<void> {
  const { version } = await get({ id })
  await fixture.app.ok('editProduct', { productId: id, version, edit: change })
}
const history = async ({ id }: { id: string }) => (await fixture.app.ok('getProductHistory', { productId: id })).list
async function undo(product: { id: string }, revision: { id: string }) {
  const { version } = await get(product)
  return fixture.app.call('undoProductChange', { productId: product.id, version, revisionId: revision.id })
}
/** What a person sees of a product, without version and times. */
const seen = ({ title, tags, images, options, variants }: Awaited<ReturnType<typeof get>>) => ({
  title,
  tags,
  images,
  options,
  variants,
})

describe('undoProductChange', () => {
  it('restores everything that one edit changed: texts, pictures, options, added and deleted variants, their order', async () => {
    const before = await fixture.create()
    const [red, blue] = before.variants
    await edit(before, {
      title: 'Other lamp',
      tags: ['new'],
      images: [],
      options: [{ name: 'Colour', values: [{ value: 'Green' }, { value: 'Red' }] }],
      variants: [
        variant(['Green'], { imageId: null }),
        { ...red!, optionValues: ['Red'], imageId: null, skuCode: 'X', prices: [{ ...red!.prices[0]!, minor: 9900 }] },
      ],
    })
    const [latest] = await history(before)
    expect(latest!.can).toEqual({ undoProductChange: true })
    expect(await undo(before, latest!)).toMatchObject({ code: 200, data: { title: 'Desk lamp', version: 2 } })
    const after = await get(before)
    expect(seen({ ...after, variants: [] })).toEqual(seen({ ...before, variants: [] }))
    // A deleted variant is restored with its id, since orders refer to it.
    expect(after.variants.map(({ id, skuCode, prices }) => ({ id, skuCode, prices }))).toEqual(
      [red!, blue!].map(({ id, skuCode, prices }) => ({ id, skuCode, prices })),
    )
    const [undoing] = await history(before)
    expect(undoing).toMatchObject({ reason: '撤销：编辑', can: { undoProductChange: true } })
    expect(await undo(before, undoing!)).toMatchObject({ code: 200, data: { title: 'Other lamp', tags: ['new'] } })
  })

  it('restores another order of variants', async () => {
    const before = await fixture.create()
    await edit(before, { variants: before.variants.toReversed() })
    const [latest] = await history(before)
    expect(latest!.changes.map(({ field }) => field)).toEqual(['variantOrder'])
    await undo(before, latest!)
    expect((await get(before)).variants.map(({ id }) => id)).toEqual(before.variants.map(({ id }) => id))
  })

  it('never overwrites what was changed since, and names it', async () => {
    const product = await fixture.create()
    await edit(product, { title: 'First', tags: ['a'] })
    const [first] = await history(product)
    await edit(product, { title: 'Second' })
    const again = (await history(product)).find(({ id }) => id === first!.id)
    expect(again!.can).toEqual({ undoProductChange: '之后又改过：英文标题' })
    expect(await undo(product, first!)).toMatchObject({ code: 409, data: { refusal: 'state-not-allowed' } })
    expect(await get(product)).toMatchObject({ title: 'Second', tags: ['a'] })
  })

  it('refuses a stale version, an edit of another product, and an entry that is not an edit', async () => {
    const [one, two] = [await fixture.create(), await fixture.create()]
    await edit(one, { title: 'First' })
    const [latest, made] = await history(one)
    expect(made!.can['undoProductChange']).toBe('这一条没有可撤销的改动')
    const stale = { productId: one.id, version: 0, revisionId: latest!.id }
    expect(await fixture.app.call('undoProductChange', stale)).toMatchObject({ data: { refusal: 'stale' } })
    expect(await undo(two, latest!)).toMatchObject({ code: 400, data: { refusal: 'not-found' } })
    await fixture.app.ok('deleteProduct', { productId: two.id })
    expect((await history(two))[0]!.can['undoProductChange']).toContain('回收站')
  })
})

describe('getProductAt', () => {
  it('shows the whole product as it was after each of its changes: texts, prices, added and deleted variants, their order', async () => {
    const made = await fixture.create()
    const [red, blue] = made.variants
    await edit(made, { title: 'Second', variants: [blue!, red!] })
    const second = await get(made)
    await edit(made, {
      descriptionHtml: '<p>坏</p>',
      options: [{ name: 'Color', values: [{ value: 'Red' }, { value: 'Green' }] }],
      variants: [
        { ...red!, prices: [{ ...red!.prices[0]!, minor: 9900 }] },
        variant(['Green'], { imageId: null, skuCode: 'NEW' }),
      ],
    })
    const third = await get(made)
    await fixture.app.ok('modifyProducts', {
      items: [{ productId: made.id }],
      change: { titlePrefix: 'A ', addStoreIds: [fixture.eu], priceChangePercent: 10 },
    })
    await fixture.app.ok('deleteProduct', { productId: made.id })
    const revisions = (await history(made)).toReversed()
    const was = async (index: number) =>
      (await fixture.app.ok('getProductAt', { productId: made.id, revisionId: revisions[index]!.id })).product!
    expect(await was(0)).toMatchObject({ ...seen(made), storeIds: [fixture.us] })
    expect(await was(1)).toMatchObject({ ...seen(second), storeIds: [fixture.us] })
    expect(await was(2)).toMatchObject({ ...seen(third), descriptionHtml: '<p>坏</p>', storeIds: [fixture.us] })
    expect(await was(3)).toMatchObject({ title: 'A Second', storeIds: [fixture.us, fixture.eu] })
    expect(await was(4)).toEqual(await was(3))
  })

  it('answers by time, with nothing before the product existed, and refuses half of a time range', async () => {
    const made = await fixture.create()
    await edit(made, { title: 'Second' })
    const [latest, first] = await history(made)
    const at = (time: number) => fixture.app.ok('getProductAt', { productId: made.id, at: time })
    expect(await at(latest!.at)).toMatchObject({
      product: { title: 'Second' },
      since: { reason: '编辑', at: latest!.at },
    })
    expect(await at(9_999_999_999_999)).toMatchObject({ product: { title: 'Second' } })
    expect(await at(first!.at - 1)).toEqual({ product: null, since: null })
    expect(await fixture.app.call('getProductAt', { productId: made.id })).toMatchObject({ code: 422 })
    const other = await fixture.create()
    expect(await fixture.app.call('getProductAt', { productId: other.id, revisionId: first!.id })).toMatchObject({
      code: 400,
      data: { refusal: 'not-found' },
    })
  })
})

describe('undoProductBatch', () => {
  it('undoes a bulk action, with an outcome per product, and leaves what somebody changed since', async () => {
    const [one, two] = [await fixture.create(), await fixture.create({ titleZh: '' })]
    const { batchId } = await fixture.app.ok('modifyProducts', {
      items: [{ productId: one.id }, { productId: two.id }],
      change: { titlePrefix: 'A ', addTags: ['hot'], addStoreIds: [fixture.eu], priceChangePercent: 10 },
    })
    await edit(two, { title: 'Mine' })
    const outcome = await fixture.app.ok('undoProductBatch', { batchId })
    expect(outcome).toMatchObject({ succeeded: 2, failed: 0, online: [] })
    expect(outcome.titles).toEqual({ [one.id]: '台灯', [two.id]: 'Mine' })
    expect(outcome.rows.find(({ key }) => key === one.id)).toMatchObject({ partly: false, message: '已撤销' })
    expect(outcome.rows.find(({ key }) => key === two.id)).toMatchObject({
      partly: true,
      message: '已撤销标签、认领店铺、价格 2 处；没有动英文标题（之后又改过）',
    })
    for (const before of [one, two]) {
      const after = await get(before)
      expect(seen(after)).toEqual({ ...seen(before), title: before === two ? 'Mine' : before.title })
      expect(after.variants.map(({ prices }) => prices)).toEqual(before.variants.map(({ prices }) => prices))
      expect(after.listings.map(({ storeId }) => storeId)).toEqual([fixture.us])
    }
  })

  it('succeeds for the rest where one field, or one price, was undone before or was changed since', async () => {
    const one = await fixture.create()
    const { batchId } = await fixture.app.ok('modifyProducts', {
      items: [{ productId: one.id }],
      change: { titlePrefix: 'A ', addTags: ['hot'], addStoreIds: [fixture.eu], priceChangePercent: 10 },
    })
    await fixture.app.ok('undoProductBatch', { batchId, field: 'storeIds' })
    const [red] = (await get(one)).variants
    await edit(one, {
      variants: [{ ...red!, prices: [{ ...red!.prices[0]!, minor: 12_345 }] }, ...(await get(one)).variants.slice(1)],
    })
    const outcome = await fixture.app.ok('undoProductBatch', { batchId })
    expect(outcome.rows).toMatchObject([
      { ok: true, partly: true, message: '已撤销英文标题、标签、价格；没有动价格（之后又改过）；认领店铺先前已改回' },
    ])
    const after = await get(one)
    expect(after).toMatchObject({ title: one.title, tags: one.tags })
    expect(after.variants.map(({ prices }) => prices[0]!.minor)).toEqual([12_345, one.variants[1]!.prices[0]!.minor])
    const again = await fixture.app.ok('undoProductBatch', { batchId })
    expect(again.rows).toMatchObject([
      {
        ok: false,
        word: 'state-not-allowed',
        message: '没有动价格（之后又改过）；英文标题、标签、认领店铺、价格先前已改回',
      },
    ])
    expect((await get(one)).version).toBe(after.version)
  })

  it('is no failure for a product where it was undone alone, and is not offered once nothing is left to undo', async () => {
    const [one, two] = [await fixture.create(), await fixture.create()]
    const items = [{ productId: one.id }, { productId: two.id }]
    const { batchId } = await fixture.app.ok('modifyProducts', { items, change: { vendor: 'Other' } })
    const entryOf = async ({ id }: { id: string }) =>
      (await fixture.app.ok('getProductHistory', { productId: id })).list.find((entry) => entry.batchId === batchId)!
    const { version } = await get(one)
    await fixture.app.ok('undoProductChange', { productId: one.id, version, revisionId: (await entryOf(one)).id })
    expect((await entryOf(one)).can['undoProductBatch']).toContain('已经撤销')
    expect((await entryOf(two)).can['undoProductBatch']).toBe(true)
    const outcome = await fixture.app.ok('undoProductBatch', { batchId })
    expect(outcome).toMatchObject({ succeeded: 2, failed: 0 })
    expect(outcome.rows.find(({ key }) => key === one.id)).toMatchObject({
      ok: true,
      message: expect.stringContaining('先前已改回'),
    })
    expect((await get(two)).vendor).toBe(two.vendor)
    expect((await entryOf(two)).can['undoProductBatch']).toContain('已经撤销')
  })

  it('undoes one field of it and leaves the others', async () => {
    const one = await fixture.create()
    const { batchId } = await fixture.app.ok('modifyProducts', {
      items: [{ productId: one.id }],
      change: { vendor: 'Other', priceChangePercent: 10 },
    })
    await fixture.app.ok('undoProductBatch', { batchId, field: 'prices' })
    const after = await get(one)
    expect(after.vendor).toBe('Other')
    expect(after.variants.map(({ prices }) => prices)).toEqual(one.variants.map(({ prices }) => prices))
    const nobody = { batchId: '018f0000-0000-7000-8000-000000000000' }
    expect(await fixture.app.call('undoProductBatch', nobody)).toMatchObject({
      code: 400,
      data: { refusal: 'not-found' },
    })
  })
})

describe('unlockProductFields', () => {
  it('unlocks what a person locked, by name, and nothing else', async () => {
    const product = await fixture.create()
    await edit(product, { title: 'Mine', vendor: 'Me' })
    const { version, fieldSources } = await get(product)
    expect(fieldSources['title']).toMatchObject({ origin: 'manual', locked: true })
    const opened = await fixture.app.ok('unlockProductFields', { productId: product.id, version, fields: ['title'] })
    expect(opened.title).toBe('Mine')
    expect(opened.fieldSources['title']).toMatchObject({ origin: 'manual', locked: false })
    expect(opened.fieldSources['vendor']).toMatchObject({ locked: true })
    const again = { productId: product.id, version: opened.version, fields: ['title'] }
    expect(await fixture.app.call('unlockProductFields', again)).toMatchObject({
      code: 422,
      data: { fields: expect.anything() },
    })
  })
})
