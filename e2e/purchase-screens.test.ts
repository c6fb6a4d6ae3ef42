import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'
import { control } from './control.ts'

type Offer = { offerId: string; supplierName: string; skus: { skuId: string }[] }
type Line = { id: string; orderId: string; title: string }

/** A buyer's day: what shops sold is bought at 1688, each item once, and the ledger proves it. */
describe('the purchase screens', () => {
  const { app, session, page, ask } = openSpec(ADMIN, { own: true })
  /** numbers of two orders whose goods come from one supplier */
  let sold: string[] = []
  let offer: Offer

  /** Hidden tabs stay in the page. */
  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const bar = (): Locator => page().getByRole('toolbar', { name: '批量操作' })
  const rows = (): Locator => view().locator('li[data-purchase]')
  /** Chooses a tab and waits for its rows: those of the former one stay for a moment, and a button that goes away with them gets no click. */
  async function tab(name: RegExp): Promise<void> {
    await view().getByRole('tab', { name }).click()
    await view().getByRole('tab', { name, selected: true }).waitFor()
    await soon(() => view().locator('[data-stale="true"]').count()).toBe(0)
  }

  /** The app's id of the order, once it has arrived. */
  async function idOf(number: string): Promise<string> {
    const { list } = await ask<{ list: { id: string; number: string }[] }>(
      'GET',
      '/api/order/center/getOrdersByCondition',
      { keyword: number },
    )
    const found = list.find((row) => row.number === number)
    if (found) return found.id
    await new Promise((resolve) => setTimeout(resolve, 300))
    return idOf(number)
  }

  /** An order of a shop whose line is bought as one SKU of an offer. */
  async function sell(quantity: number, of = offer, sku = 0): Promise<string> {
    const { order } = await control<{ order: { name: string } }>(app(), 'POST', 'shopify/bridge-us/orders', {
      lines: [{ title: 'Storage Box', priceMinor: 1999, quantity }],
      risk: 'low',
    })
    await ask('POST', '/api/order/center/pullOrders')
    const lines = await ask<Line[]>('GET', '/api/order/center/getOrderLines', { orderIds: await idOf(order.name) })
    const fields = {
      lineIds: lines[0]!.id,
      offerId: of.offerId,
      skuId: of.skus[sku]!.skuId,
      saleQuantity: '1',
      sourceQuantity: '1',
      scope: 'this-order',
    }
    const token = await page().evaluate(() => localStorage.getItem('token') ?? '')
    const linked = await fetch(`${app().url}/api/order/center/relateShopifyOrder`, {
      method: 'POST',
      headers: { authorization: token },
      body: new URLSearchParams(fields),
    })
    expect(await linked.json()).toMatchObject({ code: 200 })
    return order.name
  }

  /** Selects an order in the order list and buys for it; returns the purchase order's number. */
  async function buyFor(number: string): Promise<string> {
    await visit(page(), `/order/list?keyword=${encodeURIComponent(number)}`)
    await view()
      .getByRole('checkbox', { name: `选择 ${number}` })
      .click()
    await button(bar(), '生成采购单').click()
    const drawer = dialog('生成采购单')
    await drawer.getByText(offer.supplierName).first().waitFor()
    await button(drawer, '生成 1 张采购单').click()
    const made = dialog('采购单已生成')
    await made.getByText('全部成功（1）').waitFor()
    const text = await made.getByRole('button', { name: /^CG\d+$/ }).innerText()
    await button(made, '完成').click()
    return text
  }

  beforeAll(async () => {
    const { list } = await ask<{ list: { offerId: string }[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: 10,
    })
    offer = await ask<Offer>('GET', '/api/alibaba/product/getOffer', { offerId: list[0]!.offerId })
    sold = [await sell(60), await sell(40)]
  })

  it('make a purchase order of what an order needs, and find nothing left to buy the second time', async () => {
    const numbers = [await buyFor(sold[0]!), await buyFor(sold[1]!)]
    expect(new Set(numbers).size).toBe(2)
    await visit(page(), `/order/list?keyword=${encodeURIComponent(sold[0]!)}`)
    await view()
      .getByRole('checkbox', { name: `选择 ${sold[0]!}` })
      .click()
    await button(bar(), '生成采购单').click()
    await dialog('生成采购单').getByText('没有要采购的商品').waitFor()
    await visit(page(), '/purchase/list')
    await soon(() => rows().count()).toBe(2)
    await soon(() => rows().first().innerText()).toContain('待审核')
    await session().picture('purchases')
  })

  it('show what merging saves, merge two, and split them as they were', async () => {
    const before = await rows()
      .getByRole('button', { name: /^CG\d+$/ })
      .allInnerTexts()
    await page().getByLabel('选中本页全部采购单').click()
    await button(bar(), /^合\s?并$/).click()
    const preview = dialog('合并 2 张采购单')
    await preview.getByText(/运费/).first().waitFor()
    await button(preview, '把 2 张合成 1 张').click()
    await button(dialog('合并结果'), '看合并单').click()
    const drawer = dialog('由 2 张合并而成')
    await drawer.getByText(sold[0]!).first().waitFor()
    await drawer.getByText(sold[1]!).first().waitFor()
    await button(drawer.getByRole('region', { name: '合并' }), /^拆\s?回$/).click()
    await button(dialog('拆回 2 张？'), /^拆\s?回$/).click()
    await session().reported('已拆回')
    await visit(page(), '/purchase/list?state=reviewing')
    await soon(() => rows().count()).toBe(2)
    expect(
      (
        await rows()
          .getByRole('button', { name: /^CG\d+$/ })
          .allInnerTexts()
      ).sort(),
    ).toEqual(before.sort())
  })

  it('place at 1688 once, after showing what it would cost now', async () => {
    await rows().first().getByRole('checkbox').click()
    await button(bar(), '审核通过').click()
    await tab(/^待下单/)
    await button(rows().first(), /^下单 CG/).click()
    const preview = dialog('向1688下单')
    await preview.getByText('价格在允许之内').waitFor()
    await session().picture('purchase-preview')
    await button(preview, '确认下单').click()
    await tab(/^待付款/)
    await soon(() => rows().allInnerTexts()).toEqual([expect.stringMatching(/1688订单\s*\d{10,}/)])
  })

  it('pay at 1688’s own cashier by one link, and show that it is paid', async () => {
    await button(rows().first(), /^付款 CG/).click()
    const pay = dialog('付款：1 张采购单')
    await button(pay, '获取付款链接').click()
    const link = pay.getByRole('link', { name: '打开收银台付款' })
    await link.waitFor()
    const [cashier] = await Promise.all([page().context().waitForEvent('page'), link.click()])
    await cashier.locator('#pay').click()
    await soon(() => cashier.locator('body').innerText()).toMatch(/成功|已付款/)
    await cashier.close()
    await button(pay, '我已付款').click()
    await tab(/^待发货/)
    await soon(() => rows().allInnerTexts()).toEqual([expect.stringContaining('已付款')])
  })

  it('stop when the price rose, show both prices, and continue for the total that a person accepts', async () => {
    await control(app(), 'POST', 'market/offer', { offerId: offer.offerId, change: { priceFactor: 2 } })
    await tab(/^待审核/)
    // Not from the screen: a tab that was open before shows its former rows until it has read them again.
    const waiting = await ask<{ list: { number: string }[] }>(
      'GET',
      '/api/purchase/center/getPurchaseOrdersByCondition',
      { state: 'reviewing' },
    )
    const { number } = waiting.list[0]!
    await soon(() => rows().allInnerTexts()).toEqual([expect.stringMatching(new RegExp(`${number}[^]*待审核`))])
    await rows().first().getByRole('checkbox').click()
    await button(bar(), '审核通过').click()
    await tab(/^待下单/)
    await button(view(), `下单 ${number}`).click()
    const preview = dialog('向1688下单')
    await preview.getByRole('region', { name: /^CG/ }).getByText('价格超过允许').waitFor()
    await button(preview, '确认下单').click()
    await tab(/^待确认价格/)
    await button(view(), `接受价格 ${number}`).click()
    const priceCheck = dialog('确认价格：1 张')
    await priceCheck.getByText('1688现价').waitFor()
    await session().picture('price-check')
    await button(priceCheck, '接受价格并下单').click()
    await tab(/^待付款/)
    await soon(() => rows().filter({ hasText: number }).allInnerTexts()).toEqual([
      expect.stringMatching(/待付款[^]*1688订单/),
    ])
  })

  it('prove that every intent has one outcome, and show the ledger lines of each', async () => {
    await visit(page(), '/purchase/ledger')
    await button(view(), '校验账本').click()
    const proof = page().getByRole('status', { name: '账本校验结果' })
    await proof.getByText('账本完整，没有重复下单').waitFor()
    await soon(() => proof.innerText()).toContain('2 个意图 = 2 已下单 + 0 被拒绝 + 0 确认未下单')
    await session().picture('ledger')
    await button(view(), /^原\s?文$/)
      .first()
      .click()
    await view().getByText('前一条的哈希').waitFor()
    for (const width of [1024, 1440]) {
      await page().setViewportSize({ width, height: 900 })
      await soon(() => view().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      const amount = view().getByText('金额', { exact: true })
      expect(await amount.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true)
      // A narrow list has no room for the short hash; the whole one is below the text of a line at every width.
      await view().getByText('本条的哈希').waitFor()
      expect(await view().getByText('哈希', { exact: true }).isVisible()).toBe(width === 1440)
      await session().picture(`ledger-${width}`)
    }
    expect(session().complaints).toEqual([])
  })

  it('name goods of which the source has too few, and buy the rest, before a purchase is made or after', async () => {
    const { list } = await ask<{ list: { offerId: string }[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: 10,
    })
    const other = await ask<Offer>('GET', '/api/alibaba/product/getOffer', { offerId: list[1]!.offerId })
    const { groups } = await ask<{ groups: { lines: { stock: number }[] }[] }>(
      'POST',
      '/api/purchase/center/planPurchase',
      { items: [{ offerId: other.offerId, skuId: other.skus[0]!.skuId, quantity: 1 }], estimate: false },
    )
    const orders = [await sell(groups[0]!.lines[0]!.stock + 1, other, 0), await sell(60, other, 1)]
    await visit(page(), '/order/list?state=to-buy')
    for (const number of orders)
      await view()
        .getByRole('checkbox', { name: `选择 ${number}` })
        .click()
    await button(bar(), '生成采购单').click()
    const drawer = dialog('生成采购单')
    await button(drawer, '只买有货的').click()
    await drawer.getByText('1 行订单需求这次不买').waitFor()
    await soon(() => drawer.getByText('个规格的货源库存不够').count()).toBe(0)
    await button(drawer, '全部买回').click()
    await drawer.getByText('1 个规格的货源库存不够').waitFor()
    await button(drawer, '生成 1 张采购单').click()
    const made = dialog('采购单已生成')
    const number = await made.getByRole('button', { name: /^CG\d+$/ }).innerText()
    await button(made, '全部审核通过').click()
    await button(made, '去下单').click()
    await button(view(), `下单 ${number}`).click()
    const preview = dialog('向1688下单')
    await preview.getByText('货源库存不足').waitFor()
    await button(preview, '拿掉这 1 种').click()
    await preview.getByText('价格在允许之内').waitFor()
    await preview.getByText('1 种 60 件').waitFor()
    await button(preview, '确认下单').click()
    await tab(/^待付款/)
    await soon(() => rows().filter({ hasText: number }).allInnerTexts()).toEqual([
      expect.stringMatching(/×60[^]*1688订单/),
    ])
    // Its order waits for another source.
    await visit(page(), `/order/list?state=to-buy&keyword=${encodeURIComponent(orders[0]!)}`)
    await view()
      .getByRole('checkbox', { name: `选择 ${orders[0]!}` })
      .waitFor()
    expect(session().complaints).toEqual([])
  })
})
