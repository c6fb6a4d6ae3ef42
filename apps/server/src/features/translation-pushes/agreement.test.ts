import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTurn, until } from '../../../test/until.ts'
import { translationActs } from '../../../test/translation-acts.ts'
import { withPushBench } from '../listings/listings.testing.ts'
import { openProviders } from '../translations/providers.testing.ts'
import { DEEPL_KEY } from '../translations/vendor-deepl.testing.ts'
import { CELLS, LOCALES, openWorld, partsOf } from './agreement.testing.ts'
import type { Lost, World } from './agreement.testing.ts'

const bench = withPushBench()
const acts = translationActs(bench)
let vendors: Awaited<ReturnType<typeof openProviders>>
beforeAll(async () => {
  vendors = await openProviders()
  await bench.app.ok('addTranslationProvider', {
    name: 'DeepL',
    kind: 'deepl',
    address: vendors.origin,
    secretKey: DEEPL_KEY,
    pricePerMillion: 15_000,
  })
})
afterAll(() => vendors?.close())

const STEPS = [
  'edit-source',
  'save',
  'remove-own',
  'approve',
  'lock',
  'machine',
  'push-product',
  'push',
  'choose',
  'staff-change',
  'staff-remove',
  'undo-text',
  'undo-push',
] as const
type Step = { what: (typeof STEPS)[number]; cell: number; pick: number; lost: Lost }
const LOST: readonly Lost[] = ['no', 'no', 'drop-before', 'drop-after']
const step = fc.record({
  // `save`, `push` and `undo-push` are drawn more often: only written texts can disagree.
  what: fc.constantFrom(...STEPS, 'save' as const, 'save' as const, 'push' as const, 'undo-push' as const),
  cell: fc.nat(CELLS.length - 1),
  pick: fc.nat(50),
  lost: fc.constantFrom(...LOST),
})
/** How often each step changed something: a step without effect would test nothing. */
const carriedOut = new Map<Step['what'], number>(STEPS.map((what) => [what, 0]))
let words = 0
/** A unique text: texts of the shop's staff and ours are never equal. */
const word = (by: string): string => `${by} ${(words += 1)}`
const ofFormat = (field: string, text: string): string =>
  field === 'description' ? `<p>${text} &amp; hell<br />warm</p>` : text
const isOk = ({ code }: { code: number }): boolean => code === 200

/** Each carries out its step, and returns whether there was something to do. */
const DO: Readonly<Record<Step['what'], (world: World, step: Step) => Promise<boolean>>> = {
  async 'edit-source'({ product, source, synced }, { cell, pick }) {
    const field = cell % 2 === 0 ? 'title' : 'description'
    // Sometimes restores the source text that the shop has, so that outdated translations become valid again.
    const text = pick % 3 === 0 ? synced.get(field)! : ofFormat(field, word('Lamp'))
    await bench.edit(product, field === 'title' ? { title: text } : { descriptionHtml: text })
    source.set(field, text)
    return true
  },
  async save({ product, marketId }, { cell }) {
    const { field, locale, isOfMarket } = partsOf(CELLS[cell]!)
    const text = ofFormat(field, word('Lampe'))
    await acts.translate(product, { [field]: text }, locale, isOfMarket ? marketId : undefined)
    return true
  },
  'remove-own': (world, { cell }) => world.removeOwn(CELLS[cell]!),
  async approve({ product }, { cell, pick }) {
    const { field, locale } = partsOf(CELLS[cell]!)
    const input = { productIds: [product.id], locale, ...(pick % 2 === 0 ? {} : { fields: [field] }) }
    return isOk(await bench.app.call('approveTranslations', input))
  },
  async lock({ product }, { cell, pick }) {
    const { field, locale } = partsOf(CELLS[cell]!)
    const input = { productId: product.id, locale, fields: [field], locked: pick % 2 === 0 }
    return isOk(await bench.app.call('lockTranslations', input))
  },
  async machine({ product }, { pick }) {
    const input = { productIds: [product.id], locales: [...LOCALES], redo: pick % 2 === 0 }
    const started = await bench.app.call('translateProducts', input)
    // Without `redo` a product that has all its texts is refused.
    if (!input.redo && 'refusal' in started.data && started.data.refusal === 'unchanged') return false
    if (!('id' in started.data)) throw new Error(`translateProducts: ${JSON.stringify(started)}`)
    const { id: taskId } = started.data
    const { task } = await until(
      () => bench.app.ok('queryTranslationTaskItems', { taskId }),
      ({ task: now }) => ['done', 'partly', 'paused', 'cancelled'].includes(now.state),
    )
    return task.state === 'done'
  },
  async 'push-product'({ product, source, synced }) {
    await bench.push([product])
    for (const [field, text] of source) synced.set(field, text)
    return true
  },
  push: async (world, { lost }) => (await world.push(lost)) > 0,
  choose: async (world, { lost }) => (await world.push(lost, true)) > 0,
  'staff-change'(world, { cell }) {
    const { field } = partsOf(CELLS[cell]!)
    return world.staff(CELLS[cell]!, ofFormat(field, word('Personal')).replaceAll('<br />', '<br>\n'))
  },
  'staff-remove': (world, { cell }) => world.staff(CELLS[cell]!, null),
  async 'undo-text'({ history }, { cell, pick }) {
    const may = (await history(partsOf(CELLS[cell]!).locale)).filter(({ can }) => can['undoTranslation'] === true)
    const change = may[pick % Math.max(1, may.length)]
    return change !== undefined && isOk(await bench.app.call('undoTranslation', { id: change.id }))
  },
  async 'undo-push'(world, { pick, lost }) {
    // One of the last three pushes: their texts are most likely still in the shop.
    const ids = [...world.writes.keys()].toReversed()
    const pushId = ids[pick % Math.max(1, Math.min(3, ids.length))]
    return pushId !== undefined && (await world.undoPush(pushId, lost)) > 0
  },
}

