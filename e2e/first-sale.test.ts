import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from './app.ts'
import type { App } from './app.ts'
import { openSession, pictureOf, picturesShown, soon } from './browser.ts'
import type { Session } from './browser.ts'
import { collectOn, connectCollector, newCollectorKey, openCollectorBrowser, report } from './collector-browser.ts'
import type { CollectorBrowser } from './collector-browser.ts'
import { connectGuide } from './connect-guide.ts'
import type { ConnectGuide, Credentials } from './connect-guide.ts'
import { control } from './control.ts'
import { SAVED } from './product-world.ts'
import { shopProducts, upserts } from './shop.ts'
import { buyInShop } from './shopper.ts'
import { step } from './steps.ts'
import { visit } from './visit.ts'

const PRODUCTS = 3
/** Above the seller's minimum quantity: below it another price applies. */
const PIECES = 12
const TITLE = 'Bedside Lamp for Small Rooms'
const TRACKING = 'YT2026112600001'

type Witness = { orders: number; open: number; payments: number; orderIds: string[] }
type AlibabaOrder = { items: { quantity: number }[] }
type ShopOrder = {
  name: string
  financialStatus: string
  fulfillmentStatus: string
  lines: { title: string; quantity: number; fulfilledQuantity: number }[]
  fulfillments: { status: string; units: number; tracking: { number: string | null }[] }[]
}

/**
 * Everything that happens before the first parcel reaches a customer, by one person in one browser: from an installation that is connected to
 * nothing to the tracking number in the shop. What really happened is read from the simulator's own records.
 */
