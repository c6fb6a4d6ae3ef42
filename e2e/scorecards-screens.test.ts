import { describe, expect, it } from 'vitest'
import { control } from './control.ts'
import { openPurchases, PURCHASES } from './purchase-world.ts'
import type { Made } from './purchase-world.ts'
import { soon } from './spec.ts'
import { visit } from './visit.ts'

const DAY_MS = 86_400_000

/** A supplier that three times sent six days after the payment, and less than was bought, is marked wherever a person is about to buy there. */
describe('a supplier that does badly', () => {
  const { page, app, session, offers, ask, now, view, dialog, button, make, open } = openPurchases()
  const center = (call: string, fields: object) => ask('POST', `${PURCHASES}/${call}`, fields)
  type Placed = Made & { alibabaOrderIds: string[]; lines: { id: string }[] }

  async function buyBadly(): Promise<void> {
    const made = await make(0)
    await soon(async () => (await now(made)).freightMinor).not.toBeNull()
    await center('completeReviewOrder', { purchaseIds: [made.id] })
    await ask('POST', `${PURCHASES}/createAlibabaOrder`, { purchaseIds: [made.id] })
    await soon(async () => (await now(made)).state).toBe('to-pay')
    const placed = (await now(made)) as Placed
    const orderId = placed.alibabaOrderIds[0]!
    await control(app(), 'POST', `1688/orders/${orderId}/pay`, {})
    await control(app(), 'POST', 'clock', { advanceMs: 6 * DAY_MS })
    await control(app(), 'POST', `1688/orders/${orderId}/ship`, { how: 'whole' })
    await ask('POST', `${PURCHASES}/refreshAlibabaOrders`, { purchaseIds: [made.id] })
    await soon(async () => (await now(made)).state).toBe('to-receive')
    const lines = [{ lineId: placed.lines[0]!.id, quantity: 50, defects: 4, defectReason: '破损' }]
    await ask('POST', '/api/purchase/delivery/receiveGoods', {
      purchaseId: made.id,
      key: crypto.randomUUID(),
      lines,
      unsentReason: '货先到了',
    })
    await ask('POST', '/api/purchase/delivery/terminateRest', { purchaseIds: [made.id], reason: '卖家说没有了' })
  }

  it('has sent late and short three times', async () => {
    await control(app(), 'POST', 'quirks', { name: '1688.autoShip', value: false })
    for (let times = 0; times < 3; times++) await buyBadly()
  })

  it('is marked in the list of suppliers, and its drawer has the figures with their cases', async () => {
    await visit(page(), '/purchase/supplier')
    const name = offers[0]!.supplierName
    const row = view().getByRole('row').filter({ hasText: name })
    await row.getByText('表现差').waitFor()
    await row.getByText('6 天').waitFor()
    await row.getByText('10 %').waitFor()
    await session().picture('suppliers')
    await button(row, name).first().click()
    const drawer = dialog(name)
    await drawer.getByRole('row', { name: /^缺货/ }).getByText('3 张采购单').first().waitFor()
    await session().picture('supplier-scorecard')
    await drawer.getByRole('link', { name: '看采购单' }).first().click()
    await soon(() => view().locator('li[data-purchase]').count()).toBe(3)
  })

  it('is marked in the search results and shown before a purchase is placed', async () => {
    await visit(page(), '/shop/product/1688?keyword=收纳')
    await view()
      .getByRole('button', { name: `${offers[0]!.supplierName}：表现差，看评分` })
      .first()
      .waitFor()
    const made = await make(0)
    await soon(async () => (await now(made)).freightMinor).not.toBeNull()
    await center('completeReviewOrder', { purchaseIds: [made.id] })
    await open(`number=${made.number}`)
    await button(view(), `下单 ${made.number}`).click()
    const place = dialog('向1688下单')
    await place.getByText(/近90天一半订单 6 天内发货/).waitFor()
    await session().picture('place-at-a-bad-supplier')
    await button(place, /取\s?消/)
      .first()
      .click()
    expect(session().complaints).toEqual([])
  })
})
