import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProviders } from './providers.testing.ts'
import { refusedIn, startTranslationBench, variantOf } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'
import { DEEPL_KEY } from './vendor-deepl.testing.ts'

let bench: TranslationBench
let vendors: Awaited<ReturnType<typeof openProviders>>
let count = 0
beforeAll(async () => {
  vendors = await openProviders()
  bench = await startTranslationBench(['de', 'ja'])
})
afterAll(async () => {
  await bench?.close()
  vendors?.close()
})
beforeEach(async () => {
  vendors.forget()
  await bench.removeProviders()
})

/** A product with unique texts, so that the translation memory of earlier tests has none of them. */
const made = (over: object = {}) => {
  const n = (count += 1)
  const values = [`Red ${n}`, `Blue ${n}`]
  return bench.product({
    title: `Folding table ${n} {{shop}} 30 cm`,
    descriptionHtml: `<p>Warm light ${n} for <b>reading</b>, 12 W.</p>`,
    options: [{ name: `Color ${n}`, values: values.map((value) => ({ value })) }],
    variants: values.map((value) => variantOf([value])),
    ...over,
  })
}
const deepl = (over: object = {}) =>
  bench.app.ok('addTranslationProvider', {
    name: `DeepL ${(count += 1)}`,
    kind: 'deepl',
    address: vendors.origin,
    secretKey: DEEPL_KEY,
    pricePerMillion: 15_000,
    ...over,
  })

describe('a provider', () => {
  it('never returns its key, and a key is not sent to another address', async () => {
    const one = await deepl()
    expect(JSON.stringify(await bench.app.ok('queryTranslationProviders'))).not.toContain(DEEPL_KEY)
    const { rows } = await bench.app.db.pool.query<{ all: string }>(
      'select row_to_json(p)::text as all from translation_provider p',
    )
    expect(rows[0]!.all).not.toContain(DEEPL_KEY)
    const { id, version, name } = one
    expect(
      await bench.app.call('updateTranslationProvider', { id, version, name, address: 'https://elsewhere.example' }),
    ).toMatchObject({ code: 422, data: { fields: { secretKey: '换地址时请重新填写密钥' } } })
  })

  it('is tried with a few words; a dead key is explained and kept with it', async () => {
    const one = await deepl()
    expect(await bench.app.ok('testTranslationProvider', { id: one.id })).toMatchObject({
      text: expect.stringMatching(/30/),
    })
    const dead = await deepl({ secretKey: 'dead' })
    expect(await bench.app.call('testTranslationProvider', { id: dead.id })).toMatchObject({
      code: 400,
      data: {
        refusal: 'provider-failed',
        why: 'DeepL 不认这个密钥',
        next: [{ label: expect.stringContaining('密钥') }],
      },
    })
    const now = (await bench.app.ok('queryTranslationProviders')).find(({ id }) => id === dead.id)
    expect(now).toMatchObject({ lastProblem: 'DeepL 不认这个密钥', monthChars: 0, monthSpent: 0 })
  })
})

