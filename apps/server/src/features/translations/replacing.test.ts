import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'

/** More than are read at once. */
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
  expect(done).toMatchObject({ isMore: false, rows: { succeeded: 1, failed: 0 } })
  expect((await bench.field(product, 'title')).translation?.text).toBe('LED Lampe 99')
  expect(await bench.app.call('replaceTranslations', WORDS)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('没有'),
  })

  await bench.app.ok('undoTranslationBatch', { batchId: done.batchId })
  expect((await bench.field(product, 'title')).translation?.text).toBe('Lampe 99')
})
