import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { productsFeature } from '../products/index.ts'
import { translationsFeature } from './index.ts'
import { textWriting } from './text-writing.service.ts'
import { startTranslationBench, variantOf } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'

let bench: TranslationBench
beforeAll(async () => {
  bench = await startTranslationBench()
})
afterAll(() => bench?.close())

const HTML = '<p>Warm light, 12 W, 30 cm high.</p>'
let count = 0
const made = (over: object = {}) =>
  bench.product({ title: `Reading lamp ${(count += 1)} with hook`, descriptionHtml: HTML, ...over })

describe('a product', () => {
  it('has its texts in reading order, without those that are the same in every language', async () => {
    const product = await made({
      options: [
        { name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] },
        { name: 'Size', values: [{ value: '42' }] },
      ],
      variants: [variantOf(['Red', '42']), variantOf(['Blue', '42'])],
      tags: ['lamp', 'reading'],
    })
    const { fields, sheet } = await bench.sheet(product)
    expect(fields.map(({ field }) => field)).toEqual([
      'title',
      'description',
      'option.0',
      'option.0.0',
      'option.0.1',
      'option.1',
      'tags',
      'seoTitle',
      'seoDescription',
    ])
    expect(sheet).toMatchObject({ state: 'missing', total: 9, missing: 9 })
    expect(fields[0]).toMatchObject({ source: product.title, sourceLocale: 'en', most: 255, translation: null })
  })

  it('without an English title is translated from the Chinese one, also into English', async () => {
    await bench.languages(['de', 'ja', 'en'])
    const product = await made({ title: '中文台灯' })
    const title = await bench.field(product, 'title', 'en')
    expect(title).toMatchObject({ source: '中文台灯', sourceLocale: 'zh-CN' })
    expect((await bench.sheet(product, 'en')).fields.map(({ field }) => field)).toEqual(['title', 'seoTitle'])
    await bench.languages(['de', 'ja'])
  })

  it('is in the grid once for all languages, and leaves it for the recycle bin and back', async () => {
    const product = await made()
    expect((await bench.row(product))?.languages.map(({ locale, state }) => [locale, state])).toEqual([
      ['de', 'missing'],
      ['ja', 'missing'],
    ])
    await bench.app.ok('batchDeleteProducts', { productIds: [product.id] })
    await bench.quiet()
    expect(await bench.row(product)).toBeUndefined()
    await bench.app.ok('restoreProducts', { productIds: [product.id] })
    await bench.quiet()
    expect(await bench.row(product)).toBeDefined()
  })
})

describe('a text that a person saved', () => {
  it('is approved, locked and theirs, and the log has the text before and after', async () => {
    const product = await made()
    expect(await bench.save(product, { title: 'Leselampe 3 mit Haken' })).toMatchObject({ code: 200 })
    const { translation } = await bench.field(product, 'title')
    expect(translation).toMatchObject({
      text: 'Leselampe 3 mit Haken',
      origin: 'manual',
      state: 'approved',
      locked: true,
      version: 1,
      formerSource: null,
    })
    expect((await bench.row(product))?.languages[0]).toMatchObject({ state: 'missing', approved: 1 })
    const { list } = await bench.app.ok('findOperationLog', { kind: 'translation', objectId: product.id, pageSize: 5 })
    expect(JSON.stringify(list)).toContain('Leselampe 3 mit Haken')
  })

  it('is not overwritten by a person who saw an earlier one', async () => {
    const product = await made()
    const edit = (text: string, version: number) =>
      bench.app.call('saveTranslations', {
        productId: product.id,
        locale: 'de',
        edits: [{ field: 'title', text, version }],
      })
    expect(await edit('Erste', 0)).toMatchObject({ code: 200 })
    expect(await edit('Zweite', 0)).toMatchObject({ code: 409, data: { refusal: 'stale' } })
    expect((await bench.field(product, 'title')).translation?.text).toBe('Erste')
  })

  it('is refused when it is in one request twice', async () => {
    const product = await made()
    const edits = ['Erste', 'Zweite'].map((text) => ({ field: 'title', text, version: 0 }))
    const answer = await bench.app.call('saveTranslations', { productId: product.id, locale: 'de', edits })
    expect(answer).toMatchObject({ code: 422, data: { fields: { title: '同一字段改了两次，只能留一次' } } })
    expect((await bench.field(product, 'title')).translation).toBeNull()
  })

  it('is refused when the shop could not take it, with the limit, and nothing is saved', async () => {
    const product = await made()
    const answer = await bench.save(product, { title: 'x'.repeat(256), 'option.0': 'Farbe' })
    expect(answer).toMatchObject({ code: 422, data: { fields: { title: '256 个字符，店铺最多 255 个' } } })
    expect((await bench.field(product, 'option.0')).translation).toBeNull()
  })

  it('of a description loses everything active', async () => {
    const product = await made()
    await bench.save(product, {
      description: '<p onclick="x()">Warmes Licht, 12 W, 30 cm hoch.</p><script>x()</script>',
    })
    expect((await bench.field(product, 'description')).translation?.text).toBe('<p>Warmes Licht, 12 W, 30 cm hoch.</p>')
  })

  it('shows what the translation lost of its source, and the texts of other languages', async () => {
    const product = await made()
    await bench.save(product, { description: '<p>Warmes Licht, 13 W, 30 m hoch.</p>' })
    await bench.save(product, { description: '<p>暖かい光、12 W、高さ 30 cm。</p>' }, 'ja')
    const { problems, others } = await bench.field(product, 'description')
    expect(problems.map(({ word }) => word)).toEqual(['number', 'unit'])
    expect(others).toEqual([{ locale: 'ja', text: '<p>暖かい光、12 W、高さ 30 cm。</p>', state: 'approved' }])
  })
})

