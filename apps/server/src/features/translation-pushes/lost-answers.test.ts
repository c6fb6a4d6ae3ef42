import { describe, expect, it } from 'vitest'
import { translationActs } from '../../../test/translation-acts.ts'
import { until } from '../../../test/until.ts'
import { withPushBench } from '../listings/listings.testing.ts'

const bench = withPushBench({ products: 14 })
const acts = translationActs(bench)
const { translate, preview, reasons, push, staff, inShopNow, lookedUp } = acts
/** The number in a product's title, which a translation has to keep. */
const nr = ({ title }: { title: string }): string => title.split(' ')[1]!
const only = { locales: ['de'] }
type Entry = { effect?: string }
/** How often the shop wrote or removed translations of a resource, by its own record, whether or not we got the answer. */
const effectsOf = async (resourceId: string): Promise<number> => {
  const calls = ['translationsRegister', 'translationsRemove'].map((call) =>
    bench.simulator.control<{ entries: Entry[] }>('GET', `/ledger?call=${call}&limit=1000`),
  )
  const entries = (await Promise.all(calls)).flatMap((one) => one.entries)
  return entries.filter(({ effect }) => effect?.includes(resourceId)).length
}
/** The message of an item after a fault. None for `drop-before`: the shop had not carried out the request, so it was sent again. */
const messageOf = (kind: string): string => (kind === 'drop-before' ? '' : '没有收到店铺的答复，已在店铺核对')
describe('a lost answer', () => {
  it.each(['drop-before', 'drop-after', 'fail-after'])(
    '(%s) is looked up, and the shop has the text once',
    async (kind) => {
      const product = bench.pushed()
      await translate(product, { title: `Lampe ${nr(product)}` })
      await bench.fault('translationsRegister', kind)
      const started = await acts.start([product], only)
      const { push: task, items } = await lookedUp(started)
      expect(task).toMatchObject({ succeeded: 1, unknown: 0 })
      expect(items.list[0]).toMatchObject({ state: 'succeeded', written: 1, message: messageOf(kind) })
      expect(await inShopNow(product)).toEqual([`de title: Lampe ${nr(product)}`])
    },
  )

  it('does not count our own text as a change by staff, also where the shop stores another form of it or ours was changed meanwhile', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}`, description: '<p>warm &amp; hell<br />groß</p>' })
    await bench.fault('translationsRegister', 'drop-after')
    await lookedUp(await acts.start([product], only))
    expect(reasons(await preview(product, ['de'])).toSorted()).toEqual(['标题 de: same', '描述 de: same'].toSorted())
    await translate(product, { description: '<p>warm<br />klein</p>' })
    await bench.fault('translationsRegister', 'drop-after')
    const { push: task } = await lookedUp(await acts.start([product], only), () =>
      translate(product, { title: `Leuchte ${nr(product)}`, description: '<p>kühl</p>' }),
    )
    expect(task).toMatchObject({ state: 'succeeded' })
    expect(await inShopNow(product)).toEqual(['de body_html: <p>kühl</p>', `de title: Leuchte ${nr(product)}`])
  })
})

describe('the lost answer of an undo', () => {
  it.each(['drop-before', 'drop-after', 'fail-after'])(
    '(%s) is looked up: each text is set back or removed once, and the undo says so',
    async (kind) => {
      const product = bench.pushed()
      const title = `Lampe ${nr(product)}`
      await translate(product, { title })
      await push([product], only)
      await translate(product, { title: `${title} neu`, description: '<p>hell</p>' })
      const { push: task } = await push([product], only)
      for (const call of ['translationsRegister', 'translationsRemove']) await bench.fault(call, kind)
      const before = await effectsOf(await acts.shopId(product))
      const { push: undone, items } = await lookedUp(await bench.app.ok('undoTranslationPush', { pushId: task.id }))
      expect(undone).toMatchObject({ kind: 'undo', state: 'succeeded', succeeded: 1, unknown: 0 })
      expect(items.list[0]).toMatchObject({ state: 'succeeded', written: 2, message: messageOf(kind) })
      expect(await inShopNow(product)).toEqual([`de title: ${title}`])
      expect((await effectsOf(await acts.shopId(product))) - before).toBe(2)
      expect(reasons(await preview(product, ['de'])).toSorted()).toEqual(
        ['描述 de: new', '标题 de: changed'].toSorted(),
      )
    },
  )
})

describe('an undo', () => {
  it('does not forget what staff did: a removal after the push, and one that a person overruled in it', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}`, 'option.0': 'Farbe' })
    const { push: first } = await push([product], only)
    await staff(product, 'title', 'de', null)
    await acts.ended(await bench.app.ok('undoTranslationPush', { pushId: first.id }))
    expect(reasons(await preview(product, ['de'])).toSorted()).toEqual(
      ['标题 de: removed-there', '规格 1 de: new'].toSorted(),
    )
    const seen = await preview(product, ['de'])
    const overwrite = seen.fields.filter(({ conflict }) => conflict).map(({ field }) => field)
    const approvals = [{ productId: product.id, contentHash: seen.contentHash, overwrite }]
    const { push: second } = await push([product], { ...only, approvals })
    expect(await inShopNow(product)).toEqual([`de title: Lampe ${nr(product)}`])
    await acts.ended(await bench.app.ok('undoTranslationPush', { pushId: second.id }))
    expect(reasons(await preview(product, ['de'])).toSorted()).toEqual(
      ['标题 de: removed-there', '规格 1 de: new'].toSorted(),
    )
  })
})

