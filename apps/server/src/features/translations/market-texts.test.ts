import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'

let bench: TranslationBench
let storeId: string
const CANADA = 'gid://shopify/Market/11'
const STATES = 'gid://shopify/Market/12'
const MARKETS = [
  { id: CANADA, name: 'Canada', handle: 'canada', active: true },
  { id: STATES, name: 'United States', handle: 'us', active: true },
]
const haveMarkets = (markets: object[]) =>
  bench.app.db.pool.query('update store set markets = $1 where id = $2', [JSON.stringify(markets), storeId])

beforeAll(async () => {
  bench = await startTranslationBench()
  const shop = { name: 'Nord', origin: 'https://nord.myshopify.com' }
  storeId = (await bench.app.ok('addShopifyStore', shop)).id
  await haveMarkets(MARKETS)
})
afterAll(() => bench?.close())

let count = 0
const made = () =>
  bench.product({
    title: `Reading lamp ${(count += 1)} with hook`,
    descriptionHtml: '<p>Warm</p>',
    storeIds: [storeId],
  })
type Of = { id: string }
const scope = ({ id }: Of, marketId = CANADA) => ({ productId: id, locale: 'de' as const, storeId, marketId })
const sheetOf = (product: Of, marketId = CANADA) => bench.app.ok('getProductTranslations', scope(product, marketId))
const titleOf = async (product: Of, marketId = CANADA) => (await sheetOf(product, marketId)).fields[0]!
const save = (product: Of, text: string | null, version = 0, over: object = {}) =>
  bench.app.call('saveTranslations', { ...scope(product), edits: [{ field: 'title', text, version }], ...over })
const historyOf = async ({ id }: Of) =>
  (await bench.app.ok('getTranslationHistory', { productId: id, locale: 'de', fields: ['title'] })).list

