import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { soon } from './browser.ts'
import { visit } from './visit.ts'
import {
  ask,
  cards,
  claimed,
  columnOf,
  drag,
  makeLantern,
  openProductSession,
  productWithVariants,
} from './product-world.ts'

/** What a clerk does with products all day: by hand, in bulk, by keys, and with trial prices. */
describe('the product screens', () => {
  const at = openProductSession()
  const page = (): Page => at.page()
  const { view, bar, boxes, reported, save, list, pick, choose } = at

  it('create a product by hand, with pictures of its own that are dragged into another order', async () => {
    await makeLantern(page())
    const tiles = view().locator('li img')
    const order = (): Promise<string[]> => tiles.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src))
    const before = await order()
    await drag(page(), tiles.nth(0), tiles.nth(2))
    await soon(order).toEqual([before[1], before[2], before[0]])
    await page().getByLabel('替代文字').first().fill('Lantern in blue')
    await save()
    await page().reload()
    await soon(order).toEqual([before[1], before[2], before[0]])
    await at.session().picture('session-pictures')
  })

  it('save with Ctrl+S also in the description, and what the server cleaned is saved, not typed again', async () => {
    const { id } = await ask<{ id: string }>(page(), '/api/alibaba/product/createProduct', {
      title: 'Described lamp',
      descriptionHtml: '<p>说明</p>',
    })
    await visit(page(), `/shop/product/edit?id=${id}&tab=description`)
    await view().getByText('源码', { exact: true }).click()
    await view().getByRole('textbox', { name: '描述的源码' }).fill('<p>一盏灯</p><form>都好</form>')
    await view().getByText('编辑', { exact: true }).click()
    const text = page().frameLocator('iframe').last().getByText('一盏灯')
    await text.waitFor()
    await save()
    await text.click()
    await page().keyboard.press('End')
    const unsaved = view().getByText('有未保存的修改')
    expect(await unsaved.count()).toBe(0)
    await page().keyboard.type(', bright')
    await unsaved.waitFor()
    await save()
    const { descriptionHtml } = await ask<{ descriptionHtml: string }>(
      page(),
      `/api/alibaba/product/getProduct?productId=${id}`,
    )
    expect(descriptionHtml).toContain('一盏灯, bright')
  })

  it('fill a column of the variants down with Ctrl+D, and return prices to the rule', async () => {
    await claimed(page())
    const id = await productWithVariants(page())
    await visit(page(), `/shop/product/edit?id=${id}&tab=variants`)
    const grid = page().getByRole('grid')
    await grid.waitFor()
    const stock = await columnOf(grid, '库存')
    const cell = (row: number): Locator =>
      grid
        .getByRole('row')
        .nth(row + 1)
        .getByRole('gridcell')
        .nth(stock)
    await cell(0).click()
    await page().keyboard.type('37')
    await page().keyboard.press('Enter')
    await cell(0).click()
    await page().keyboard.press('Control+d')
    const rows = await grid.getByRole('row').count()
    for (const row of [0, 1, rows - 2]) await soon(() => cell(row).textContent()).toBe('37')
    await at.session().picture('session-fill-down')
    await save()
    await page().reload()
    await grid.waitFor()
    await soon(() => cell(1).textContent()).toBe('37')
    await cell(1).click()
    await soon(() => page().getByRole('note', { name: '当前格的来源' }).innerText()).toMatch(
      /^库存：人工 · 管理员 · 20\d\d/,
    )
  })

  it('keep an invalid price in its cell, marked, and save nothing until it is corrected', async () => {
    await claimed(page())
    const id = await productWithVariants(page())
    await visit(page(), `/shop/product/edit?id=${id}&tab=variants`)
    const grid = page().getByRole('grid')
    await grid.waitFor()
    const price = await columnOf(grid, '价')
    const line = grid.getByRole('row').nth(1)
    const cell = line.getByRole('gridcell').nth(price)
    const name = (await line.getByRole('checkbox').getAttribute('aria-label'))!.replace('选择 ', '')
    type Priced = { variants: { prices: { minor: number }[] }[] }
    const priced = (): Promise<Priced> => ask<Priced>(page(), `/api/alibaba/product/getProduct?productId=${id}`)
    const reported = async (): Promise<void> => {
      await at.reported('没有保存：有格子没有填对')
      await page().getByText(`${name} 的`).and(page().getByText('“18.992”，最多2位小数')).first().waitFor()
    }
    await cell.click()
    await page().keyboard.type('18.992')
    // Saving is tried from inside the cell, and after leaving it.
    await page().keyboard.press('Control+s')
    await reported()
    await grid.getByRole('row').nth(2).getByRole('gridcell').nth(price).click()
    await soon(() => cell.textContent()).toBe('18.992')
    await soon(() => cell.getAttribute('aria-invalid')).toBe('true')
    await view().getByRole('button', { name: '保存', exact: true }).click()
    await reported()
    await at.session().picture('session-refused-cell')
    const saved = await priced()
    expect(saved.variants[0]!.prices[0]!.minor).not.toBe(1899)
    // The typed text is kept, to be corrected.
    await cell.click()
    await page().keyboard.press('F2')
    await soon(() => cell.getByRole('textbox').inputValue()).toBe('18.992')
    await page().keyboard.press('Backspace')
    await page().keyboard.press('Enter')
    await save()
    const after = await priced()
    expect(after.variants[0]!.prices[0]!.minor).toBe(1899)
  })

  it('add tags and a store, and recalculate prices, on many products at once', async () => {
    await list()
    await pick(/Handmade lantern/)
    await bar().getByRole('button', { name: '店铺' }).click()
    const dialog = page().getByRole('dialog')
    await choose(dialog.getByRole('combobox').first(), 'Bridge Goods US')
    await dialog.getByRole('button', { name: '改店铺' }).click()
    await reported('全部成功（1）')
    await list()
    await boxes().nth(0).click()
    await bar()
      .getByRole('button', { name: /选中本页/ })
      .click()
    await bar().getByRole('button', { name: '标签' }).click()
    await page().getByRole('dialog').getByRole('combobox').first().fill('春季，')
    await page().getByRole('dialog').getByRole('button', { name: '改标签' }).click()
    await reported('全部成功')
    await bar().getByRole('button', { name: '改价' }).click()
    await page().getByRole('dialog').getByText('按店铺的定价规则重算').click()
    // The result is shown before it is saved.
    await page()
      .getByRole('dialog')
      .getByText(/^会变 \d+ 个价格/)
      .waitFor()
    await at.session().picture('session-reprice')
    await page().getByRole('dialog').getByRole('button', { name: '改价' }).click()
    await reported('批量改价')
    await at.session().picture('session-bulk')
  })

  it('move through the list by keys: j moves, x selects, e edits', async () => {
    await list()
    await page().keyboard.press('j')
    await page().keyboard.press('j')
    await page().keyboard.press('x')
    await bar()
      .getByText(/已选.*1/)
      .waitFor()
    await page().keyboard.press('k')
    await page().keyboard.press('x')
    await bar()
      .getByText(/已选.*2/)
      .waitFor()
    await page().keyboard.press('e')
    await page().waitForURL(/product\/edit/)
  })

  it('try other numbers for selected products, and apply them as prices that a dry run then shows', async () => {
    await list('?state=ready')
    await boxes().nth(0).click()
    await bar()
      .getByRole('button', { name: /选中本页/ })
      .click()
    await bar().getByRole('button', { name: '定价沙盘' }).click()
    const sandbox = page()
      .getByRole('dialog')
      .filter({ hasText: /定价沙盘：\d+ 个商品/ })
    const result = sandbox.getByRole('region', { name: '试算结果' })
    await result.getByText('改价后最低毛利').waitFor()
    await sandbox.getByLabel('倍率', { exact: true }).fill('0.5')
    await soon(() => figure(result, '低于成本')).not.toBe('0')
    await at.session().picture('sandbox')
    await sandbox.getByLabel('倍率', { exact: true }).fill('4')
    await sandbox.getByLabel('划线价倍率').fill('1.5')
    await soon(() => figure(result, '低于成本')).toBe('0')
    await soon(() => result.getByRole('button', { name: /^改价并预演（[1-9]/ }).count()).toBe(1)
    const before = await rowsOf(result)
    await result.getByRole('button', { name: '存为定价规则' }).click()
    const name = page().getByRole('dialog').filter({ hasText: '存为定价规则' }).last()
    await page().getByLabel('名称', { exact: true }).fill('四倍方案')
    await name.getByRole('button', { name: /^确\s?定$/ }).click()
    await reported('已存为“四倍方案”')
    await result.getByRole('button', { name: /^改价并预演/ }).click()
    await page()
      .getByRole('dialog')
      .filter({ hasText: '个价格改过去？' })
      .getByRole('button', { name: /^改\s?价$/ })
      .click()
    await reported(/已改 \d+ 个商品的价格/)
    await page().getByText('同步预演').first().waitFor()
    const after = await cards(page())
    for (const { id, next } of before) {
      const card = after.find((one) => one.id === id)!
      expect([card.priceMin!.minor, card.priceMax!.minor]).toEqual(next)
    }
    await page().keyboard.press('Escape')
    await visit(page(), `/shop/product/edit?id=${before[0]!.id}&tab=variants`)
    const grid = page().getByRole('grid')
    await grid.waitFor()
    await grid
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .nth(await columnOf(grid, '价格'))
      .click()
    await soon(() => page().getByRole('note', { name: '当前格的来源' }).innerText()).toMatch(
      /规则“四倍方案” · 管理员 · 20\d\d/,
    )
    await at.session().picture('variant-origin')
  })

  it('show on the radar what changed at the source, with its history', async () => {
    const sold = (await cards(page())).find(({ offerId }) => offerId !== null)!
    // Before the price change: 1688 sends a message about it, and then the radar is no longer empty.
    await visit(page(), '/shop/product/radar')
    await page().getByText('还没有发现变动').waitFor()
    const jump = { name: 'price-jump', percent: 30, offerIds: [sold.offerId] }
    await fetch(`${at.app().simulator}/control/scenario`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(jump),
    })
    await ask(page(), '/api/alibaba/product/checkSources', { offerIds: [sold.offerId] })
    await visit(page(), '/shop/product/radar')
    const row = view().locator('tr[data-change="price-up"]').first()
    await row
      .getByText(/^\+(29|30)/)
      .first()
      .waitFor()
    await at.session().picture('source-radar')
    await row.getByRole('button', { name: '历史' }).click()
    const history = page().getByRole('dialog').filter({ hasText: '货源历史' })
    await history.getByRole('figure', { name: '最低价' }).waitFor()
    await history.getByText('涨价').first().waitFor()
    await at.session().picture('source-history')
    await visit(page(), '/')
    await page().getByRole('button', { name: /通知/ }).first().click()
    await reported('货源涨价')
  })

  it('move products to the bin and back', async () => {
    await list('?state=ready')
    const name = (await boxes().first().getAttribute('aria-label')) ?? ''
    await boxes().first().click()
    await bar().getByRole('button', { name: /更多/ }).click()
    await page().getByRole('menuitem', { name: '移到回收站' }).click()
    await page().getByRole('dialog').getByRole('button', { name: '移到回收站' }).click()
    await reported('全部成功（1）')
    await list('?state=recycled')
    await pick(name)
    await at.session().picture('session-bin')
    await bar().getByRole('button', { name: '恢复' }).click()
    await reported('全部成功（1）')
  })

  it('cause no errors in the browser', () => {
    expect(at.session().complaints).toEqual([])
  })
})

/** A result of the sandbox by its label. */
const figure = (result: Locator, label: string): Promise<string> =>
  result.locator('dl > div').filter({ hasText: label }).locator('dd').innerText()

/** Products of the sandbox with the lowest and highest new price, minor units. */
async function rowsOf(result: Locator): Promise<{ id: string; next: number[] }[]> {
  const rows = result.locator('tr[data-product]')
  const found = []
  for (const row of await rows.all()) {
    const text = await row.locator('td').nth(2).locator('div').first().innerText()
    const amounts = [...text.matchAll(/\d[\d,]*\.\d\d/g)].map(([amount]) =>
      Math.round(Number(amount.replaceAll(',', '')) * 100),
    )
    found.push({ id: (await row.getAttribute('data-product'))!, next: [amounts[0]!, amounts.at(-1)!] })
  }
  return found
}
