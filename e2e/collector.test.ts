import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  collectOn,
  connectCollector,
  newCollectorKey,
  openCollectorBrowser,
  openConnection,
  report,
} from './collector-browser.ts'
import type { CollectorBrowser, Connection } from './collector-browser.ts'
import { control } from './control.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

/** The extension in a real browser, from its key to the collection box: what a person sees on the marketplace's pages, and what the app stores. */
describe('the collector', () => {
  const { app, session, page, ask } = openSpec(ADMIN, { own: true })
  let browser: CollectorBrowser
  let connection: Connection
  let offerIds: string[]
  const product = (offerId: string): Promise<Page> => browser.open('detail.1688.com', `/offer/${offerId}.html`)
  const quirk = (name: string, value: unknown) => control(app(), 'POST', 'quirks', { name, value })
  type Item = { offerId: string; state: string; skuCount: number; card: { title: string } }
  const boxed = async (): Promise<Item[]> =>
    (await ask<{ list: Item[] }>('POST', '/api/alibaba/product/queryCollectProducts', { pageSize: 100 })).list
  const boxedIds = async (): Promise<string[]> => (await boxed()).map(({ offerId }) => offerId)

  const newKey = (name: string): Promise<string> => newCollectorKey(page(), name)
  const connect = (key: string, expected: string | RegExp): Promise<void> =>
    connectCollector(browser, { url: connection.url, key }, expected)

  beforeAll(async () => {
    connection = await openConnection(app().url)
    browser = await openCollectorBrowser(app().simulator)
    const found = await ask<{ list: { offerId: string }[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: 20,
    })
    offerIds = found.list.map(({ offerId }) => offerId)
  })
  afterAll(async () => {
    await browser?.close()
    await connection?.cut()
  })

  it('is downloaded from its page, refuses a key that the app does not know, and connects with one that it does', async () => {
    await visit(page(), '/shop/product/collector')
    const href = await page().getByRole('link', { name: '下载插件' }).getAttribute('href')
    const file = await fetch(new URL(href!, app().url))
    const archive = Buffer.from(await file.arrayBuffer())
    expect(archive.subarray(0, 2).toString()).toBe('PK')
    expect(archive.includes('huoqiao-collector/icon-128.png')).toBe(true)
    const unconnected = await product(offerIds[0]!)
    await collectOn(unconnected)
    await report(unconnected).getByText('插件还没有连接货桥').waitFor()
    await unconnected.close()
    const results = await browser.open('s.1688.com', `/selloffer/offer_search.htm?keywords=${encodeURIComponent('灯')}`)
    const tick = results.getByRole('button', { name: /^选中商品 / }).first()
    await tick.click()
    await collectOn(results)
    await report(results).getByRole('button', { name: '打开设置' }).waitFor()
    expect(await tick.getAttribute('aria-pressed')).toBe('true')
    await results.close()

    await connect('hqc_wrong', /采集密钥无效或已撤销/)
    await connect(await newKey('办公室电脑'), '已保存：以 管理员 的身份采集到')
    await session().picture('collector')
  })

  it('puts one product into the box from its page, with its SKUs and its description', async () => {
    const [offerId] = offerIds as [string]
    const at = await product(offerId)
    await collectOn(at)
    await report(at).getByText('已加入采集箱').waitFor()
    await at.close()
    const [item] = await boxed()
    const shown = await control<{ title: { zh: string }; skus: unknown[] }>(app(), 'GET', `market/offer/${offerId}`)
    expect(item).toMatchObject({ offerId, state: 'collected', skuCount: shown.skus.length })
    const stores = await ask<{ id: string }[]>('GET', '/api/shopify/store/getAllShopifyStores')
    const { lines } = await ask<{ lines: { outcome: string; productId: string }[] }>(
      'POST',
      '/api/alibaba/product/claimProducts?origin=1688',
      { lines: [offerId], storeIds: stores.map(({ id }) => id).slice(0, 1) },
    )
    expect(lines).toMatchObject([{ outcome: 'claimed' }])
    const { descriptionHtml } = await ask<{ descriptionHtml: string }>('GET', '/api/alibaba/product/getProduct', {
      productId: lines[0]!.productId,
    })
    expect(descriptionHtml).toContain('<img')
  })

  it('puts three ticked products of a result page into the box, and one of a shop', async () => {
    const before = await boxedIds()
    const results = await browser.open('s.1688.com', `/selloffer/offer_search.htm?keywords=${encodeURIComponent('灯')}`)
    const ticks = results.getByRole('button', { name: /^选中商品 / })
    for (const n of [0, 2, 4]) await ticks.nth(n).click()
    await results.getByText('已选 3 个').waitFor()
    const ticked = await results
      .locator('button[aria-pressed=true]')
      .evaluateAll((all) => all.map((one) => /\d+/.exec(one.getAttribute('aria-label')!)![0]))
    await collectOn(results)
    await report(results).getByText('采集完成：成功 3 个').waitFor()
    await results.close()
    expect((await boxedIds()).filter((id) => !before.includes(id)).toSorted()).toEqual(ticked.toSorted())

    const shop = await browser.open('shop.1688.com', '/page/offerlist.htm')
    await shop
      .getByRole('button', { name: /^选中商品 / })
      .first()
      .click()
    await collectOn(shop)
    await report(shop).getByText('采集完成：成功 1 个').waitFor()
    await shop.close()
  })

  it('keeps a product while the app is away, and sends it once when it is back', async () => {
    const offerId = offerIds[1]!
    await connection.cut()
    const at = await product(offerId)
    await collectOn(at)
    await report(at).getByText('货桥暂时连不上或正忙，已存在插件里').waitFor()
    expect(await boxedIds()).not.toContain(offerId)
    connection.passed.length = 0
    await connection.restore()
    // Sent automatically, and reported on the page that is still open.
    await report(at).getByText('已加入采集箱').waitFor()
    await at.close()
    expect(await boxedIds()).toContain(offerId)
    const settings = await browser.settings()
    await settings.getByText('没有等待发送的商品。').waitFor()
    await settings.close()
    expect(connection.passed.filter((body) => body.includes(offerId))).toHaveLength(1)
  })

  it('says that its key was withdrawn, and sends what waited once it has another one', async () => {
    const offerId = offerIds[2]!
    await visit(page(), '/shop/product/collector')
    await page()
      .getByRole('row', { name: /办公室电脑/ })
      .getByRole('button', { name: '撤销' })
      .click()
    await page()
      .getByRole('dialog')
      .getByRole('button', { name: /^撤\s?销$/ })
      .click()
    await page()
      .getByRole('row', { name: /办公室电脑.*已撤销/ })
      .waitFor()
    const at = await product(offerId)
    await collectOn(at)
    await report(at).getByText('采集密钥无效或已撤销').waitFor()
    await report(at).getByText('在货桥的“采集插件”页面新建密钥').waitFor()
    await report(at).getByRole('button', { name: '打开设置' }).waitFor()
    await at.close()
    expect(await boxedIds()).not.toContain(offerId)
    await connect(await newKey('新电脑'), '已保存：以 管理员 的身份采集到')
    await soon(boxedIds).toContain(offerId)
  })

  it('names the version of a page that it cannot read, and collects nothing of it', async () => {
    await quirk('1688.productPage', 'next')
    const at = await product(offerIds[3]!)
    await collectOn(at)
    await report(at).getByText('插件不认识这个版本的商品页（window.__OD_STATE__），没有采集').waitFor()
    await report(at).getByRole('button', { name: '复制链接' }).waitFor()
    await at.close()
    await quirk('1688.productPage', 'context')
    expect(await boxedIds()).not.toContain(offerIds[3])
  })

  it('says of a page of 5 MB how large it is and what can be done, and collects it without its description', async () => {
    await quirk('1688.descriptionMegabytes', 5)
    const at = await product(offerIds[4]!)
    await collectOn(at)
    await report(at)
      .getByText(/这个商品页有 5(\.\d)? MB，超过货桥一次能收的 2 MB，没有采集/)
      .waitFor()
    expect(await boxedIds()).not.toContain(offerIds[4])
    await report(at).getByRole('button', { name: '不带详情采集' }).click()
    await report(at).getByText('已加入采集箱').waitFor()
    await at.close()
    await quirk('1688.descriptionMegabytes', 0)
    expect(await boxedIds()).toContain(offerIds[4])
  })
})
