import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { soon } from './browser.ts'
import { control } from './control.ts'
import { claimed, columnOf, makeLantern, openProductSession } from './product-world.ts'
import { shopProducts } from './shop.ts'
import { visit } from './visit.ts'

/** Products between this app and the shop: pushed, undone, given up, and created directly in the shop. */
describe('a product and its shop', () => {
  const at = openProductSession()
  const page = (): Page => at.page()
  const { bar, boxes, reported, save, list, pick, choose } = at

  it('pushes the manual product with the pictures of this app, takes it off sale and on again', async () => {
    await makeLantern(page())
    await save()
    await claimed(page())
    await list()
    await pick(/Handmade lantern/)
    await bar().getByRole('button', { name: '店铺' }).click()
    const stores = page().getByRole('dialog')
    await choose(stores.getByRole('combobox').first(), 'Bridge Goods US')
    await stores.getByRole('button', { name: '改店铺' }).click()
    await reported('全部成功（1）')
    await list()
    await page().getByRole('button', { name: '打开 Handmade lantern' }).click()
    await page()
      .getByRole('tab', { name: /规格与变体/ })
      .click()
    const grid = page().getByRole('grid')
    await grid.waitFor()
    for (const [head, text] of [
      ['成本', '18.5'],
      ['重量', '0.5kg'],
      ['库存', '12'],
    ] as const) {
      const cell = await columnOf(grid, head)
      await grid.getByRole('row').nth(1).getByRole('gridcell').nth(cell).click()
      await page().keyboard.type(text)
      await page().keyboard.press('Enter')
    }
    await save()
    await page().getByRole('button', { name: '预演同步' }).click()
    await page()
      .getByRole('button', { name: /^同步 1 处/ })
      .click()
    await page().getByRole('link', { name: '在店铺查看' }).waitFor()
    await at.session().picture('session-own-pictures')
    expect((await shopProducts(at.app(), 'bridge-us')).map(({ title }) => title)).toContain('Handmade lantern')
    for (const word of ['下架', '上架']) {
      await list('?state=' + (word === '下架' ? 'online' : 'offline'))
      await pick(/Handmade lantern/)
      await bar().getByRole('button', { name: word }).click()
      const window = page().getByRole('dialog', { name: `${word}预演` })
      await window
        .getByText(word === '下架' ? '草稿（顾客看不到）' : '在售')
        .first()
        .waitFor()
      await at.session().picture(word === '下架' ? 'session-offline' : 'session-online')
      await window.getByRole('button', { name: `${word} 1 处` }).click()
      await reported('全部成功（1）')
    }
  })

  it('shows the whole product at a past time, undoes an edit from the history, and leads to a dry run for what is online', async () => {
    await list('?state=online')
    await page().getByRole('button', { name: '打开 Handmade lantern' }).click()
    await page().getByLabel('英文标题').fill('Handmade lantern, typo')
    await save()
    await page().getByRole('tab', { name: '历史' }).click()
    const undo = page().getByRole('button', { name: /撤销$/ }).first()
    await undo.waitFor()
    await page().getByRole('button', { name: '看当时的样子' }).nth(1).click()
    const past = page().getByRole('region', { name: '当时的样子' })
    // The version before the edit, while the form above shows the result of the edit.
    await soon(() => past.innerText()).toMatch(/标题\s+Handmade lantern\s/)
    await at.session().picture('session-history')
    await undo.click()
    await reported('已撤销')
    await page().getByRole('dialog').waitFor()
    await page().keyboard.press('Escape')
    await page().getByRole('tab', { name: '基本信息' }).click()
    await soon(() => page().getByLabel('英文标题').inputValue()).toBe('Handmade lantern')
  })

  it('gives up a push that hangs, cancels what waits, and retries it', async () => {
    await list('?state=ready')
    await boxes().nth(0).click()
    await boxes().nth(1).click()
    // The shop gives no answer until all of this is done.
    await at.fault('productSet', 0, { kind: 'slow', ms: 3_600_000 })
    await bar().getByRole('button', { name: /预演/ }).click()
    await page()
      .getByRole('button', { name: /^同步 \d+ 处/ })
      .click()
    await page().getByText('同步结果').first().waitFor()
    await list('?state=syncing')
    await boxes().first().click()
    await bar().getByRole('button', { name: /更多/ }).click()
    await page().getByRole('menuitem', { name: '手动置为失败' }).click()
    await page().getByRole('dialog').getByLabel('原因').fill('等了太久')
    await page().getByRole('dialog').getByRole('button', { name: '置为失败' }).click()
    await reported('全部成功（1）')
    await visit(page(), '/shop/product/tasks')
    await page()
      .getByText(/同步 2 个/)
      .first()
      .click()
    const drawer = page().getByRole('dialog', { name: '同步任务' })
    await drawer.getByRole('button', { name: '取消任务' }).click()
    const sure = page().getByRole('dialog', { name: /取消这个同步任务/ })
    await sure.getByRole('button', { name: '取消任务' }).click()
    await drawer.getByRole('button', { name: '重试失败的' }).click()
    await control(at.app(), 'DELETE', 'faults')
    await at.session().picture('session-task')
    await soon(() => drawer.getByText('在店铺查看').count()).toBeGreaterThan(0)
  })

  it('creates and deletes a product directly in the shop', async () => {
    await visit(page(), '/shop/product/test')
    await page().getByRole('button', { name: '新建商品' }).click()
    const dialog = page().getByRole('dialog')
    await dialog.getByLabel('标题').fill('Straight into the shop')
    await dialog.getByLabel(/价格/).fill('12.5')
    await dialog.getByRole('button', { name: '预演' }).click()
    await dialog.getByRole('button', { name: '新建 1 处' }).click()
    await dialog.getByText('全部成功（1）').waitFor()
    await dialog.getByRole('button', { name: '知道了' }).click()
    await page().getByPlaceholder('按标题搜索店铺里的商品').fill('Straight into')
    const card = page().getByRole('article').filter({ hasText: 'Straight into the shop' })
    await card.waitFor()
    await at.session().picture('session-direct')
    await card.hover()
    await card.getByRole('button', { name: '删除' }).click()
    const look = page().getByRole('dialog', { name: '从店铺删除商品' })
    await look.getByText('Straight into the shop').first().waitFor()
    await at.session().picture('session-direct-delete')
    await look.getByRole('button', { name: '删除 1 处' }).click()
    const result = page().getByRole('dialog', { name: '删除结果' })
    await result.getByText('全部成功（1）').waitFor()
    await result.getByRole('button', { name: '知道了' }).click()
    await soon(() => card.count()).toBe(0)
    expect((await shopProducts(at.app(), 'bridge-us')).map(({ title }) => title)).not.toContain(
      'Straight into the shop',
    )
  })

  it('causes no errors in the browser', () => {
    expect(at.session().complaints).toEqual([])
  })
})
