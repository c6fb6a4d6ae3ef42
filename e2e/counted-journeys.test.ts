import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { countPresses } from './count-presses.ts'
import { deliveryWorld } from './delivery-world.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { shopProducts } from './shop.ts'
import { ADMIN, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

/** a page of results, at least twenty */
const PRODUCTS = 24
const PARCELS = 9
const SENT = 74

/**
 * The parts of a working day that are counted (issue of the working day), in a browser without remembered settings: one press more fails. A
 * click, an Enter and a paste are a press each; the letters of search words are none, and a scanner's Enter is one.
 */
describe('a working day, counted', () => {
  const { app, session, page } = openSpec(ADMIN, { own: true })
  let world: DeliveryWorld
  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()

  beforeAll(async () => {
    world = await deliveryWorld(app(), page())
  })

  it('from words of a search to twenty products and more that are live in a shop: at most 7', async () => {
    const live = async (): Promise<number> =>
      (await shopProducts(app(), 'bridge-us')).filter(({ status }) => status === 'ACTIVE').length
    const before = await live()
    await visit(page(), '/shop/product/1688')
    await view().getByLabel('搜索1688货源').fill('收纳')
    const presses = await countPresses(page())
    await view().getByLabel('搜索1688货源').press('Enter')
    await view()
      .getByRole('button', { name: `选中本页 ${PRODUCTS} 个` })
      .click()
    await page().getByRole('toolbar', { name: '已选货源' }).getByRole('button', { name: '认领到店铺' }).click()
    const claim = dialog(/认领(到店铺|结果)（/)
    await claim.getByRole('checkbox', { name: 'Bridge Goods US' }).click()
    await claim.getByRole('button', { name: `认领 ${PRODUCTS} 个货源到 1 个店铺` }).click()
    await claim.getByRole('button', { name: `全部去预演同步（${PRODUCTS}）` }).click()
    await page()
      .getByRole('button', { name: `同步 ${PRODUCTS} 处` })
      .click()
    expect(await presses()).toBeLessThanOrEqual(7)
    // The task is watched, not the shop: reading the shop uses the points that the pushes wait for.
    await page().getByText(`${PRODUCTS} / ${PRODUCTS}`, { exact: true }).waitFor({ timeout: 600_000 })
    expect(await live()).toBe(before + PRODUCTS)
  })

  it('nine parcels, each scanned and received: at most 3 for each', async () => {
    const deals = []
    for (let n = 0; n < PARCELS; n++) {
      const deal = await world.buy(2)
      await world.send(deal)
      deals.push(deal)
    }
    await visit(page(), '/purchase/receive')
    const field = view().getByRole('textbox', { name: /^扫描/ })
    await field.waitFor()
    const presses = await countPresses(page())
    for (const { number } of deals) {
      await page().keyboard.insertText(number)
      await page().keyboard.press('Enter')
      const card = view().getByRole('article', { name: `采购单 ${number}` })
      await card.getByLabel(/^实收/).first().waitFor()
      await page().keyboard.press('Enter')
      await card.getByText('+2').first().waitFor()
    }
    expect(await presses()).toBeLessThanOrEqual(3 * PARCELS)
    for (const deal of deals) expect(await world.lines(deal)).toMatchObject([{ received: 2 }])
  })

  it('74 tracking numbers, from the forwarder’s sheet to the shop: at most 4', async () => {
    const deal = await world.buyFor(SENT)
    await world.send(deal)
    await visit(page(), `/purchase/receive?code=${deal.number}`)
    await view()
      .getByRole('button', { name: /^收\s?货 \d/ })
      .click()
    await view().getByText(`+${SENT}`).first().waitFor()
    const sheet = deal.orders.map((order, n) => `${order}\tUPS\tUPS1Z88${String(n).padStart(4, '0')}`).join('\n')
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page().evaluate((text) => navigator.clipboard.writeText(text), sheet)
    await visit(page(), '/order/ship')
    await view().getByRole('button', { name: '粘贴发货单' }).waitFor()
    const presses = await countPresses(page())
    await view().getByRole('button', { name: '粘贴发货单' }).click()
    const paste = dialog('粘贴发货单')
    await paste.locator('textarea:focus').waitFor()
    await page().keyboard.press('ControlOrMeta+V')
    await paste.getByRole('button', { name: /^预\s?览$/ }).click()
    await paste.getByRole('button', { name: `发货 ${SENT} 行` }).click()
    // Slow: each row is one transaction, and the first rows are already being sent to the shop meanwhile.
    await dialog('发货结果').getByText(`全部成功（${SENT}）`).waitFor({ timeout: 600_000 })
    expect(await presses()).toBeLessThanOrEqual(4)
    for (const [n, order] of deal.orders.entries())
      await soon(() => world.sent({ order })).toMatchObject([
        { status: 'SUCCESS', units: 1, tracking: [{ number: `UPS1Z88${String(n).padStart(4, '0')}` }] },
      ])
  })

  it('causes no errors in the browser', () => {
    expect(session().complaints).toEqual([])
  })
})
