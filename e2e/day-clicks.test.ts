import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, openSession } from './browser.ts'
import { countPresses } from './count-presses.ts'
import type { Session } from './browser.ts'
import { ADMIN, CLERK, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

type Line = { id: string }
type Offer = { offerId: string; supplierName: string; skus: { skuId: string }[] }
type Order = { id: string; number: string }
type Purchase = { id: string; number: string; state: string; payment: string }

const ORDERS = 100
const GOODS = 9

/** The working day of the person who prepares and the person who may spend (issue of the working day): one click more fails. */
describe('a day of two people', () => {
  const spec = openSpec(ADMIN, { own: true })
  const { page, app, call } = spec
  let clerk: Session

  const ask = async <T>(method: 'GET' | 'POST', path: string, fields: object = {}): Promise<T> => {
    const { code, msg, data } = await call(method, path, fields)
    expect([path, code, msg]).toEqual([path, 200, expect.anything()])
    return data
  }
  async function control<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const response = await fetch(`${app().simulator}/control/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const view = (at: Page): Locator => at.locator('[data-view]:visible')
  const dialog = (at: Page, name: string | RegExp): Locator => at.getByRole('dialog').filter({ hasText: name }).last()
  const orders = (): Promise<{ list: Order[]; total: number }> =>
    ask('GET', '/api/order/center/getOrdersByCondition', { pageSize: 200 })

  /** This many offers, each of a different supplier. */
  async function offersOfSuppliers(count: number): Promise<Offer[]> {
    const found = new Map<string, Offer>()
    const { list } = await ask<{ list: Offer[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: 50,
    })
    for (const { offerId } of list) {
      const offer = await ask<Offer>('GET', '/api/alibaba/product/getOffer', { offerId })
      if (found.size < count) found.set(offer.supplierName, offer)
    }
    expect(found.size).toBe(count)
    return [...found.values()]
  }

  beforeAll(async () => {
    clerk = await openSession(app().url)
    await enter(clerk.page, app().url, ...CLERK)
    const sources = await offersOfSuppliers(GOODS)
    const numbered = Array.from({ length: ORDERS }, (_, n) => n)
    while (numbered.length > 0)
      await Promise.all(
        numbered.splice(0, 10).map((n) =>
          control('POST', 'shopify/bridge-us/orders', {
            lines: [{ title: `Storage Box ${n % GOODS}`, priceMinor: 1999, quantity: 60 }],
            risk: 'low',
          }),
        ),
      )
    await ask('POST', '/api/order/center/pullOrders')
    while ((await orders()).total < ORDERS) await new Promise((resolve) => setTimeout(resolve, 300))
    const { list } = await orders()
    for (const [n, { offerId, skus }] of sources.entries()) {
      await control('POST', 'market/offer', { offerId, change: { stock: 1_000_000 } })
      const lines = (
        await ask<(Line & { title: string })[]>('GET', '/api/order/center/getOrderLines', {
          orderIds: list.map(({ id }) => id).join(','),
        })
      ).filter(({ title }) => title === `Storage Box ${n}`)
      const answer = await fetch(`${app().url}/api/order/center/relateShopifyOrder`, {
        method: 'POST',
        headers: { authorization: await page().evaluate(() => localStorage.getItem('token') ?? '') },
        body: new URLSearchParams({
          lineIds: lines.map(({ id }) => id).join(','),
          offerId,
          ...(skus[0] ? { skuId: skus[0].skuId } : {}),
          saleQuantity: '1',
          sourceQuantity: '1',
          scope: 'this-order',
        }),
      })
      expect(((await answer.json()) as { code: number }).code).toBe(200)
    }
  })
  afterAll(() => clerk?.close())

  it('buys, places and pays 100 mixed orders in at most 14 clicks of both', async () => {
    const at = clerk.page
    await visit(at, '/order/list')
    await view(at).locator('li[data-order]').first().waitFor()
    const prepared = await countPresses(at)
    await view(at).getByRole('checkbox', { name: '选中本页' }).click()
    const bar = at.getByRole('toolbar', { name: '批量操作' })
    await bar.getByRole('button', { name: `选中全部 ${ORDERS} 项` }).click()
    await bar.getByRole('button', { name: '生成采购单' }).click()
    await dialog(at, '生成采购单')
      .getByRole('button', { name: /^生成 \d+ 张采购单$/ })
      .click()
    await dialog(at, '采购单已生成').getByRole('button', { name: '审核通过并申请下单' }).click()
    await dialog(at, '申请下单').getByRole('button', { name: '提交申请' }).click()
    await clerk.reported(/申请下单：全部成功/)
    const clicksBefore = await prepared()

    await visit(page(), '/')
    const spent = await countPresses(page())
    await page()
      .getByRole('button', { name: /^通知，\d+ 条未读$/ })
      .click()
    await page().getByRole('region', { name: '通知' }).getByRole('link', { name: '去处理' }).click()
    const drawer = dialog(page(), '下单申请')
    await drawer.getByRole('button', { name: /^批准并下单/ }).click()
    await drawer.getByRole('button', { name: '付款', exact: true }).click()
    const paying = dialog(page(), /^付款：/)
    await paying.getByText('支付宝免密支付').click()
    await paying.getByRole('button', { name: /^立即付款/ }).click()
    const clicksAfter = await spent()

    const { list } = await ask<{ list: Purchase[] }>('GET', '/api/purchase/center/getPurchaseOrdersByCondition', {
      pageSize: 200,
    })
    for (const { id, number } of list) {
      await soon(
        async () =>
          (await ask<Purchase>('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', { purchaseId: id })).state,
      ).toBe('to-send')
      expect(await control('GET', `1688/witness?outOrderId=${number}`)).toMatchObject({ orders: 1, payments: 1 })
    }
    expect(clicksBefore + clicksAfter).toBeLessThanOrEqual(14)
  })
})