describe('a text of one market', () => {
  it('is the person’s, approved and locked; the text of all markets holds where there is none', async () => {
    const product = await made()
    await bench.save(product, { title: 'Leselampe' })
    expect(await titleOf(product)).toMatchObject({ translation: null, general: { text: 'Leselampe' } })
    expect(await save(product, 'Leselampe CA')).toMatchObject({ code: 200 })
    const sheet = await sheetOf(product)
    expect(sheet).toMatchObject({
      market: { storeId, marketId: CANADA, name: 'Nord · Canada', isThere: true },
      markets: [{ name: 'Nord · Canada' }, { name: 'Nord · United States' }],
      can: { approveTranslations: expect.stringContaining('保存后就是已审') },
    })
    expect(sheet.fields[0]).toMatchObject({
      translation: { text: 'Leselampe CA', origin: 'manual', state: 'approved', locked: true, version: 1 },
      general: { text: 'Leselampe' },
      proposals: [],
    })
    expect(await titleOf(product, STATES)).toMatchObject({ translation: null, general: { text: 'Leselampe' } })
    expect(await bench.field(product, 'title')).toMatchObject({
      translation: { text: 'Leselampe' },
      general: null,
      markets: [{ name: 'Nord · Canada', text: 'Leselampe CA', state: 'approved' }],
    })
    const { list } = await bench.app.ok('findOperationLog', { kind: 'translation', objectId: product.id, pageSize: 5 })
    expect(JSON.stringify(list)).toContain('德语 · Nord · Canada')
  })

  it('is not proposed for other products, and is not counted as translated', async () => {
    const product = await made()
    await save(product, 'Leselampe CA')
    const same = await bench.product({ title: product.title })
    expect((await bench.field(same, 'title')).proposals.map(({ text }) => text)).not.toContain('Leselampe CA')
    expect((await bench.row(product))?.languages[0]).toMatchObject({ state: 'missing', approved: 0 })
  })

  it('is outdated once its source changed, which the grid shows, until a person saves it again', async () => {
    const product = await made()
    await bench.save(product, { title: 'Leselampe' })
    await save(product, 'Leselampe CA')
    const edited = await bench.edit(product, { title: `${product.title}, dimmable` })
    expect((await titleOf(product)).translation).toMatchObject({ state: 'outdated', formerSource: product.title })
    await bench.save(product, { title: 'Leselampe, dimmbar' })
    expect((await bench.row(edited))?.languages[0]).toMatchObject({ state: 'outdated', outdated: 1 })
    await save(product, 'Leselampe CA', 1)
    expect((await titleOf(product)).translation).toMatchObject({ state: 'approved', formerSource: null, version: 2 })
    expect((await bench.row(edited))?.languages[0]).toMatchObject({ outdated: 0, approved: 1 })
  })

  it('can be removed, each step has its market in the history, and the last one can be undone', async () => {
    const product = await made()
    await bench.save(product, { title: 'Leselampe' })
    await save(product, 'Leselampe CA')
    expect(await save(product, null, 1)).toMatchObject({ code: 200 })
    expect((await titleOf(product)).translation).toBeNull()
    const [removed, written, general] = await historyOf(product)
    expect([removed, written, general]).toMatchObject([
      { market: 'Nord · Canada', before: 'Leselampe CA', after: null, can: { undoTranslation: true } },
      { market: 'Nord · Canada', before: null, after: 'Leselampe CA', can: { undoTranslation: expect.any(String) } },
      { market: null, after: 'Leselampe', can: { undoTranslation: true } },
    ])
    const back = await bench.app.ok('undoTranslation', { id: removed!.id })
    expect(back).toMatchObject({ market: { name: 'Nord · Canada' } })
    expect(back.fields[0]!.translation?.text).toBe('Leselampe CA')
    await bench.app.ok('undoTranslation', { id: general!.id })
    expect(await titleOf(product)).toMatchObject({ translation: { text: 'Leselampe CA' }, general: null })
  })

  it('is checked as every text: a forbidden word, a length, a version that is not the last', async () => {
    const product = await made()
    await bench.app.ok('addGlossaryTerm', { kind: 'forbidden', source: 'heilend', locale: 'de' })
    expect(await save(product, 'Heilend')).toMatchObject({
      data: { refusal: 'invalid', fields: { title: expect.stringContaining('heilend') } },
    })
    expect(await save(product, 'x'.repeat(300))).toMatchObject({
      data: { fields: { title: expect.stringContaining('255') } },
    })
    await save(product, 'Leselampe CA')
    expect(await save(product, 'Leselampe CAN')).toMatchObject({ data: { refusal: 'stale' } })
    expect(await save(product, null)).toMatchObject({ data: { refusal: 'stale' } })
    expect((await titleOf(product)).translation?.text).toBe('Leselampe CA')
  })

  it('is refused without a shop, a market or a text, and for a market that the shop does not have', async () => {
    const product = await made()
    const edits = [{ field: 'title', text: null, version: 0 }]
    const all = { productId: product.id, locale: 'de' as const, edits }
    expect(await bench.app.call('saveTranslations', all)).toMatchObject({ data: { fields: { title: '译文不能为空' } } })
    expect(await bench.app.call('saveTranslations', { ...all, storeId })).toMatchObject({
      data: { fields: { marketId: '请选择市场' } },
    })
    expect(await bench.app.call('saveTranslations', { ...all, marketId: CANADA })).toMatchObject({
      data: { fields: { storeId: '请选择市场所在的店铺' } },
    })
    const elsewhere = { ...all, storeId, marketId: 'gid://shopify/Market/99' }
    expect(await bench.app.call('saveTranslations', elsewhere)).toMatchObject({
      data: { refusal: 'not-found', why: '店铺“Nord”没有这个市场' },
    })
    expect(await bench.app.call('getProductTranslations', scope(product, elsewhere.marketId))).toMatchObject({
      data: { refusal: 'not-found' },
    })
    const nowhere = { ...all, storeId: crypto.randomUUID(), marketId: CANADA }
    expect(await bench.app.call('saveTranslations', nowhere)).toMatchObject({ data: { refusal: 'not-found' } })
    expect(await historyOf(product)).toEqual([])
  })

  it('is replaced with the others, named with its market before, and both are undone as one', async () => {
    const product = await made()
    await bench.save(product, { title: 'Zimmerlampe' })
    await save(product, 'Zimmerlampe CA')
    await save(product, 'Stubenlicht US', 0, { marketId: STATES })
    const only = await made()
    await save(only, 'Neue Zimmerlampe')
    const words = { locale: 'de', find: 'Zimmerlampe', replaceWith: 'Raumleuchte' } as const
    const { list } = await bench.app.ok('previewReplaceTranslations', words)
    const hits = list.map(({ productId, market, after, locked }) => ({ productId, market, after, locked }))
    expect(hits).toHaveLength(3)
    expect(hits).toEqual(
      expect.arrayContaining([
        { productId: product.id, after: 'Raumleuchte', locked: true },
        { productId: product.id, market: 'Nord · Canada', after: 'Raumleuchte CA', locked: true },
        { productId: only.id, market: 'Nord · Canada', after: 'Neue Raumleuchte', locked: true },
      ]),
    )
    const texts = async () => [
      (await bench.field(product, 'title')).translation?.text,
      (await titleOf(product)).translation?.text,
      (await titleOf(product, STATES)).translation?.text,
      (await titleOf(only)).translation?.text,
      (await bench.field(only, 'title')).translation?.text,
    ]
    const before = ['Zimmerlampe', 'Zimmerlampe CA', 'Stubenlicht US', 'Neue Zimmerlampe', undefined]
    expect(await texts()).toEqual(before)
    const done = await bench.app.ok('replaceTranslations', words)
    expect(done).toMatchObject({ rows: { succeeded: 2, failed: 0 } })
    expect(await texts()).toEqual(['Raumleuchte', 'Raumleuchte CA', 'Stubenlicht US', 'Neue Raumleuchte', undefined])
    expect((await historyOf(only))[0]).toMatchObject({ market: 'Nord · Canada', action: 'replace' })
    const undone = await bench.app.ok('undoTranslationBatch', { batchId: done.batchId })
    expect(undone).toMatchObject({ succeeded: 2, failed: 0 })
    expect(await texts()).toEqual(before)
  })

  it('is replaced in its own market, also where another market has the same name', async () => {
    const namesake = 'gid://shopify/Market/13'
    await haveMarkets([...MARKETS, { id: namesake, name: 'Canada', handle: 'canada-2', active: true }])
    const product = await made()
    await save(product, 'Flurlampe CA')
    await save(product, 'Flurlampe zwei', 0, { marketId: namesake })
    const done = await bench.app.ok('replaceTranslations', {
      locale: 'de',
      find: 'Flurlampe',
      replaceWith: 'Dielenlampe',
    })
    const titles = async () => [
      (await titleOf(product)).translation?.text,
      (await titleOf(product, namesake)).translation?.text,
    ]
    expect(await titles()).toEqual(['Dielenlampe CA', 'Dielenlampe zwei'])
    await bench.app.ok('undoTranslationBatch', { batchId: done.batchId })
    expect(await titles()).toEqual(['Flurlampe CA', 'Flurlampe zwei'])
    await haveMarkets(MARKETS)
  })

  it('is put right with the others when a term of the glossary is corrected', async () => {
    const product = await made()
    await bench.save(product, { title: 'Haken-Lampe' })
    await save(product, 'Haken-Lampe CA')
    const named = { kind: 'forced', source: 'hook', locale: 'de' } as const
    const term = await bench.app.ok('addGlossaryTerm', { ...named, target: 'Aufhänger' })
    await bench.app.ok('applyGlossaryTerm', { id: term.id, former: 'Haken' })
    expect((await bench.field(product, 'title')).translation?.text).toBe('Aufhänger-Lampe')
    expect((await titleOf(product)).translation?.text).toBe('Aufhänger-Lampe CA')
  })

  it('of a market that the shop removed is still read and can be removed', async () => {
    const product = await made()
    await save(product, 'Leselampe CA')
    await haveMarkets(MARKETS.slice(1))
    expect((await bench.sheet(product)).markets).toMatchObject([
      { name: 'Nord · United States', isThere: true },
      { name: 'Nord · Canada', isThere: false },
    ])
    expect(await save(product, 'Leuchte', 1)).toMatchObject({ data: { refusal: 'invalid' } })
    expect(await save(product, null, 1)).toMatchObject({ code: 200 })
    expect((await bench.sheet(product)).markets).toMatchObject([{ name: 'Nord · United States' }])
    await haveMarkets(MARKETS)
  })
})