/** A push that replaces staff's title because a person chose so. Its first request is lost before the shop carries it out. */
async function overwriting() {
  const product = bench.pushed()
  await translate(product, { title: `Lampe ${nr(product)}` })
  await staff(product, 'title', 'de', 'Vom Personal')
  const { contentHash, fields } = await preview(product, ['de'])
  const approvals = [{ productId: product.id, contentHash, overwrite: fields.map(({ field }) => field) }]
  await bench.fault('translationsRegister', 'drop-before')
  return { product, started: await acts.start([product], { ...only, approvals }) }
}

describe('a choice to replace staff’s text', () => {
  it('holds for the text that was seen, also after a lost answer', async () => {
    const { product, started } = await overwriting()
    expect((await lookedUp(started)).items.list[0]).toMatchObject({ state: 'succeeded', written: 1 })
    expect(await inShopNow(product)).toEqual([`de title: Lampe ${nr(product)}`])
  })

  it('does not hold for what staff wrote after the first try, and neither does the undo', async () => {
    const { product, started } = await overwriting()
    const seen = await lookedUp(started, () => staff(product, 'title', 'de', 'Neuer'))
    expect(seen.items.list[0]).toMatchObject({ state: 'unchanged', written: 0, kept: 1 })
    await acts.ended(await bench.app.ok('undoTranslationPush', { pushId: started.id }))
    expect(await inShopNow(product)).toEqual(['de title: Neuer'])
  })

  it('is asked for again if the first try ended before it compared, and staff wrote something else', async () => {
    const { product, started } = await overwriting()
    const seen = await lookedUp(started, async () => {
      const forget = `update translation_push_item set approval = approval - 'seen' where push_id = $1`
      await bench.app.db.pool.query(forget, [started.id])
      await staff(product, 'title', 'de', 'Neuer')
    })
    expect(seen.items.list[0]).toMatchObject({ state: 'failed', message: '预演之后又有变化，没有写入' })
    expect(await inShopNow(product)).toEqual(['de title: Neuer'])
  })
})

describe('a task of which a product’s answer was lost', () => {
  it('is not undone before it is known what was written', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}` })
    await bench.fault('translationsRegister', 'drop-before')
    const { push: task } = await push([product], only)
    expect(task).toMatchObject({ state: 'unknown', can: { undoTranslationPush: expect.stringContaining('结果未知') } })
    expect((await bench.app.call('undoTranslationPush', { pushId: task.id })).data).toMatchObject({
      refusal: 'state-not-allowed',
      why: expect.stringContaining('结果未知'),
    })
    await lookedUp(task)
    const undone = await acts.ended(await bench.app.ok('undoTranslationPush', { pushId: task.id }))
    expect(undone.push.state).toBe('succeeded')
    expect(await inShopNow(product)).toEqual([])
  })

  it('does not write it after it was cancelled', async () => {
    const products = [bench.pushed(), bench.pushed()]
    for (const product of products) await translate(product, { title: `Lampe ${nr(product)}` })
    await bench.fault('translationsRegister', 'drop-before')
    await bench.fault('translationsRegister', 'slow', { fault: { kind: 'slow', ms: 100_000 } })
    const started = await acts.start(products, only)
    const faults = () => bench.simulator.control<{ faults: object[] }>('GET', '/faults')
    await until(faults, (left) => left.faults.length === 0)
    const read = () => bench.app.ok('getTranslationPush', { pushId: started.id })
    await until(read, ({ items }) => items.list.some(({ state }) => state === 'unknown'))
    await bench.app.ok('cancelTranslationPush', { pushId: started.id })
    await bench.letGo()
    const { push: task, items } = await lookedUp(started)
    expect(task).toMatchObject({ state: 'partial', succeeded: 1, failed: 1, unknown: 0 })
    const lost = items.list.find(({ state }) => state === 'failed')!
    expect(lost.message).toContain('任务已取消')
    expect(await inShopNow({ id: lost.productId })).toEqual([])
  })
})
