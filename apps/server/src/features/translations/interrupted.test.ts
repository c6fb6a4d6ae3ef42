import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { openProviders } from './providers.testing.ts'
import { startTranslationBench, variantOf } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'
import { DEEPL_KEY } from './vendor-deepl.testing.ts'

let bench: TranslationBench
let vendors: Awaited<ReturnType<typeof openProviders>>
beforeAll(async () => {
  vendors = await openProviders()
  bench = await startTranslationBench(['de'])
})
afterAll(async () => {
  await bench?.close()
  vendors?.close()
})

const BUSY = { status: 429, body: { message: 'Too many requests' }, headers: { 'retry-after': '1' } }
const AS_IT_IS = { change: (text: string) => text }
const textsOf = (request: { body: Record<string, unknown> }): string[] => request.body['text'] as string[]

it.each([
  ['what is missing', false],
  ['what a machine made before', true],
])('a run that is interrupted between two requests keeps what was paid: %s', async (what, redo) => {
  await bench.removeProviders()
  await bench.app.ok('addTranslationProvider', {
    name: 'DeepL',
    kind: 'deepl',
    address: vendors.origin,
    secretKey: DEEPL_KEY,
    pricePerMillion: 15_000,
  })
  // More texts than fit in one request.
  const values = Array.from({ length: 70 }, (_one, index) => `Shade ${what.length} of ${index + 100}`)
  const product = await bench.product({
    title: `Paint box, ${what}`,
    options: [{ name: `Shade, ${what}`, values: values.map((value) => ({ value })) }],
    variants: values.map((value) => variantOf([value])),
  })
  const run = async (over: object = {}) => {
    vendors.requests.length = 0
    const { id } = await bench.app.ok('translateProducts', { productIds: [product.id], locales: ['de'], ...over })
    return until(
      () => bench.app.ok('queryTranslationTaskItems', { taskId: id, pageSize: 20 }),
      ({ task }) => task.state !== 'queued' && task.state !== 'running',
    )
  }
  if (redo) {
    await run()
    vendors.force({ change: (text) => `${text} wieder` })
  } else vendors.force(AS_IT_IS)
  vendors.force(BUSY)
  const { task } = await run({ redo })
  expect(task).toMatchObject({ state: 'done', done: 1 })
  const [first, refused, ...again] = vendors.requests.map(textsOf)
  expect(first).toHaveLength(50)
  // Only texts without an answer are requested again. The texts in Chinese have a request of their own.
  expect(again).toContainEqual(refused)
  expect(again.flat().filter((text) => first!.includes(text))).toEqual([])
})
