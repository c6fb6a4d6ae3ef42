import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { enter, openSession, soon } from './browser.ts'
import { visit } from './visit.ts'
import { ADMIN, openSpec } from './spec.ts'
import { control } from './control.ts'
import { buyInShop } from './shopper.ts'

const DAY = 86_400_000

/** From a shopper's click to an order that can be bought: no order is missed, and a link to a source is remembered. */
describe('the order screens', () => {
  const { app, session, page } = openSpec(ADMIN, { own: true })

  /** Hidden tabs stay in the page. */
  const view = (): Locator => page().locator('[data-view]:visible')
  const order = (number: string): Locator =>
    view()
      .locator('li[data-order]')
      .filter({ has: page().getByRole('button', { name: number, exact: true }) })
  const reported = (words: string | RegExp): Promise<void> => session().reported(words)
  const shop = (product: string): Promise<string> => buyInShop(page(), app(), product)

  it('show an order soon after a customer bought it on the storefront', async () => {
    await visit(page(), '/order/list')
    await reported('还没有订单')
    const number = await shop('Enamel Camp Mug')
    await order(number).waitFor()
    const row = order(number)
    for (const words of ['Ada Quince', '待处理', 'ENAMEL-1']) await soon(() => row.innerText()).toContain(words)
  })

  it('link a line to a 1688 SKU with a ratio, and the next order of it is linked automatically', async () => {
    await view()
      .getByRole('button', { name: /^给 .+ 关联货源$/ })
      .first()
      .click()
    const dialog = page().getByRole('dialog', { name: '关联1688货源' })
    await dialog.getByLabel('搜索1688货源').fill('马克杯')
    await page().keyboard.press('Enter')
    await dialog.getByRole('cell').first().waitFor()
    await session().picture('order-source-candidates')
    await dialog.getByRole('cell').getByRole('button').first().click()
    await dialog
      .getByRole('radio', { name: /^选规格/ })
      .first()
      .click()
    await dialog.getByLabel('货源件数').fill('2')
    await dialog.getByText('需采购 2 件').waitFor()
    await dialog.getByRole('button', { name: '关联', exact: true }).click()
    await reported('已关联货源')
    const first = view().locator('li[data-order]').first()
    await first.getByText('1 件 = 货源 2 件').waitFor()
    await first.getByText('待采购').waitFor()
    const number = await shop('Enamel Camp Mug')
    await order(number).getByText('1 件 = 货源 2 件').waitFor()
    await soon(() => order(number).innerText()).toContain('待采购')
    await session().picture('orders')
  })

  it('put an order on hold with its reason, exclude it from buying, and release it', async () => {
    const row = view().locator('li[data-order]').first()
    const number = await row.getByRole('button').first().innerText()
    await row.getByRole('checkbox').click()
    const bar = page().getByRole('toolbar', { name: '批量操作' })
    await bar.getByRole('button', { name: '搁置', exact: true }).click()
    await page().getByRole('dialog').getByLabel('原因').fill('等客户确认颜色')
    await page().getByRole('dialog').getByRole('button', { name: '搁置', exact: true }).click()
    await reported('搁置：1 项')
    await order(number).getByText(/搁置$/).first().waitFor()
    const buy = order(number).getByRole('button', { name: `给 ${number} 生成采购单` })
    await soon(() => buy.isDisabled()).toBe(true)

    await order(number).getByRole('button', { name: number, exact: true }).click()
    const drawer = page().getByRole('dialog').filter({ hasText: number })
    await drawer.getByText('搁置：等客户确认颜色').first().waitFor()
    expect(new URL(page().url()).searchParams.get('order')).toMatch(/^[0-9a-f-]{36}$/)
    await drawer.getByText('12 Harbor Street').waitFor()
    await session().picture('order')
    await drawer.getByRole('button', { name: '取消搁置' }).click()
    await drawer.getByText('待采购').first().waitFor()
    await page().keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await soon(() => buy.isEnabled()).toBe(true)
  })

  it('show what somebody else noted meanwhile instead of overwriting it', async () => {
    await view().locator('li[data-order]').first().getByRole('button').first().click()
    const drawer = page().getByRole('dialog')
    await drawer.getByLabel('订单备注').fill('我的备注')
    const other = await page().context().newPage()
    await other.goto(page().url())
    await other.getByRole('dialog').getByLabel('订单备注').fill('同事的备注')
    const saved = other.waitForResponse(/noteOrder/)
    await other.getByRole('button', { name: '保存备注' }).click()
    expect(await (await saved).json()).toMatchObject({ code: 200 })
    await other.close()
    await drawer.getByRole('button', { name: '保存备注' }).click()
    await drawer.getByText('现在的备注是：同事的备注').waitFor()
    await drawer.getByRole('button', { name: '仍用我的' }).click()
    await reported('备注已保存')
    await page().keyboard.press('Escape')
  })

  it('find an order that no message and no pull brought, and mark it as recovered', async () => {
    await control(app(), 'POST', 'quirks', { name: 'shopify.webhook-loss-chance', value: 1 })
    const { order: lost } = await control<{ order: { name: string } }>(app(), 'POST', 'shopify/bridge-us/orders', {
      lines: [{ title: 'Old Lantern', priceMinor: 2500, quantity: 1 }],
      at: new Date(Date.now() - 20 * DAY).toISOString(),
    })
    await control(app(), 'POST', 'quirks', { name: 'shopify.webhook-loss-chance', value: 0 })
    await visit(page(), `/order/list?keyword=${encodeURIComponent(lost.name)}`)
    await reported('没有符合条件的订单')
    await view().getByRole('button', { name: '补单' }).first().click()
    const dialog = page().getByRole('dialog', { name: '补单' })
    await dialog.getByText('按订单号').click()
    await dialog.getByRole('textbox', { name: '订单号' }).fill(`${lost.name}\n#999999`)
    await dialog.getByRole('button', { name: '开始补单' }).click()
    await dialog.getByRole('link', { name: lost.name }).waitFor()
    const outcome = dialog.getByRole('row', { name: /Bridge Goods US/ })
    expect((await outcome.innerText()).split(/\s*\t\s*/).slice(1, 4)).toEqual(['1', '0', '1'])
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await order(lost.name).getByText(/补单$/).first().waitFor()
  })

  it('export the list to a spreadsheet that can be downloaded later', async () => {
    await visit(page(), '/order/list')
    await view().locator('li[data-order]').first().waitFor()
    await view().getByRole('button', { name: '导出', exact: true }).first().click()
    const dialog = page().getByRole('dialog', { name: '导出订单SKU信息' })
    await dialog.getByRole('button', { name: '开始导出' }).click()
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await page()
      .getByRole('button', { name: /导出完成/ })
      .click()
    const drawer = page().getByRole('dialog')
    await drawer.getByText(/^3 行/).waitFor()
    const [file] = await Promise.all([
      page().waitForEvent('download'),
      drawer.getByRole('button', { name: '下载' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    await page().keyboard.press('Escape')
  })

  it('handle a message of the inbox again without creating the order a second time', async () => {
    await visit(page(), '/system/inbox?topic=orders%2Fcreate')
    await view()
      .getByRole('row', { name: /新订单/ })
      .first()
      .getByRole('button')
      .click()
    const drawer = page().getByRole('dialog')
    const handled = drawer.getByText(/（第 \d 次）/)
    const before = await handled.innerText()
    await session().picture('inbox')
    await drawer.getByRole('button', { name: '重放' }).click()
    await reported('已放回队列')
    // Handled again, some time after the first.
    const isAgain = async (): Promise<boolean> => {
      const now = await handled.innerText()
      return now.startsWith('20') && now !== before
    }
    await soon(isAgain).toBe(true)
    await visit(page(), '/order/list')
    await view().locator('li[data-order]').first().waitFor()
    await soon(() => view().locator('li[data-order]').count()).toBe(3)
  })

  it('select orders beyond the page, and plan the purchase of all of them at once', async () => {
    // Together with the existing ones, more than the smallest page of a list.
    const shown = 24
    type Variants = { variants: { variantId: string; sku: string }[] }
    const { variants } = await control<Variants>(app(), 'GET', 'shopify/bridge-us/variants')
    const { variantId } = variants.find(({ sku }) => sku === 'ENAMEL-1')!
    for (let sold = 0; sold < shown; sold++)
      await control(app(), 'POST', 'shopify/bridge-us/orders', {
        lines: [{ variantId, quantity: 1 }],
        risk: 'low',
        force: true,
      })
    await visit(page(), `/order/list?pageSize=${shown}&state=to-buy`)
    await soon(() => view().locator('li[data-order]').count()).toBe(shown)
    const total = async (): Promise<number> => Number(/共 (\d+) 条/.exec(await view().innerText())?.[1])
    await soon(async () => (await total()) > shown).toBe(true)
    const found = await total()
    await view().getByRole('checkbox', { name: '选中本页全部订单' }).click()
    const bar = view().getByRole('toolbar', { name: '批量操作' })
    await bar.getByText(`已选 ${shown} 项`).waitFor()
    await bar.getByRole('button', { name: `选中全部 ${found} 项` }).click()
    await bar.getByText(`已选 ${found} 项`).waitFor()
    await bar.getByRole('button', { name: '生成采购单', exact: true }).click()
    const drawer = page().getByRole('dialog').filter({ hasText: '生成采购单' })
    await drawer.getByText(`订单需求：${found} 行商品，买 ${found} 件`).waitFor()
    await page().keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await bar.getByRole('button', { name: '取消选择' }).click()
  })

  it('hide the customer from a clerk, with the reason', async () => {
    const clerk = await openSession(app().url)
    try {
      await enter(clerk.page, app().url, 'clerk', 'clerk888')
      await visit(clerk.page, '/order/list')
      const row = clerk.page.locator('li[data-order]').filter({ hasText: 'ENAMEL-1' }).first()
      await row.waitFor()
      expect(await row.innerText()).not.toContain('Ada Quince')
      await row.getByRole('button').first().click()
      const drawer = clerk.page.getByRole('dialog')
      await drawer.getByText('客户信息已打码').waitFor()
      expect(await drawer.innerText()).not.toContain('Harbor Street')
    } finally {
      await clerk.close()
    }
  })

  it('can be left while a date picker is open, without errors', async () => {
    await visit(page(), '/order/list')
    await view().locator('.ant-picker-range input').first().click()
    await page().locator('.ant-picker-dropdown:visible').waitFor()
    // Not by the mouse, so that the page itself is not clicked first.
    await page().evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/workbench"]')!.click())
    await view().getByRole('heading', { name: '待办' }).first().waitFor()
    expect(session().complaints).toEqual([])
  })

  it('cause no errors in the browser', () => {
    expect(session().complaints).toEqual([])
  })

  it('open menus in the right place for a person with reduced motion', async () => {
    await page().emulateMedia({ reducedMotion: 'reduce' })
    await visit(page(), '/purchase/list')
    await view()
      .getByRole('button', { name: /相关页面/ })
      .click()
    const menu = page().locator('.ant-dropdown:visible')
    const place = async (): Promise<boolean> => {
      const box = await menu.boundingBox()
      return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= 1440 && box.y + box.height <= 900
    }
    await soon(place).toBe(true)
  })
})
