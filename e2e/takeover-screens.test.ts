import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { picturesShown } from './browser.ts'
import { orderBesideTheApp } from './alibaba-buyer.ts'
import { deliveryWorld } from './delivery-world.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { control } from './control.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { upserts } from './shop.ts'
import { visit } from './visit.ts'

type Details = { lines: { offerId: string; specId: string | null; quantity: number }[] }

/** What a merchant had before the app: products in the shop, and an order that somebody placed at 1688 by hand. */
describe('taking over', () => {
  const { app, session, page, ask } = openSpec(ADMIN, { own: true })
  let world: DeliveryWorld
  const view = (): Locator => page().locator('[data-view]:visible')

  beforeAll(async () => {
    world = await deliveryWorld(app(), page())
  })

  it('reads the products of the shop, and makes one of ours without writing to the shop', async () => {
    const before = await upserts(app(), 'bridge-us')
    for (const title of ['Enamel Camp Mug', 'Desk Succulent'])
      await ask('POST', '/api/alibaba/product/createProduct', { title })
    await visit(page(), '/shop/product/takeover')
    await view().getByRole('button', { name: '读取店铺商品' }).click()
    const rows = view().locator('li[data-takeover]')
    await rows.nth(2).waitFor()
    await view().getByRole('button', { name: '重新读取' }).waitFor()
    await view().getByText('标题相同').first().waitFor()
    await picturesShown(page())
    await session().picture('takeover-products')
    const unlike = rows.filter({ hasText: '没有相像的商品' }).first()
    const title = await unlike.getByRole('link').first().innerText()
    await unlike.getByRole('button', { name: /^新\s?建/ }).click()
    await view()
      .getByRole('tab', { name: /^已新建/ })
      .click()
    await rows
      .filter({ hasText: title })
      .getByRole('button', { name: /^撤\s?销/ })
      .waitFor()
    expect(await upserts(app(), 'bridge-us')).toBe(before)
  })

  it('links an order that was placed by hand to its purchase, so that it is not placed again', async () => {
    const deal = await world.plan(2)
    await ask('POST', '/api/purchase/center/completeReviewOrder', { purchaseIds: [deal.purchaseId] })
    const { lines } = await ask<Details>('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', {
      purchaseId: deal.purchaseId,
    })
    await orderBesideTheApp(app().simulator, `hand-${Date.now()}`, lines)
    await visit(page(), '/purchase/takeover')
    const row = view().locator('li[data-hand-order]').first()
    await row.getByText('可以接管').waitFor()
    await picturesShown(page())
    await session().picture('takeover-orders')
    await row.getByRole('button', { name: /^接\s?管/ }).click()
    await view().getByText('这段时间没有手工下的1688订单。').waitFor()
    await soon(
      async () =>
        (
          await ask<{ alibabaOrderIds: string[] }>('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', {
            purchaseId: deal.purchaseId,
          })
        ).alibabaOrderIds.length,
    ).toBe(1)
    expect(await control(app(), 'GET', '1688/witness')).toMatchObject({ orders: 1 })
  })

  it('proposes two orders that are one purchase together, and one press takes over both', async () => {
    const deal = await world.plan(4)
    await ask('POST', '/api/purchase/center/completeReviewOrder', { purchaseIds: [deal.purchaseId] })
    const details = () =>
      ask<Details & { number: string; alibabaOrderIds: string[] }>(
        'GET',
        '/api/purchase/center/getPurchaseOrderSkuDetails',
        { purchaseId: deal.purchaseId },
      )
    const { lines } = await details()
    for (const part of [1, 2])
      await orderBesideTheApp(
        app().simulator,
        `part-${part}-${Date.now()}`,
        lines.map((line) => ({ ...line, quantity: line.quantity / 2 })),
      )
    await visit(page(), '/purchase/takeover')
    const rows = view().locator('li[data-hand-order]')
    await rows
      .nth(1)
      .getByText(/^和1688订单 \d+ 合起来，货品和件数相同/)
      .waitFor()
    await rows
      .first()
      .getByRole('button', { name: /^接\s?管/ })
      .click()
    await view().getByText('这段时间没有手工下的1688订单。').waitFor()
    await soon(async () => (await details()).alibabaOrderIds.length).toBe(2)
  })

  it('causes no errors in the browser', () => {
    expect(session().complaints).toEqual([])
  })
})
