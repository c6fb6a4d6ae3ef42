import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { openProviders } from './providers.testing.ts'
import { startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'
import { DEEPL_KEY } from './vendor-deepl.testing.ts'

let bench: TranslationBench
let vendors: Awaited<ReturnType<typeof openProviders>>
beforeAll(async () => {
  vendors = await openProviders()
  bench = await startTranslationBench(['de'])
  await bench.app.ok('addTranslationProvider', {
    name: 'DeepL',
    kind: 'deepl',
    address: vendors.origin,
    secretKey: DEEPL_KEY,
  })
})
afterAll(async () => {
  await bench?.close()
  vendors?.close()
})

/** A run of one product that is paused while the provider holds back its answer, until `answer` is called. */
async function atTheProvider(title: string) {
  vendors.forget()
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  vendors.force({ after: () => answered })
  const product = await bench.product({ title, descriptionHtml: '<p>Warm</p>' })
  const task = await bench.start([product])
  await until(
    () => Promise.resolve(vendors.requests),
    ({ length }) => length > 0,
  )
  await bench.app.ok('pauseTranslationTask', { taskId: task.id })
  const resume = () => bench.app.ok('resumeTranslationTask', { taskId: task.id })
  return { task, answer, resume }
}

it('a run that was paused during its last product ends when it is resumed', async () => {
  const { task, answer, resume } = await atTheProvider('Lamp that is paused')
  answer()
  await until(
    () => bench.ended(task),
    (seen) => seen.task.done === 1,
  )
  expect((await bench.ended(task)).task.state).toBe('paused')
  await resume()
  expect((await bench.ended(task, ['done'])).task).toMatchObject({ state: 'done', done: 1, failed: 0, message: '' })
})

it('a run is found by the title of its product, and the tabs count what is found', async () => {
  const { list } = await bench.app.ok('queryTranslationTasks', { keyword: 'lamp PAUSED' })
  expect(list).toMatchObject([{ state: 'done', total: 1, title: expect.not.stringContaining('paused') }])
  expect(await bench.app.ok('getTranslationTaskCountByState', { keyword: 'lamp paused' })).toEqual({
    counts: { done: 1 },
    all: 1,
    capped: [],
  })
  expect((await bench.app.ok('queryTranslationTasks', { keyword: 'paused', state: 'paused' })).total).toBe(0)
  expect((await bench.app.ok('queryTranslationTasks', { keyword: 'nowhere' })).total).toBe(0)
})

it('a run that is resumed before the provider has answered waits for it, and does not ask again', async () => {
  const { task, answer, resume } = await atTheProvider('Lamp that is resumed')
  await resume()
  await until(
    () => bench.app.db.pool.query(`select 1 from jobs.job where name = 'run-translation-task' and state = 'active'`),
    ({ rowCount }) => rowCount === 2,
  )
  answer()
  expect((await bench.ended(task, ['done'])).task).toMatchObject({ state: 'done', done: 1 })
  await bench.quiet()
  expect(vendors.requests).toHaveLength(1)
})
