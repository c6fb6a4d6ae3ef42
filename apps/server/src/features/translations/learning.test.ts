import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'

let bench: TranslationBench
let count = 0
beforeAll(async () => {
  bench = await startTranslationBench(['de'])
})
afterAll(() => bench?.close())

/** Two products with the same title, which no other test uses. */
const made = (): Promise<{ id: string }[]> => {
  count += 1
  return Promise.all([1, 2].map(() => bench.product({ title: `Kettle with whistle ${count}` })))
}
const proposed = async (product: { id: string }): Promise<string[]> =>
  (await bench.field(product, 'title')).proposals.filter(({ score }) => score === 1).map(({ text }) => text)
/** Undoes the newest edit that can still be undone. */
async function undoEdit(product: { id: string }): Promise<void> {
  const { list } = await bench.app.ok('getTranslationHistory', { productId: product.id, locale: 'de' })
  await bench.app.ok('undoTranslation', {
    id: list.find(({ action, can }) => action === 'edit' && can.undoTranslation === true)!.id,
  })
}

it('a text that was undone is not proposed any more; the approved one before it is', async () => {
  const [one, other] = await made()
  await bench.save(one!, { title: `Wasserkessel ${count}` })
  await bench.save(one!, { title: `Bouilloire ${count}` })
  expect(await proposed(other!)).toEqual([`Bouilloire ${count}`])
  await undoEdit(one!)
  expect(await proposed(other!)).toEqual([`Wasserkessel ${count}`])
  await undoEdit(one!)
  expect(await proposed(other!)).toEqual([])
})

it('what another product approved before is proposed again, unless it only took what was undone', async () => {
  const [one, other] = await made()
  await bench.save(one!, { title: `Wasserkessel ${count}` })
  await bench.save(other!, { title: `Bouilloire ${count}` })
  const third = await bench.product({ title: `Kettle with whistle ${count}` })
  await bench.translated([third], { useProvider: false })
  expect((await bench.field(third, 'title')).translation).toMatchObject({
    text: `Bouilloire ${count}`,
    origin: 'memory',
  })
  await undoEdit(other!)
  expect(await proposed(other!)).toEqual([`Wasserkessel ${count}`])
  await undoEdit(one!)
  expect(await proposed(other!)).toEqual([])
})

it('an undone replacement is not taken by a later run', async () => {
  const [one, other] = await made()
  await bench.save(one!, { title: `Wasserkessel ${count}` })
  const words = { locale: 'de', find: `Wasserkessel ${count}`, replaceWith: `Kanne ${count}` } as const
  const { batchId } = await bench.app.ok('replaceTranslations', words)
  await bench.app.ok('undoTranslationBatch', { batchId })
  await bench.translated([other!], { useProvider: false })
  expect((await bench.field(other!, 'title')).translation).toMatchObject({
    text: `Wasserkessel ${count}`,
    origin: 'memory',
  })
})

it('what another product approved stays, also after a run that took it was undone', async () => {
  const [one, other] = await made()
  await bench.save(one!, { title: `Wasserkessel ${count}` })
  const { task } = await bench.translated([other!], { useProvider: false })
  await bench.app.ok('undoTranslationBatch', { batchId: task.id })
  expect(await proposed(other!)).toEqual([`Wasserkessel ${count}`])
})

it('locking and unlocking an old text leaves the newer one proposed', async () => {
  const [one, other] = await made()
  await bench.save(one!, { title: `Kessel ${count}` })
  await bench.save(other!, { title: `Wasserkessel ${count}` })
  for (const locked of [false, true])
    await bench.app.ok('lockTranslations', { productId: one!.id, locale: 'de', fields: ['title'], locked })
  expect(await proposed(one!)).toEqual([`Wasserkessel ${count}`])
})
