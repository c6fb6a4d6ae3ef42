import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pictureBench } from './pictures.testing.ts'
import { openProviders } from './providers.testing.ts'
import { startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'
import { pictureOf } from './vendor-openai-pictures.testing.ts'

let bench: TranslationBench
let vendors: Awaited<ReturnType<typeof openProviders>>
const at = pictureBench(
  () => bench,
  () => vendors.origin,
)
beforeAll(async () => {
  vendors = await openProviders()
  bench = await startTranslationBench(['de'])
  await at.reader()
})
beforeEach(() => vendors.forget())
afterAll(async () => {
  await bench?.close()
  vendors?.close()
})

it('a description that is cut within a character can be translated', async () => {
  const product = await bench.product({
    title: `${'Lamp'.repeat(17)}n😀 with hook`,
    descriptionHtml: `<p>${'x'.repeat(319)}😀 lamp</p>`,
  })
  expect(await bench.save(product, { seoTitle: 'Lampe', seoDescription: 'Eine Lampe' })).toMatchObject({ code: 200 })
  expect((await bench.field(product, 'seoDescription')).source).toBe('x'.repeat(319))
})

it('what the database cannot store is left out of an answer', async () => {
  const product = await bench.product({ title: 'Lamp with a hook' })
  const change = (text: string) => `${text} neu\u0000\uD83D`
  vendors.force({ change }, { change })
  expect((await bench.translated([product])).task).toMatchObject({ state: 'done', done: 1 })
  expect((await bench.field(product, 'title')).translation?.text).toBe('lampde withde a hookde neu')
})

it('the words of a picture are shortened between characters', async () => {
  vendors.force({ change: () => `${'x'.repeat(59)}😀 and more` })
  const seen = await at.run([await at.product([pictureOf('厂家直销')])])
  expect(seen.task.state).toBe('done')
  expect(seen.items.list[0]!.fields[0]!.why).toBe(`${'x'.repeat(59)}…`)
})

it('a product that cannot be written fails, is not paid again and again, and does not stop those behind it', async () => {
  const products = [await bench.product({ title: 'Lamp one' }), await bench.product({ title: 'Lamp two' })]
  await bench.app.db.pool.query(
    `alter table translation add constraint broken check (product_id <> '${products[0]!.id}') not valid`,
  )
  const { task, items } = await bench.translated(products)
  await bench.app.db.pool.query('alter table translation drop constraint broken')
  expect(task).toMatchObject({ state: 'partly', done: 1, failed: 1 })
  expect(items.list).toMatchObject([{ state: 'failed', message: expect.stringContaining('重试') }, { state: 'done' }])
  await bench.app.ok('retryTranslationTask', { taskId: task.id })
  expect((await bench.ended(task, ['done'])).task).toMatchObject({ done: 2, failed: 0 })
})
