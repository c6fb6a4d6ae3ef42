import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderBesideTheApp } from './alibaba-buyer.ts'
import { soon } from './browser.ts'
import { visit } from './visit.ts'
import { ADMIN, openSpec } from './spec.ts'
import { control } from './control.ts'

type Detail = {
  id: string
  number: string
  state: string
  freightMinor: number | null
  lines: { offerId: string; specId: string | null; quantity: number }[]
}

/** Polls like `soon`, but also before the first test, where vitest's polling is not available. */
async function once(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Failures on the way to 1688, each with a next step for a person. */
describe('placing at 1688', () => {
  const { app, session, page, ask } = openSpec(ADMIN, { own: true })
  let offers: { offerId: string; skus: { skuId: string; specId: string | null }[] }[] = []
  /** created by hand and reviewed; the last is of another offer than the rest */
  const numbers: string[] = []

  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
  const rows = (): Locator => view().locator('li[data-purchase]')
  const row = (number: string): Locator => rows().filter({ hasText: number })
  const detail = async (purchaseId: string): Promise<Detail> =>
    ask('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', { purchaseId })
  const witness = (number: string) =>
    control<{ orders: number; open: number; orderIds: string[] }>(app(), 'GET', `1688/witness?outOrderId=${number}`)
  const stock = (offerId: string, pieces: number) =>
    control(app(), 'POST', 'market/offer', { offerId, change: { stock: pieces } })

  async function buy(offer: (typeof offers)[number], key: string): Promise<string> {
    const sku = offer.skus[0]
    const items = [{ offerId: offer.offerId, skuId: sku?.skuId ?? null, specId: sku?.specId ?? null, quantity: 30 }]
    const { purchases } = await ask<{ purchases: { id: string; number: string }[] }>(
      'POST',
      '/api/purchase/center/createPurchaseOrder',
      { key, items },
    )
    const { id, number } = purchases[0]!
    await once(async () => (await detail(id)).freightMinor !== null)
    // The console sends this call as a form.
    const token = await page().evaluate(() => localStorage.getItem('token') ?? '')
    await fetch(`${app().url}/api/purchase/center/completeReviewOrder`, {
      method: 'POST',
      headers: { authorization: token },
      body: new URLSearchParams({ purchaseIds: id }),
    })
    await once(async () => (await detail(id)).state === 'to-place')
    return number
  }

  beforeAll(async () => {
    const { list } = await ask<{ list: { offerId: string }[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: '10',
    })
    for (const { offerId } of list.slice(0, 2)) {
      await stock(offerId, 100_000)
      offers = [...offers, await ask('GET', '/api/alibaba/product/getOffer', { offerId })]
    }
    for (let each = 0; each < 5; each++) numbers.push(await buy(offers[0]!, `placing-${each}`))
    numbers.push(await buy(offers[1]!, 'placing-other'))
  })

  it('shows every line of all selected purchases, and sums over all of them', async () => {
    await visit(page(), '/purchase/list?state=to-place')
    await soon(() => rows().count()).toBe(numbers.length)
    await page().getByLabel('选中本页全部采购单').click()
    await button(page().getByRole('toolbar', { name: '批量操作' }), /^下\s?单$/).click()
    const preview = dialog(`向1688下单：${numbers.length} 张`)
    for (const number of numbers) {
      const one = preview.getByRole('region', { name: number })
      await one.getByText('价格在允许之内').waitFor()
      if ((await one.getByRole('table').count()) === 0) await one.getByRole('button', { expanded: false }).click()
      await one.getByRole('table').getByText('合计').waitFor()
    }
    const totals = await preview.getByRole('status', { name: '合计' }).innerText()
    expect(totals).toContain(`${numbers.length} 张 ${numbers.length * 30} 件`)
    expect(totals).toContain('1688现价共')
    await session().picture('placing-all')
    await button(preview, /^取\s?消$/).click()
  })

  it('keeps 确认下单 in its place while prices are loading, disabled until they have arrived', async () => {
    await control(app(), 'POST', 'faults', {
      vendor: '1688',
      call: 'alibaba.createOrder.preview',
      times: 0,
      fault: { kind: 'slow', ms: 600_000 },
    })
    await visit(page(), '/purchase/list?state=to-place')
    await page().getByLabel('选中本页全部采购单').click()
    await button(page().getByRole('toolbar', { name: '批量操作' }), /^下\s?单$/).click()
    const preview = dialog(`向1688下单：${numbers.length} 张`)
    const place = button(preview, '确认下单')
    await place.waitFor()
    const before = await place.boundingBox()
    expect([await place.isDisabled(), await place.getAttribute('title')]).toEqual([
      true,
      `还在查 ${numbers.length} 张的1688现价`,
    ])
    await control(app(), 'DELETE', 'faults')
    await preview.getByText('1688现价共').waitFor()
    await soon(() => place.isEnabled()).toBe(true)
    expect(await place.boundingBox()).toEqual(before)
    await button(preview, /^取\s?消$/).click()
  })

  it('of goods that are gone ends in 下单失败, and is repeated from there, once', async () => {
    const number = numbers.at(-1)!
    await stock(offers[1]!.offerId, 0)
    await button(row(number), `下单 ${number}`).click()
    await button(dialog('向1688下单：1 张'), '确认下单').click()
    await visit(page(), '/purchase/list?state=place-failed')
    await row(number).getByText('1688').first().waitFor()
    expect(await witness(number)).toMatchObject({ orders: 0 })
    await stock(offers[1]!.offerId, 100_000)
    await button(row(number), `重新下单 ${number}`).click()
    const again = dialog('向1688重新下单：1 张')
    await again.getByText('价格在允许之内').waitFor()
    await session().picture('placing-again')
    await button(again, '确认重新下单').click()
    await visit(page(), '/purchase/list?state=to-pay')
    await soon(() => row(number).innerText()).toMatch(/1688订单\s*\d{10,}/)
    expect(await witness(number)).toMatchObject({ orders: 1, open: 1 })
  })

  it('says before placing that goods are sold in stages only, and orders them so once that is accepted', async () => {
    const number = numbers[0]!
    await control(app(), 'POST', 'quirks', { name: '1688.stagedOffers', value: offers[0]!.offerId })
    await visit(page(), '/purchase/list?state=to-place')
    await button(row(number), `下单 ${number}`).click()
    const preview = dialog('向1688下单：1 张')
    const note = preview.getByRole('note', { name: '分阶段付款' })
    await note.getByText(/先付 30%，约 ¥/).waitFor()
    await note.getByText(/第二阶段再付 70%，约 ¥/).waitFor()
    await session().picture('placing-staged')
    await button(preview, '确认下单').click()
    await session().reported('请先同意分阶段付款')
    expect(await witness(number)).toMatchObject({ orders: 0 })
    await preview.getByRole('checkbox', { name: /分阶段付款/ }).check()
    await button(preview, '确认下单').click()
    await visit(page(), '/purchase/list?state=to-pay')
    await soon(() => row(number).innerText()).toMatch(/1688订单\s*\d{10,}/)
    const { orderIds } = await witness(number)
    expect(await control(app(), 'GET', `1688/orders/${orderIds[0]}`)).toMatchObject({ tradeType: '37staged' })
    await control(app(), 'POST', 'quirks', { name: '1688.stagedOffers', value: '' })
  })

  it('finds a duplicate order, reports it, and it is cancelled alone; its number links to its page', async () => {
    const number = numbers.at(-1)!
    const found = await ask<{ list: Detail[] }>('GET', '/api/purchase/center/getPurchaseOrdersByCondition', {
      keyword: number,
    })
    const purchase = await detail(found.list[0]!.id)
    await orderBesideTheApp(app().simulator, number, purchase.lines)
    await control(app(), 'POST', 'clock', { advanceMs: 15_000 })
    await visit(page(), `/purchase/list?purchase=${purchase.id}`)
    const drawer = page().getByRole('dialog').filter({ hasText: number }).last()
    await button(drawer, `${number} 的更多操作`).click()
    await page()
      .getByRole('menuitem', { name: /^刷\s?新$/ })
      .click()
    const duplicate = drawer.getByRole('article').filter({ hasText: '这个1688订单是多余的' })
    await duplicate.waitFor()
    await duplicate.scrollIntoViewIfNeeded()
    await session().picture('surplus-order')
    await button(duplicate, '取消这个订单').click()
    const sure = dialog('这是多余的订单，取消后采购单不受影响。')
    await button(sure, '取消这个订单').click()
    await drawer.getByText('这是多余的订单，已经关闭，不用再处理。').waitFor()
    expect(await witness(number)).toMatchObject({ orders: 2, open: 1 })
    expect(await detail(purchase.id)).toMatchObject({ state: 'to-pay' })
    const link = drawer.getByRole('article').first().getByRole('link').first()
    const orderId = await link.innerText()
    const [tab] = await Promise.all([page().context().waitForEvent('page'), link.click()])
    await tab.waitForLoadState()
    expect(tab.url()).toBe(`${app().simulator}/1688/orders/${orderId}`)
    await tab.close()
    await page().setViewportSize({ width: 1280, height: 720 })
    await session().picture('purchase-orders-narrow')
    expect(session().complaints).toEqual([])
  })
})