async function run(world: World, steps: readonly Step[]): Promise<void> {
  await inTurn(steps, async (each) => {
    if (await DO[each.what](world, each)) carriedOut.set(each.what, carriedOut.get(each.what)! + 1)
  })
  await world.expectAgreement()
}

const at = (cell: (typeof CELLS)[number]): number => CELLS.indexOf(cell)
const one = (what: Step['what'], cell: (typeof CELLS)[number] = 'title de', pick = 1, lost: Lost = 'no'): Step => ({
  what,
  cell: at(cell),
  pick,
  lost,
})

/** Every step, at a point where it has something to do; every answer of the shop is lost once. */
const EVERY: readonly Step[] = [
  one('save'),
  one('save', 'description de'),
  one('save', 'option.0 ja'),
  one('push', 'title de', 0, 'drop-after'),
  one('save', 'description de'),
  one('push', 'title de', 0, 'drop-before'),
  one('save', 'description de'),
  one('staff-change', 'title de'),
  one('staff-remove', 'option.0 ja'),
  one('save', 'option.0 ja'),
  one('choose', 'title de', 0, 'drop-after'),
  one('undo-push', 'title de', 0, 'drop-after'),
  one('push'),
  one('machine'),
  one('approve', 'title ja', 0),
  one('lock', 'title ja', 0),
  one('edit-source'),
  one('approve'),
  one('push-product'),
  one('push', 'title de', 0, 'drop-after'),
  one('undo-text', 'title de', 0),
  one('undo-push', 'title de', 0, 'drop-before'),
  one('save', 'option.0 ja CA'),
  one('push', 'title de', 0, 'drop-after'),
  one('remove-own', 'option.0 ja CA'),
  one('push', 'title de', 0, 'drop-after'),
  one('undo-push', 'title de', 0, 'drop-before'),
  one('push', 'title de', 0, 'drop-before'),
  one('save', 'option.0 ja CA'),
  one('push'),
  one('staff-change', 'option.0 ja CA'),
  one('remove-own', 'option.0 ja CA'),
]

it('every step is carried out where nothing prevents it, also with every answer of the shop lost', async () => {
  const world = await openWorld(bench, acts)
  await run(world, EVERY)
  for (const [what, count] of carriedOut) expect([what, count > 0]).toEqual([what, true])
})

it('in any order of edits, machine runs, pushes, changes in the shop and undos, ours, the shop and the history agree', async () => {
  const steps = fc.array(step, { minLength: 14, maxLength: 18 })
  await fc.assert(
    fc.asyncProperty(steps, async (those) => run(await openWorld(bench, acts), those)),
    { numRuns: 2, endOnFailure: true },
  )
})
