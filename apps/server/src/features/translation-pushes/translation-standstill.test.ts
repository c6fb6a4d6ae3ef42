import type { Product } from '@huoqiao/contract/products/products.schema'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { loseJobs } from '../../../test/run-cron.ts'
import { standstillOf } from '../../../test/standstill.ts'
import type { Standstill } from '../../../test/standstill.ts'
import { translationActs } from '../../../test/translation-acts.ts'
import { until } from '../../../test/until.ts'
import { withPushBench } from '../listings/listings.testing.ts'

const at = withPushBench({ products: 3, nodeName: 'first' })
const acts = translationActs(at)
const only = { locales: ['de'] }
let still: Standstill
let second: TestApp | undefined
beforeAll(() => {
  still = standstillOf('first')
})
afterAll(() => still.end())
afterEach(async () => {
  still.thaw()
  await at.letGo()
  await second?.close()
  second = undefined
})

const nr = ({ title }: Product): string => title.split(' ')[1]!
const faultUsed = () =>
  until(
    () => at.simulator.control<{ faults: object[] }>('GET', '/faults'),
    ({ faults }) => faults.length === 0,
  )
const anotherNode = async (): Promise<TestApp> => {
  second = await startTestApp({ demoSimulator: at.simulator.origin, beside: at.app, nodeName: 'second' })
  await loseJobs(second)
  return second
}
const itemOf = async (app: TestApp, pushId: string) => (await app.ok('getTranslationPush', { pushId })).items.list[0]!
const ended = (app: TestApp, pushId: string) =>
  until(
    () => itemOf(app, pushId),
    ({ state }) => state === 'succeeded' || state === 'unchanged',
  )
type SeenAct = { state: string; off: boolean; ended: boolean; looks: number }
const firstActOf = async (app: TestApp, pushId: string): Promise<SeenAct | undefined> =>
  (
    await app.db.pool.query<SeenAct>(
      `select a.state, a.withdrawn_at is not null as off, a.ended_at is not null as ended, a.looks
         from remote_act a join translation_push_item i on a.intent->>'itemId' = i.id::text
        where i.push_id = $1 order by a.created_at limit 1`,
      [pushId],
    )
  ).rows[0]
/** Lets the first node continue until it has ended its act; it must write nothing to the shop. */
async function wakes(app: TestApp, pushId: string): Promise<void> {
  const before = await acts.written()
  still.thaw()
  await until(
    async () => ((await acts.written()) > before ? true : (await firstActOf(app, pushId))?.ended),
    (isOver) => isOver === true,
  )
  expect(await acts.written()).toBe(before)
}

describe('a node that is frozen', () => {
  test('before its translations are sent writes nothing when it continues: another node has the item, and wrote a newer text', async () => {
    const product = at.pushed()
    await acts.translate(product, { title: `Lampe ${nr(product)}` })
    const gid = await acts.shopId(product)
    const inShop = async () => (await acts.witness(gid)).translations.map(({ value }) => value)
    const stopped = still.stop('push-translations', 'mark')
    const { id } = await acts.start([product], only)
    await stopped
    still.freeze()
    const app = await anotherNode()
    const { fields } = await app.ok('getProductTranslations', { productId: product.id, locale: 'de' })
    const { version } = fields.find(({ field }) => field === 'title')!.translation!
    const edits = [{ field: 'title', text: `Leuchte ${nr(product)}`, version }]
    await app.ok('saveTranslations', { productId: product.id, locale: 'de', edits })
    await ended(app, id)
    expect(await inShop()).toEqual([`Leuchte ${nr(product)}`])
    await wakes(app, id)
    expect(await inShop()).toEqual([`Leuchte ${nr(product)}`])
    expect(await itemOf(app, id)).toMatchObject({ state: 'succeeded', written: 1 })
  })

  /** Freezes the first node while the shop holds back its request. The shop carries it out after another node has looked for its result. */
  async function foundByAnother(call: string, begin: () => Promise<{ id: string }>): Promise<[TestApp, string]> {
    const received = await at.simulator.received(call)
    await at.fault(call, 'slow', { fault: { kind: 'slow', ms: 3_600_000 } })
    const { id } = await begin()
    await faultUsed()
    still.freeze()
    const app = await anotherNode()
    await until(
      () => firstActOf(app, id),
      (act) => act!.looks >= 2,
    )
    expect(await firstActOf(app, id)).toMatchObject({ state: 'unknown', off: false })
    expect(await at.simulator.received(call)).toBe(received)
    await at.letGo()
    await ended(app, id)
    expect(await firstActOf(app, id)).toMatchObject({ state: 'found' })
    await wakes(app, id)
    expect(await at.simulator.received(call)).toBe(received + 1)
    return [app, id]
  }
  const FOUND = '没有收到店铺的答复，已在店铺核对'

  test('with its request on the wire is waited for: the next node finds the translation in the shop, and does not write it again', async () => {
    const product = at.pushed()
    await acts.translate(product, { title: `Lampe ${nr(product)}` })
    const [app, id] = await foundByAnother('translationsRegister', () => acts.start([product], only))
    expect(await acts.inShopNow(product)).toEqual([`de title: Lampe ${nr(product)}`])
    expect(await itemOf(app, id)).toMatchObject({ state: 'succeeded', written: 1, message: FOUND })
  })

  test('while it undoes a push is waited for as well: the removal is found, and not sent again', async () => {
    const product = at.pushed()
    await acts.translate(product, { title: `Lampe ${nr(product)}` })
    const { push } = await acts.push([product], only)
    const [app, id] = await foundByAnother('translationsRemove', () =>
      at.app.ok('undoTranslationPush', { pushId: push.id }),
    )
    expect(await acts.inShopNow(product)).toEqual([])
    expect(await itemOf(app, id)).toMatchObject({ state: 'succeeded', written: 1, message: FOUND })
  })
})