describe('from nothing to the first sale', () => {
  let app: App
  let session: Session
  let browser: CollectorBrowser
  let guide: ConnectGuide

  beforeAll(async () => {
    app = await startApp({ empty: true, log: 'error' })
    session = await openSession(app.url)
    browser = await openCollectorBrowser(app.simulator)
    guide = connectGuide(app, session, await control<Credentials>(app, 'GET', 'credentials'))
    await guide.quirk('1688.redirectHost', new URL(app.url).host)
    // The seller sends when the test says so.
    await guide.quirk('1688.autoShip', false)
  })
  afterAll(async () => {
    await browser?.close()
    await session?.close()
    await app?.stop()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await session.failure(task.name)
  })

  const page = (): Page => session.page
  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const bar = (): Locator => page().getByRole('toolbar', { name: '批量操作' })
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const purchases = (): Locator => view().locator('li[data-purchase]')

  async function connect(): Promise<void> {
    await guide.logInFirst()
    await guide.typeAppKeys()
    await guide.consent()
    await guide.setPushAddress()
    await guide.state('创建店铺应用').click()
    await guide.typeShop()
    await guide.press(guide.step('核对店铺权限'), '下一步')
    await guide.chooseSelling()
    await guide.registerWebhooks()
  }

  async function collect(): Promise<void> {
    const key = await newCollectorKey(page(), '办公室电脑')
    await connectCollector(browser, { url: app.url, key }, /^已保存：以 .+ 的身份采集到/)
    const results = await browser.open('s.1688.com', `/selloffer/offer_search.htm?keywords=${encodeURIComponent('灯')}`)
    const ticks = results.getByRole('button', { name: /^选中商品 / })
    for (let n = 0; n < PRODUCTS; n++) await ticks.nth(n).click()
    await results.waitForLoadState('load')
    await picturesShown(results)
    await pictureOf(results, 'collector-results')
    await collectOn(results)
    await report(results).getByText(`采集完成：成功 ${PRODUCTS} 个`).waitFor()
    await results.close()
  }

  /** Returns the addresses of the pages where the products are edited. */
  async function claim(): Promise<string[]> {
    await visit(page(), '/shop/product/collect')
    await view()
      .getByRole('checkbox', { name: /选中本页/ })
      .first()
      .click()
    await button(bar(), '认领到店铺').click()
    const claiming = dialog(/认领(到店铺|结果)（/)
    await claiming.getByRole('checkbox', { name: '美国站' }).check()
    await button(claiming, `认领 ${PRODUCTS} 个货源到 1 个店铺`).click()
    await claiming.getByText(`全部成功（${PRODUCTS}）`).waitFor()
    const links = claiming.getByRole('link', { name: '去编辑' })
    await soon(() => links.count()).toBe(PRODUCTS)
    return links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
  }

  /** A page of the marketplace is Chinese: the title in English is typed here. */
  async function edit(addresses: readonly string[]): Promise<void> {
    for (const [n, address] of addresses.entries()) {
      await page().goto(address)
      await page()
        .getByLabel('英文标题')
        .fill(n === 0 ? TITLE : `Night Light ${n}`)
      await view().getByRole('button', { name: '保存', exact: true }).first().click()
      await page().getByText(SAVED).waitFor()
    }
  }

  async function sync(): Promise<void> {
    const pushed = await upserts(app, 'bridge-us')
    await visit(page(), '/shop/product/list')
    const boxes = view().getByRole('checkbox', { name: /^选择 / })
    await soon(() => boxes.count()).toBe(PRODUCTS)
    for (let n = 0; n < PRODUCTS; n++) await boxes.nth(n).click()
    await button(bar(), /预演/).click()
    expect(await upserts(app, 'bridge-us')).toBe(pushed)
    await button(page().locator('body'), `同步 ${PRODUCTS} 处`).click()
    await soon(() => page().getByRole('link', { name: '在店铺查看' }).count()).toBe(PRODUCTS)
    const ours = (await shopProducts(app, 'bridge-us')).filter(({ listing }) => listing !== null)
    expect(ours.map(({ status }) => status)).toEqual(Array.from({ length: PRODUCTS }, () => 'ACTIVE'))
    expect(ours.filter(({ title }) => title === TITLE)).toHaveLength(1)
    expect(await upserts(app, 'bridge-us')).toBe(pushed + PRODUCTS)
  }

  it('connects, collects, lists, sells, buys, sends: each once', async () => {
    await step('connect 1688 and the shop', connect)
    await step('collect three products', collect)
    const addresses = await step('claim them', claim)
    await step('edit them', () => edit(addresses))
    await step('sync them', sync)
    const number = await step('a customer buys', () => buyInShop(page(), app, TITLE, PIECES))
    await step('the order arrives', async () => {
      await visit(page(), '/order/list')
      await view()
        .getByRole('checkbox', { name: `选择 ${number}` })
        .waitFor()
    })
    const purchase = await step('buy for it', () => buyFor(number))
    await step('place it', () => place(purchase))
    const orderId = await step('pay it', () => pay(purchase))
    await step('the seller sends it', async () => {
      await control(app, 'POST', `1688/orders/${orderId}/ship`, { how: 'whole' })
      await visit(page(), '/purchase/list?state=to-receive')
      await purchases().first().waitFor()
    })
    await step('receive it', () => receive(purchase))
    await step('send it to the customer', () => ship(number))
    await step('compare the records', () => compare(number, purchase, orderId))
    // The consent is on a page of the vendor, which has no icon.
    expect(session.complaints.filter((one) => !one.includes(app.simulator))).toEqual([])
  })

  /** Generates the purchase, with a receiving address that is made on the way, and reviews it. Returns its number. */
  async function buyFor(number: string): Promise<string> {
    const choose = async (): Promise<Locator> => {
      await visit(page(), `/order/list?keyword=${encodeURIComponent(number)}`)
      await view()
        .getByRole('checkbox', { name: `选择 ${number}` })
        .click()
      await button(bar(), '生成采购单').click()
      return dialog('生成采购单')
    }
    await (await choose()).getByRole('link', { name: '还没有收货地址，去添加' }).first().click()
    await button(view(), '添加收货地址').first().click()
    const address = dialog('新增收货地址')
    await address.getByLabel('粘贴地址').fill('王芳 13312345678 浙江省金华市义乌市稠江街道仓储路8号')
    await button(address, '识别并填入').click()
    await address.getByText('已填入，请核对').waitFor()
    await address.getByLabel('名称', { exact: true }).fill('义乌仓')
    await button(address, /保\s?存/).click()
    await address.waitFor({ state: 'detached' })
    const drawer = await choose()
    await button(drawer, '生成 1 张采购单').click()
    await button(dialog('采购单已生成'), '完成').click()
    await visit(page(), '/purchase/list?state=reviewing')
    const made = await purchases()
      .first()
      .getByRole('button', { name: /^CG\d+$/ })
      .first()
      .innerText()
    await purchases().first().getByRole('checkbox').click()
    await button(bar(), '审核通过').click()
    return made
  }

  async function place(purchase: string): Promise<void> {
    await view()
      .getByRole('tab', { name: /^待下单/ })
      .click()
    await button(purchases().first(), `下单 ${purchase}`).click()
    await button(dialog('向1688下单'), '确认下单').click()
    await view()
      .getByRole('tab', { name: /^待付款/ })
      .click()
    await button(purchases().first(), `付款 ${purchase}`).waitFor()
  }

  /** Pays at 1688's cashier. Returns the number of the order at 1688. */
  async function pay(purchase: string): Promise<string> {
    await button(purchases().first(), `付款 ${purchase}`).click()
    const paying = dialog('付款：1 张采购单')
    await button(paying, '获取付款链接').click()
    const link = paying.getByRole('link', { name: '打开收银台付款' })
    const [cashier] = await Promise.all([page().context().waitForEvent('page'), link.click()])
    await cashier.locator('#pay').click()
    await cashier.locator('[data-outcome=paid]').waitFor()
    await cashier.close()
    await button(paying, '我已付款').click()
    const witness = await control<Witness>(app, 'GET', `1688/witness?outOrderId=${purchase}`)
    expect(witness).toMatchObject({ orders: 1, open: 1, payments: 1 })
    return witness.orderIds[0]!
  }

  async function receive(purchase: string): Promise<void> {
    await visit(page(), '/purchase/receive')
    const scan = view().getByRole('textbox').first()
    await scan.fill(purchase)
    await scan.press('Enter')
    const card = view().getByRole('article', { name: `采购单 ${purchase}` })
    await button(card, /^收\s?货/)
      .first()
      .click()
    await card
      .getByText(/^\+\d+$/)
      .first()
      .waitFor()
  }

  async function ship(number: string): Promise<void> {
    await visit(page(), '/order/list?state=to-ship')
    await view()
      .getByRole('checkbox', { name: `选择 ${number}` })
      .click()
    await button(bar(), /^发\s?货$/).click()
    const drawer = dialog('发货：1 张订单')
    await drawer.getByLabel(`${number} 的运单号`).fill(TRACKING)
    await drawer.getByLabel('统一承运商').fill('YunExpress')
    await page().keyboard.press('Enter')
    await button(drawer, /^发\s?货/)
      .last()
      .click()
    await visit(page(), '/order/ship?state=sent')
    await view().getByText(number).first().waitFor()
  }

  async function compare(number: string, purchase: string, orderId: string): Promise<void> {
    const whole = await control<Witness & { repeated: unknown[] }>(app, 'GET', '1688/witness')
    expect(whole).toMatchObject({ orders: 1, payments: 1, repeated: [] })
    const bought = await control<AlibabaOrder>(app, 'GET', `1688/orders/${orderId}`)
    expect(bought.items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(PIECES)
    const { orders } = await control<{ orders: ShopOrder[] }>(app, 'GET', 'shopify/bridge-us/orders')
    expect(orders.filter(({ name }) => name === number)).toMatchObject([
      {
        financialStatus: 'PAID',
        fulfillmentStatus: 'FULFILLED',
        lines: [{ title: TITLE, quantity: PIECES, fulfilledQuantity: PIECES }],
        fulfillments: [{ status: 'SUCCESS', units: PIECES, tracking: [{ number: TRACKING }] }],
      },
    ])
    await visit(page(), '/purchase/ledger')
    await button(view(), '校验账本').click()
    const proof = page().getByRole('status', { name: '账本校验结果' })
    await proof.getByText('账本完整，没有重复下单').waitFor()
    await soon(() => proof.innerText()).toContain('1 个意图 = 1 已下单')
    expect(purchase).toMatch(/^CG\d+$/)
  }
})
