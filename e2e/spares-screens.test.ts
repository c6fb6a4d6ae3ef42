import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { deliveryWorld } from './delivery-world.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

/** The spare pieces of a purchase: visible to the next buyer, used before anything is bought, and recorded. */
describe('spare pieces on the screens', () => {
  const spec = openSpec(ADMIN, { own: true })
  const { page, session } = spec
  let world: DeliveryWorld
  beforeAll(async () => {
    world = await deliveryWorld(spec.app(), page())
  })

  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })

  it('cover the next order, are shown in the purchase, returned and written off', async () => {
    await visit(page(), '/purchase/spare')
    await view().getByText('还没有余货').waitFor()
    const deal = await world.buy(2, 8)
    const next = await world.sell(3)

    await visit(page(), `/order/list?keyword=${encodeURIComponent(next.order)}`)
    await button(view(), `给 ${next.order} 生成采购单`).click()
    const plan = dialog('生成采购单')
    const covers = plan.getByRole('region', { name: '用余货' })
    await covers.getByText('用余货 3 件').waitFor()
    expect(await covers.innerText()).toContain(deal.number)
    await session().picture('purchase-spare-plan')
    await button(plan, '用余货，不再购买').click()
    const made = dialog('没有生成采购单')
    await made.getByText('全部用余货').waitFor()
    expect(await button(made, '全部审核通过').count()).toBe(0)
    await session().picture('purchase-spare-made')
    await page().keyboard.press('Escape')

    await visit(page(), `/purchase/list?purchase=${deal.purchaseId}`)
    const drawer = dialog(deal.number)
    await drawer.getByText('多买 8 件').waitFor()
    expect(await drawer.getByRole('table').first().innerText()).toMatch(/已用 3 件\s+还余 5 件/)
    await session().picture('purchase-spare-detail')
    await drawer.getByRole('link', { name: '多买 8 件' }).click()

    const row = view().getByRole('row').filter({ hasText: deal.number })
    await row.waitFor()
    await soon(() => row.innerText()).toMatch(/在途/)
    await row.getByRole('button', { name: '展开行' }).click()
    const list = view().getByRole('list', { name: '用了余货的订单' })
    await list.getByText(next.order).waitFor()
    await session().picture('purchase-spare-list')
    await button(list, `退回 ${next.order} 用的余货`).click()
    await session().reported('用的余货已退回')
    expect((await world.lines({ ...deal, orderId: next.orderId }))[0]).toMatchObject({ purchased: 0, toBuy: 3 })

    await button(row, /^调整/).click()
    const adjust = dialog('调整余货')
    await adjust.getByLabel('件数').fill('2')
    await adjust.getByLabel('原因').fill('盘点少了两件')
    await session().picture('purchase-spare-adjust')
    await button(adjust, /^保\s?存$/).click()
    await session().reported('盘亏 2 件，现在余 6 件')
    await view()
      .getByRole('tab', { name: /在途可用/ })
      .click()
    await soon(() => row.innerText()).toContain('6')
    await view()
      .getByRole('tab', { name: /已用完/ })
      .click()
    await view().getByText('没有符合条件的余货').waitFor()
  })
})
