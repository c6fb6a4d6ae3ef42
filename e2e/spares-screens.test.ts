import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { deliveryWorld } from './delivery-world.ts'
import type { Deal, DeliveryWorld } from './delivery-world.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

/** The spare pieces of a purchase: visible to the next buyer, used before anything is bought, and recorded. */
describe('spare pieces on the screens', () => {
  const spec = openSpec(ADMIN, { own: true })
  const { page, session } = spec
  let world: DeliveryWorld
  let deal: Deal
  beforeAll(async () => {
    world = await deliveryWorld(spec.app(), page())
  })

  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const button = (within: Locator, name: string | RegExp): Locator => within.getByRole('button', { name })

  it('cover the next order, are shown in the purchase, returned and written off', async () => {
    await visit(page(), '/purchase/spare')
    await view().getByText('还没有余货').waitFor()
    deal = await world.buy(2, 8)
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

    await button(row, /^报损/).click()
    const adjust = dialog('报损')
    await adjust.getByLabel('件数').fill('2')
    await adjust.getByLabel('说明').fill('压坏了两件')
    await session().picture('purchase-spare-adjust')
    await button(adjust, /^保\s?存$/).click()
    await session().reported('报损 2 件，现在余 6 件')
    await view()
      .getByRole('tab', { name: /在途可用/ })
      .click()
    await soon(() => row.innerText()).toContain('6')
    await view()
      .getByRole('tab', { name: /已用完/ })
      .click()
    await view().getByText('没有符合条件的余货').waitFor()
  })

  it('lie at a place, are counted, and their write-off is undone', async () => {
    const own = session()
    type Line = { lineId: string; quantity: number }
    const [at] = await spec.ask<{ lines: Line[] }[]>('GET', '/api/purchase/delivery/getReceiving', {
      purchaseId: deal.purchaseId,
    })
    await spec.ask('POST', '/api/purchase/delivery/receiveGoods', {
      purchaseId: deal.purchaseId,
      key: crypto.randomUUID(),
      lines: at!.lines.map(({ lineId, quantity }) => ({ lineId, quantity })),
      unsentReason: '货先到了',
    })
    await visit(page(), `/purchase/spare?keyword=${deal.number}`)
    const row = view().getByRole('row').filter({ hasText: deal.number })
    await row.waitFor()
    await button(row, /库位/).click()
    const place = dialog('库位')
    await place.getByLabel('库位').fill('A-03-2')
    await button(place, /^保\s?存$/).click()
    await soon(() => row.innerText()).toContain('A-03-2')

    await button(row, /^盘点/).click()
    const count = dialog('盘点')
    await count.getByLabel('数到的件数').fill('5')
    await count.getByText('盘亏 1 件').waitFor()
    await count.getByLabel('原因').fill('少了一件')
    await own.picture('purchase-spare-count')
    await button(count, /^保\s?存$/).click()
    await own.reported('盘亏 1 件，现在在库 5 件')

    await button(row, /^报损/).click()
    const loss = dialog('报损')
    await loss.getByLabel('件数').fill('3')
    await button(loss, /^保\s?存$/).click()
    await own.reported('报损 3 件，现在余 2 件')
    await button(row, /^记录/).click()
    const history = page().getByRole('dialog').filter({ hasText: '余货记录' }).last()
    const entry = history.getByRole('listitem').filter({ hasText: '报损' }).first()
    await own.picture('purchase-spare-history')
    await button(entry, /撤\s?销/).click()
    const undo = dialog('撤销报损 3 件')
    await undo.getByLabel('撤销的原因').fill('没有坏')
    await button(undo, /^撤\s?销$/).click()
    await own.reported('已撤销，现在余 5 件')
    await own.picture('purchase-spare-stock')
  })
})
