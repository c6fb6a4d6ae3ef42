import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testShop } from '../../../test/shop.ts'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'

let fixture: OrderFixture
const HOUR = 3_600_000
beforeAll(async () => {
  // Notices are sent once per day of UTC+8: no day may end during these tests.
  const left = 24 * HOUR - ((Date.now() + 8 * HOUR) % (24 * HOUR))
  fixture = await startOrderFixture({ ahead: left < HOUR ? 2 * HOUR : 0 })
})
afterAll(() => fixture?.close())
beforeEach(() => fixture.quirk('shopify.webhook-loss-chance', 1))

const sql = (text: string, values: unknown[] = []) => fixture.app.db.pool.query(text, values)
/** Runs the job that the schedule runs every ten minutes. */
async function look(): Promise<void> {
  await runCron(fixture.app, 'look-for-order-trouble')
  await fixture.quiet()
}
const notices = async (kind: 'order-stuck' | 'store-trouble') => (await fixture.app.ok('queryNotices', { kind })).list
const feed = async () => (await fixture.app.ok('queryOrderFeeds')).find(({ storeId }) => storeId === fixture.us)!
const store = async () => (await fixture.app.ok('getAllShopifyStores')).find(({ id }) => id === fixture.us)!
/** Runs what the schedule runs each minute, and waits until it is done. */
async function asked(): Promise<void> {
  await fixture.app.ok('pullOrders')
  await fixture.quiet()
}

describe('orders that make no progress', () => {
  test('are reported once per store, state and day, after the hours of the rule', async () => {
    await fixture.brought([{ variant: 0, quantity: 1 }])
    const old = await fixture.brought([{ variant: 1, quantity: 1 }])
    await fixture.quiet()
    await look()
    expect(await notices('order-stuck')).toEqual([])
    // An order can't be created in the past, so its time is changed in the database.
    await sql(`update sales_order set ordered_at = ordered_at - interval '25 hours' where id = $1`, [old.id])
    for (let time = 0; time < 3; time++) await look()
    const [reported, ...others] = await notices('order-stuck')
    expect(others).toEqual([])
    expect(reported).toMatchObject({
      count: 1,
      text: expect.stringContaining('有 1 张已付款的订单超过 24 小时还没有采购'),
    })
    const found = await fixture.rows(Object.fromEntries(new URL(reported!.to!, 'http://x').searchParams))
    expect(found.map(({ id }) => id)).toEqual([old.id])
    await fixture.app.ok('holdOrders', { orderIds: [old.id], reason: '等客户回复' })
    await sql('delete from notice')
    await look()
    expect(await notices('order-stuck')).toEqual([])
  })
})

describe('a store that can’t be pulled', () => {
  test('is reported with the reason when it lasts longer than the rule allows', async () => {
    const save = async (clientSecret: string): Promise<void> => {
      const { id, version, name, origin, priceRuleId, locationId, publicationIds, locale, vendorName } = await store()
      const same = { id, version, name, origin, priceRuleId, locationId, publicationIds, locale, vendorName }
      await fixture.app.ok('updateShopifyStore', { ...same, ...(await clientOf()), clientSecret })
    }
    const { clientSecret } = await clientOf()
    await save('wrong')
    await asked()
    expect((await feed()).pullError).not.toBeNull()
    await look()
    expect(await notices('store-trouble')).toEqual([])
    await sql(`update order_feed set last_pulled_at = last_pulled_at - interval '45 minutes' where store_id = $1`, [
      fixture.us,
    ])
    for (let time = 0; time < 2; time++) await look()
    expect(await notices('store-trouble')).toMatchObject([
      {
        level: 'urgent',
        count: 1,
        to: '/system/systemconfig',
        text: expect.stringMatching(/已经 \d+ 分钟拉不到订单：/),
      },
    ])
    await save(clientSecret)
    await asked()
    expect(await feed()).toMatchObject({ pullError: null })
  })
})

describe('subscriptions that a shop removed', () => {
  test('are registered again, with a notice', async () => {
    await asked()
    expect((await feed()).webhookTopics).toBeGreaterThan(10)
    await sql('delete from notice')
    const shop = await testShop(fixture.simulator, fixture.slug)
    const { webhooks } = await fixture.simulator.control<{ webhooks: { id: string }[] }>(
      'GET',
      `/shopify/${fixture.slug}/webhooks`,
    )
    for (const { id } of webhooks.slice(0, 3))
      await shop.ask('mutation ($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }', { id })
    // Checked hourly.
    await sql(`update order_feed set webhooks_at = webhooks_at - interval '2 hours'`)
    await asked()
    expect(await notices('store-trouble')).toMatchObject([
      { title: '店铺的消息订阅丢失', text: expect.stringContaining('3 个消息订阅不见了') },
    ])
    expect((await feed()).webhookTopics).toBe(webhooks.length)
  })
})

describe('a shop that uninstalls the app', () => {
  test('is not read any more and loses nothing; connected again, it continues where it stopped', async () => {
    await asked()
    await sql('delete from notice')
    await fixture.quirk('shopify.webhook-loss-chance', 0)
    await fixture.simulator.control('POST', `/shopify/${fixture.slug}/app`, { action: 'uninstall' })
    await until(store, ({ health }) => health === 'uninstalled')
    await fixture.quiet()
    expect(await notices('store-trouble')).toMatchObject([{ title: '店铺卸载了应用' }])
    expect(await store()).toMatchObject({ healthMessage: expect.stringContaining('重新安装应用') })
    expect(await feed()).toMatchObject({ webhookTopics: 0, can: { pullOrders: '店铺卸载了应用' } })

    const meanwhile = await fixture.buy([{ variantId: fixture.variants[0]!.variantId, quantity: 1 }], { force: true })
    const before = await fixture.simulator.received('orders')
    await asked()
    const others = (await fixture.simulator.received('orders')) - before
    expect(others).toBeLessThanOrEqual(2 * 2)
    expect(await fixture.rows({ keyword: `#${meanwhile.number}`, storeId: fixture.us })).toEqual([])
    const shown = await fixture.app.call('getStoreProducts', { storeId: fixture.us })
    expect(shown).toMatchObject({ data: { refusal: 'store-unauthorised', why: expect.stringContaining('卸载了应用') } })

    // In this simulated shop, requesting a token installs the app.
    expect(await fixture.app.ok('checkShopifyStore', { id: fixture.us })).toMatchObject({ health: 'ok' })
    await asked()
    expect((await fixture.seen(meanwhile)).number).toBe(`#${meanwhile.number}`)
    expect((await feed()).webhookTopics).toBeGreaterThan(10)
    // The message arrives once more, late: the store was connected again in between.
    const { list } = await fixture.app.ok('queryInbox', { topic: 'app/uninstalled' })
    await fixture.app.ok('replayInbox', { ids: list.map(({ id }) => id) })
    await fixture.quiet()
    expect((await store()).health).toBe('ok')
    expect((await fixture.app.ok('queryInbox', { topic: 'app/uninstalled' })).list).toMatchObject([
      { state: 'handled', message: '店铺在这之后又连上了' },
    ])
  })
})

type Client = { shop: string; clientId: string; clientSecret: string }
async function clientOf(): Promise<Pick<Client, 'clientId' | 'clientSecret'>> {
  const { shops } = await fixture.simulator.control<{ shops: Client[] }>('GET', '/credentials')
  const { clientId, clientSecret } = shops.find((one) => one.shop === fixture.slug)!
  return { clientId, clientSecret }
}