describe('a changed source text', () => {
  it('makes its translations outdated and shows from which text they were made; approving keeps them', async () => {
    const product = await made()
    const { title } = product
    await bench.save(product, { title: 'Leselampe' })
    const edited = await bench.edit(product, { title: `${title}, dimmable` })
    expect((await bench.field(product, 'title')).translation).toMatchObject({ state: 'outdated', formerSource: title })
    expect((await bench.row(edited))?.languages).toMatchObject([{ locale: 'de', state: 'outdated', outdated: 1 }, {}])
    // Approving a whole product approves only machine-made texts. Texts with a changed source have to be approved field by field.
    expect((await bench.app.ok('approveTranslations', { productIds: [product.id], locale: 'de' })).failed).toBe(1)
    await bench.app.ok('approveTranslations', { productIds: [product.id], locale: 'de', fields: ['title'] })
    expect((await bench.field(product, 'title')).translation).toMatchObject({ state: 'approved', formerSource: null })
  })

  it('that is set back makes them right again', async () => {
    const product = await made()
    await bench.save(product, { title: 'Leselampe' })
    const edited = await bench.edit(product, { title: 'Another title' })
    await bench.edit(edited, { title: product.title })
    expect((await bench.field(product, 'title')).translation?.state).toBe('approved')
  })
})

describe('history', () => {
  it('has every step, and undoing the last one sets back text, origin and lock', async () => {
    const product = await made()
    await bench.save(product, { title: 'Eins' })
    await bench.save(product, { title: 'Zwei' })
    const history = () =>
      bench.app.ok('getTranslationHistory', { productId: product.id, locale: 'de', fields: 'title' as never })
    const [second, first] = (await history()).list
    expect([second, first]).toMatchObject([
      { before: 'Eins', after: 'Zwei', action: 'edit', can: { undoTranslation: true } },
      { before: null, after: 'Eins', can: { undoTranslation: '之后又改过，请先撤销后面的修改' } },
    ])
    expect(await bench.app.call('undoTranslation', { id: first!.id })).toMatchObject({ code: 409 })
    await bench.app.ok('undoTranslation', { id: second!.id })
    expect((await bench.field(product, 'title')).translation?.text).toBe('Eins')
    const all = (await history()).list
    expect(all[0]).toMatchObject({ action: 'undo', before: 'Zwei', after: 'Eins' })
    await bench.app.ok('undoTranslation', { id: first!.id })
    expect((await bench.field(product, 'title')).translation).toBeNull()
    expect((await bench.row(product))?.languages[0]).toMatchObject({ missing: 7, approved: 0 })
  })
})

describe('the memory', () => {
  it('proposes what was approved for the same text of another product', async () => {
    const title = `Wall clock ${Date.now()}`
    const one = await bench.product({ title })
    await bench.save(one, { title: 'Wanduhr' })
    const other = await bench.product({ title })
    expect((await bench.field(other, 'title')).proposals).toMatchObject([
      { origin: 'memory', text: 'Wanduhr', score: 1, source: title, by: expect.any(String) },
    ])
    expect((await bench.field(other, 'title', 'ja')).proposals).toEqual([])
  })

  it('proposes what was approved for a similar text, with its score', async () => {
    const one = await bench.product({ title: 'Waterproof hiking backpack with rain cover, forty litres' })
    await bench.save(one, { title: 'Wasserdichter Wanderrucksack mit Regenhülle, vierzig Liter' })
    const other = await bench.product({ title: 'Waterproof hiking backpack with rain cover, fifty litres' })
    const [near] = (await bench.field(other, 'title')).proposals
    expect(near).toMatchObject({ origin: 'memory', text: expect.stringContaining('vierzig'), source: one.title })
    expect(near!.score).toBeGreaterThan(0.7)
    expect(near!.score).toBeLessThan(1)
    const unrelated = await bench.product({ title: 'Ceramic flower pot' })
    expect((await bench.field(unrelated, 'title')).proposals).toEqual([])
  })
})