describe('a batch run', () => {
  it('fills what is missing, with tags, numbers and placeholders where they were; machine-made texts wait for approval', async () => {
    await deepl()
    const product = await made()
    const { task, items } = await bench.translated([product])
    expect(task).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(items.list[0]?.fields.every(({ outcome }) => outcome === 'machine')).toBe(true)
    const description = await bench.field(product, 'description')
    expect(description.translation).toMatchObject({ origin: 'machine', state: 'machine', locked: false })
    expect(description.translation?.text).toMatch(/^<p>.*<b>.*<\/b>, 12 W\.<\/p>$/)
    expect((await bench.field(product, 'title')).translation?.text).toContain('{{shop}} 30 cm')
    expect((await bench.row(product))?.languages[0]).toMatchObject({ state: 'machine', missing: 0 })
    const approved = await bench.app.ok('approveTranslations', { productIds: [product.id], locale: 'de' })
    expect(approved).toMatchObject({ succeeded: 1 })
    expect((await bench.row(product))?.languages[0]).toMatchObject({ state: 'approved' })
  })

  it('takes glossary and memory first, and sends the provider only the rest; without a provider these two are enough', async () => {
    await bench.app.ok('addGlossaryTerm', { kind: 'forced', source: 'Shade', target: 'Farbton', locale: 'de' })
    const values = ['Ruby', 'Azure']
    const shades = {
      options: [{ name: 'Shade', values: values.map((value) => ({ value })) }],
      variants: values.map((value) => variantOf([value])),
    }
    const first = await made(shades)
    await bench.save(first, { 'option.0.0': 'Rubinrot' })
    const other = await made(shades)
    const { task, items } = await bench.translated([other], { useProvider: false })
    expect(task.state).toBe('partly')
    const outcomes = Object.fromEntries(items.list[0]!.fields.map(({ field, outcome }) => [field, outcome]))
    expect(outcomes).toMatchObject({ 'option.0': 'glossary', 'option.0.0': 'memory', 'option.0.1': 'refused' })
    expect((await bench.field(other, 'option.0.0')).translation).toMatchObject({ text: 'Rubinrot', state: 'approved' })
    await deepl()
    await bench.translated([other])
    expect(JSON.stringify(vendors.requests)).not.toContain('Ruby')
  })

  it('never overwrites what a person locked or approved, and makes machine-made texts again only when asked to', async () => {
    await deepl()
    const product = await made()
    await bench.save(product, { title: 'Von Hand {{shop}} 30 cm' })
    await bench.translated([product])
    expect((await bench.field(product, 'title')).translation).toMatchObject({
      text: 'Von Hand {{shop}} 30 cm',
      origin: 'manual',
    })
    expect(await bench.app.call('translateProducts', { productIds: [product.id], locales: ['de'] })).toMatchObject({
      code: 409,
      data: { refusal: 'unchanged' },
    })
    vendors.force({ change: (text) => text.replaceAll('de', 'neu') })
    await bench.translated([product], { redo: true })
    expect((await bench.field(product, 'option.0.1')).translation?.text).toMatch(/^blueneu \d+$/)
    expect((await bench.field(product, 'title')).translation?.text).toBe('Von Hand {{shop}} 30 cm')
  })

  it('foresees the cost, and counts what was really sent', async () => {
    const provider = await deepl()
    const products = [await made(), await made()]
    const run = { productIds: products.map(({ id }) => id), locales: ['de', 'ja'] as const }
    const foreseen = await bench.app.ok('foreseeTranslation', { ...run, locales: [...run.locales] })
    expect(foreseen).toMatchObject({ products: 2, providerName: provider.name, problem: '', budgetLeft: null })
    expect(foreseen.cost).toBe(Math.ceil((foreseen.chars * 15_000) / 1_000_000))
    expect(vendors.requests).toEqual([])
    const { task } = await bench.translated(products, { locales: ['de', 'ja'] })
    expect(task).toMatchObject({ state: 'done', foreseenChars: foreseen.chars, foreseenCost: foreseen.cost })
    // DeepL does not count tags.
    expect(task.spentChars).toBe(vendors.billed())
    expect(task.spentChars).toBeLessThan(foreseen.chars)
    const [now] = await bench.app.ok('queryTranslationProviders')
    expect(now).toMatchObject({ monthChars: task.spentChars, monthSpent: task.spentCost })
  })

  it('does not start over budget, and pauses when the rest of it does not suffice', async () => {
    const { id, version, name } = await deepl({ monthlyBudget: 1 })
    const product = await made()
    expect(await bench.app.call('translateProducts', { productIds: [product.id], locales: ['de'] })).toMatchObject({
      code: 409,
      data: { why: expect.stringContaining('预算') },
    })
    await bench.app.ok('updateTranslationProvider', {
      id,
      version,
      name,
      address: vendors.origin,
      monthlyBudget: 1000,
      pricePerMillion: 15_000,
    })
    vendors.force({ status: 429, body: { message: 'Too many requests' }, headers: { 'retry-after': '2' } })
    const task = await bench.start([product, await made()])
    const [now] = await bench.app.ok('queryTranslationProviders')
    await bench.app.ok('updateTranslationProvider', {
      id,
      version: now!.version,
      name,
      address: vendors.origin,
      monthlyBudget: 0,
      pricePerMillion: 15_000,
    })
    const seen = await bench.ended(task)
    expect(seen.task).toMatchObject({ state: 'paused', message: expect.stringContaining('预算') })
    const last = (await bench.app.ok('queryTranslationProviders'))[0]!
    await bench.app.ok('updateTranslationProvider', {
      id,
      version: last.version,
      name,
      address: vendors.origin,
      pricePerMillion: 15_000,
    })
    await bench.app.ok('resumeTranslationTask', { taskId: task.id })
    expect((await bench.ended(task)).task).toMatchObject({ state: 'done', done: 2 })
  })

  it('waits as long as the provider asks, and goes on', async () => {
    await deepl()
    vendors.force({ status: 429, body: { message: 'Too many requests' }, headers: { 'retry-after': '1' } }, 'break')
    expect((await bench.translated([await made()])).task).toMatchObject({ state: 'done' })
    expect(vendors.requests.length).toBeGreaterThanOrEqual(3)
  })

  it('pauses with the reason when the key is dead; everything is still open, and it continues with another key', async () => {
    const { id, version, name } = await deepl({ secretKey: 'dead' })
    const task = await bench.start([await made()])
    expect((await bench.ended(task)).task).toMatchObject({
      state: 'paused',
      done: 0,
      failed: 0,
      message: expect.stringContaining('DeepL 不认这个密钥'),
    })
    await bench.app.ok('updateTranslationProvider', {
      id,
      version,
      name,
      address: vendors.origin,
      secretKey: DEEPL_KEY,
    })
    await bench.app.ok('resumeTranslationTask', { taskId: task.id })
    expect((await bench.ended(task)).task.state).toBe('done')
  })

  it('counts a request whose answer never came, because the vendor may have counted it', async () => {
    await deepl({ timeoutSeconds: 1 })
    vendors.force('silent', 'silent', 'silent', 'silent')
    const task = await bench.start([await made({ descriptionHtml: '' })])
    const seen = await bench.ended(task)
    expect(seen.task).toMatchObject({ state: 'paused', message: expect.stringContaining('1 秒内没有完整的答复') })
    expect(seen.task.spentChars).toBeGreaterThan(0)
    await bench.app.ok('cancelTranslationTask', { taskId: task.id })
    expect((await bench.ended(task)).items.list[0]).toMatchObject({ state: 'cancelled' })
  })

  it('can be paused and cancelled by a person', async () => {
    await deepl()
    vendors.force({ status: 429, body: {}, headers: { 'retry-after': '1' } })
    const task = await bench.start([await made(), await made(), await made()])
    await bench.app.ok('pauseTranslationTask', { taskId: task.id })
    await bench.quiet()
    expect((await bench.ended(task)).task.state).toBe('paused')
    await bench.app.ok('cancelTranslationTask', { taskId: task.id })
    expect(await bench.app.call('resumeTranslationTask', { taskId: task.id })).toMatchObject({ code: 409 })
  })

  it('is undone as a whole, except for texts that a person changed since', async () => {
    await deepl()
    const product = await made()
    const { task } = await bench.translated([product])
    await bench.save(product, { 'option.0': 'Farbton' })
    const undone = await bench.app.ok('undoTranslationBatch', { batchId: task.id })
    expect(undone.rows[0]).toMatchObject({ ok: true, partly: true, message: expect.stringContaining('1 处之后改过') })
    expect((await bench.field(product, 'title')).translation).toBeNull()
    expect((await bench.field(product, 'option.0')).translation?.text).toBe('Farbton')
  })
})

