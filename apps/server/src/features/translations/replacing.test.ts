import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'

/** More texts than one page of the search (50) has. */
const PLURALS = 51
const WORDS = { locale: 'de', find: 'Lampe', replaceWith: 'LED Lampe' } as const

let bench: TranslationBench
beforeAll(async () => {
  bench = await startTranslationBench(['de'])
})
afterAll(() => bench?.close())

it('finds a word behind many texts that only contain it in another word, replaces it once, and undoes it', async () => {
  for (let n = 0; n < PLURALS; n++) {
    const other = await bench.app.ok('createProduct', { title: `Lamps ${n}`, titleZh: `灯 ${n}` })
    expect(await bench.save(other, { title: `Lampen ${n}` })).toMatchObject({ code: 200 })
  }
  const product = await bench.product({ title: 'Reading lamp 99' })
  await bench.save(product, { title: 'Lampe 99' })
  const { list } = await bench.app.ok('previewReplaceTranslations', WORDS)
  expect(list).toMatchObject([{ productId: product.id, before: 'Lampe 99', after: 'LED Lampe 99' }])

  const done = await bench.app.ok('replaceTranslations', WORDS)
  expect(done).toMatchObject({ rows: { succeeded: 1, failed: 0 } })
  expect(done.next).toBeUndefined()
  expect((await bench.field(product, 'title')).translation?.text).toBe('LED Lampe 99')
  expect(await bench.app.call('replaceTranslations', WORDS)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('没有'),
  })

  await bench.app.ok('undoTranslationBatch', { batchId: done.batchId })
  expect((await bench.field(product, 'title')).translation?.text).toBe('Lampe 99')
})

it('continues after the product where the last call ended: what it wrote or refused is not replaced again', async () => {
  const words = { ...WORDS, find: 'Kanne', replaceWith: 'Tee Kanne', limit: 1 }
  const made = [
    await bench.product({ title: `Jug 1 ${'with lid '.repeat(20)}` }),
    await bench.product({ title: 'Jug 2' }),
  ]
  for (const [nr, product] of made.entries()) await bench.save(product, { title: `Kanne ${nr + 1}` })
  const [first, second] = made.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const titleOf = async (product: (typeof made)[number]) => (await bench.field(product, 'title')).translation?.text

  const one = await bench.app.ok('replaceTranslations', words)
  expect(one).toMatchObject({ next: first!.id, rows: { succeeded: 1 } })
  const other = await bench.app.ok('replaceTranslations', { ...words, after: one.next })
  expect(other.rows.rows.map(({ key }) => key)).toEqual([second!.id])
  // A preview lists only the first products, so each answer has the titles of its own.
  expect([one.titles, other.titles]).toEqual([{ [first!.id]: first!.title }, { [second!.id]: second!.title }])
  expect(other.next).toBeUndefined()
  expect([await titleOf(first!), await titleOf(second!)]).toEqual(
    [first, second].map((product) => `Tee Kanne ${made.indexOf(product!) + 1}`),
  )

  // A text whose change is refused does not stop the replacing of the texts after it.
  const tooLong = `Topf 1 ${'mit Deckel '.repeat(15)}`.trim()
  expect(await bench.save(first!, { title: tooLong })).toMatchObject({ code: 200 })
  expect(await bench.save(second!, { title: 'Topf 2' })).toMatchObject({ code: 200 })
  const pots = { ...WORDS, find: 'Topf', replaceWith: `${'y'.repeat(100)} Topf`, limit: 1 }
  const refused = await bench.app.ok('replaceTranslations', pots)
  expect(refused).toMatchObject({ next: first!.id, rows: { failed: 1 } })
  expect((await bench.app.ok('replaceTranslations', { ...pots, after: refused.next })).rows).toMatchObject({
    succeeded: 1,
  })
  expect([await titleOf(first!), await titleOf(second!)]).toEqual([tooLong, `${'y'.repeat(100)} Topf 2`])
})

it('sanitises what it inserts into a description, also if its tags differ from those of the source', async () => {
  const product = await bench.product({ descriptionHtml: '<p>A warm lamp</p>' })
  await bench.save(product, { description: '<div>Eine Leuchte</div>' })
  const textOf = async () => (await bench.field(product, 'description')).translation?.text
  const words = {
    locale: 'de',
    find: 'Leuchte',
    replaceWith: 'Leuchte & <img src=x onerror=x()><script>x()</script>',
  } as const
  const [hit] = (await bench.app.ok('previewReplaceTranslations', words)).list
  expect(hit?.after).not.toMatch(/onerror|script/)
  await bench.app.call('replaceTranslations', words)
  expect(await textOf()).not.toMatch(/onerror|script/)
  const licht = { ...words, find: 'Eine', replaceWith: 'Eine & eine' }
  await bench.app.ok('replaceTranslations', licht)
  expect(await textOf()).toContain('<div>Eine &amp; eine Leuchte')
  expect((await bench.app.call('replaceTranslations', licht)).code).toBe(409)
})