describe('a language', () => {
  it('that is added is counted over the products that exist, and one that is removed keeps its texts', async () => {
    const product = await made()
    await bench.save(product, { title: 'Leselampe' })
    await bench.languages(['ja', 'fr'])
    expect((await bench.row(product, 'fr'))?.languages.map(({ locale }) => locale)).toEqual(['ja', 'fr'])
    expect((await bench.app.ok('queryTranslations', { locale: 'de' })).total).toBe(0)
    await bench.languages(['de', 'ja'])
    expect((await bench.row(product))?.languages[0]).toMatchObject({ locale: 'de', approved: 1 })
  })

  it('is not saved by somebody who saw another choice', async () => {
    const { version } = await bench.app.ok('queryTranslationLanguages')
    expect(await bench.app.call('saveTranslationLanguages', { locales: ['it'], version: version - 1 })).toMatchObject({
      code: 409,
      data: { refusal: 'stale' },
    })
  })

  it('has counts by state under the same filters as its list', async () => {
    const [one, other] = [await made({ title: 'Counted mug one' }), await made({ title: 'Counted mug two' })]
    await bench.save(one, { title: 'Becher' })
    await bench.edit(one, { title: 'Counted mug three' })
    const counts = await bench.app.ok('getTranslationCountByState', { locale: 'de', keyword: 'Counted mug' })
    expect(counts).toEqual({ counts: { outdated: 1, missing: 1 }, all: 2, capped: [] })
    const { list } = await bench.app.ok('queryTranslations', { locale: 'de', keyword: 'Counted mug', state: 'missing' })
    expect(list.map(({ productId }) => productId)).toEqual([other.id])
    const all = await bench.app.ok('getTranslationCountByState', { locale: 'de' })
    expect((await bench.app.ok('queryTranslations', { locale: 'de', state: 'missing' })).total).toBe(all.counts.missing)
  })

  it('counts and lists a product without a text to translate in it only among all', async () => {
    await bench.languages(['de', 'ja', 'en'])
    const words = 'Jar with lid'
    const [english, chinese] = [await made({ title: `${words} one` }), await made({ title: `${words} 罐子` })]
    await bench.save(chinese, { title: 'Jar' }, 'en')
    expect((await bench.row(english, 'en'))?.languages.at(-1)).toMatchObject({ locale: 'en', total: 0 })
    const asked = { locale: 'en', keyword: words } as const
    const counts = await bench.app.ok('getTranslationCountByState', asked)
    expect(counts).toEqual({ counts: { missing: 1 }, all: 2, capped: [] })
    const listed = async (filter: object = {}) =>
      (await bench.app.ok('queryTranslations', { locale: 'en', pageSize: 200, ...filter })).list.map(
        ({ productId }) => productId,
      )
    expect((await listed({ keyword: words })).toSorted()).toEqual([english.id, chinese.id].toSorted())
    expect(await listed({ keyword: words, state: 'approved' })).toEqual([])
    // Without a keyword the products are found by another query.
    const whole = await bench.app.ok('getTranslationCountByState', { locale: 'en' })
    expect((await listed()).length).toBe(whole.all)
    expect(await listed()).toContain(english.id)
    expect((await listed({ state: 'approved' })).length).toBe(whole.counts.approved ?? 0)
    expect(await listed({ state: 'approved' })).not.toContain(english.id)
    await bench.languages(['de', 'ja'])
  })
})

describe('what shops are given', () => {
  it('are approved texts with the digest of the source text that they were made from', async () => {
    const product = await made()
    await bench.save(product, { title: 'Leselampe', 'option.0.1': 'Blau' })
    const api = bench.app.composed.apiOf(translationsFeature)
    const read = () => api.approvedTexts(bench.app.db.handle, [product.id], ['de', 'ja'], randomUUID())
    const digest = createHash('sha256').update(product.title).digest('hex')
    expect(await read()).toEqual([
      {
        productId: product.id,
        field: 'option.0.1',
        locale: 'de',
        text: 'Blau',
        digest: expect.any(String),
        isOutdated: false,
        forbidden: [],
      },
      {
        productId: product.id,
        field: 'title',
        locale: 'de',
        text: 'Leselampe',
        digest,
        isOutdated: false,
        forbidden: [],
      },
    ])
    await bench.edit(product, { title: 'Something else' })
    expect(await read()).toMatchObject([{ isOutdated: false }, { text: 'Leselampe', digest, isOutdated: true }])
  })
})

it('a product that is counted while a text of it is written is counted after that', async () => {
  const product = await made()
  const { app } = bench
  const products = app.composed.apiOf(productsFeature)
  const writing = textWriting({ clock: { now: Date.now }, newId: randomUUID, products })
  let counted: Promise<void> | undefined
  await app.db.transaction(async (tx) => {
    const opened = (await writing.openLocked(tx, [product.id])).get(product.id)!
    const after = { text: 'Leselampe', origin: 'manual', isApproved: true, locked: false } as const
    const { field, text: sourceText, digest: sourceDigest } = opened.fields[0]!
    const edit = { field, after: { ...after, sourceText, sourceDigest } }
    await writing.write(tx, opened, 'de', [edit], { action: 'edit', by: null })
    counted = app.db.transaction((other) => writing.recount(other, [product.id]))
    await until(
      () =>
        app.db.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      ({ rowCount }) => rowCount! > 0,
    )
  })
  await counted
  expect((await bench.sheet(product)).sheet).toMatchObject({ approved: 1 })
  expect((await bench.row(product))?.languages[0]).toMatchObject({ locale: 'de', approved: 1 })
})