describe('an invalid answer of the provider', () => {
  it.each([
    ['cut HTML', (text: string) => text.replace('</b>', '').replace('</p>', ''), 'description', 'HTML'],
    ['other numbers', (text: string) => text.replace('12', '21'), 'description', '数字'],
    ['another unit', (text: string) => text.replace('cm', 'mm'), 'title', '单位'],
    ['lost placeholders', (text: string) => text.replace('{{shop}}', 'shop'), 'title', '占位符'],
    ['a text that is far too long', (text: string) => `${text}${' sehr'.repeat(30)}`, 'option.0.1', '长得多'],
    ['Chinese', (text: string) => text.replaceAll(/[a-z]+/g, '蓝色'), 'option.0.1', '中文'],
    ['nothing', () => '', 'option.0.1', '空的'],
  ])('is refused with the reason, and nothing is overwritten: %s', async (_what, change, field, why) => {
    await deepl()
    const product = await made()
    const before = await bench.translated([product])
    expect(before.task.state).toBe('done')
    const kept = (await bench.field(product, field)).translation
    vendors.force({ change })
    const seen = await bench.translated([product], { redo: true })
    expect(refusedIn(seen)[field]).toContain(why)
    expect((await bench.field(product, field)).translation).toEqual(kept)
  })

  it('is refused only where it is too long: the same text may be a title, and too long for search engines', async () => {
    await deepl()
    const product = await made({ title: `Folding table ${(count += 1)}` })
    vendors.force({ change: (text) => (text.startsWith('folding') ? `${text} ${'sehr '.repeat(12)}stabil` : text) })
    const seen = await bench.translated([product])
    expect(refusedIn(seen)).toEqual({ seoTitle: expect.stringContaining('店铺最多 70 个') })
    expect((await bench.field(product, 'title')).translation?.text.length).toBeGreaterThan(70)
    expect((await bench.field(product, 'seoTitle')).translation).toBeNull()
  })
})
