import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { soon } from './browser.ts'
import { control } from './control.ts'
import { visit } from './visit.ts'
import { reconWorld, TITLE } from './recon-world.ts'
import { shopProducts } from './shop.ts'
import { ADMIN, openSpec } from './spec.ts'

/** The end of a day: differences are found, explained and repaired; the queue is worked through by keyboard. */
describe('the screens of differences', () => {
  const { app, session, page } = openSpec(ADMIN, { own: true })

  /** Hidden tabs stay in the page. */
  const view = (): Locator => page().locator('[data-view]:visible')
  const dialog = (name: string | RegExp): Locator => page().getByRole('dialog').filter({ hasText: name }).last()
  const row = (words: string | RegExp): Locator => view().locator('li[data-difference]').filter({ hasText: words })
  const item = (words: string | RegExp): Locator => view().locator('li[data-item]').filter({ hasText: words })
  const itemKeys = (): Promise<(string | null)[]> =>
    view()
      .locator('li[data-item]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-item')))
  /** The item that has the focus. */
  const focused = (): Promise<string | undefined> =>
    page().evaluate(() => document.activeElement?.closest('li[data-item]')?.getAttribute('data-item') ?? undefined)
  const reported = (words: string | RegExp): Promise<void> => session().reported(words)
  const choose = async (label: string, option: string | RegExp): Promise<void> => {
    await view().getByLabel(label).click()
    await page().locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click()
  }
  let world: ReturnType<typeof reconWorld>
  let alibabaOrderId = ''
  let orders: { id: string; number: string }[] = []

  beforeAll(async () => {
    // No picture is fetched from the internet.
    world = reconWorld(app(), page())
    await control(app(), 'POST', 'quirks', { name: 'shopify.fetch-media', value: false })
    alibabaOrderId = await world.paidElsewhere()
    await world.renamedInShop()
    orders = await world.unsourced(3)
  })

  it('compare everything on request, and report the result', async () => {
    await visit(page(), '/purchase/reconciliation')
    // Not reconciled yet, unless the nightly run happened during the preparation.
    await reported(/还没有对过账|核对了/)
    await view().getByRole('button', { name: '开始对账' }).click()
    await row('没有付款记录').waitFor()
    await row('店铺里改过内容').waitFor()
    await soon(() => view().getByLabel('最近一次对账').innerText()).toContain('核对了')
    await soon(() => row('没有付款记录').innerText()).toContain('有人直接在1688或支付宝付了款')
    await soon(() => row('店铺里改过内容').innerText()).toContain('Renamed in the shop')
    await session().picture('reconciliation')
  })

  it('filter by what is compared, by kind and by words, and show the object of a difference', async () => {
    await view()
      .getByRole('tab', { name: /^商品 ↔ 店铺/ })
      .click()
    await soon(() => view().locator('li[data-difference]').count()).toBe(1)
    await view().getByRole('tab', { name: /^全部/ }).click()
    await choose('差异种类', /^没有付款记录/)
    await row('店铺里改过内容').waitFor({ state: 'detached' })
    expect(page().url()).toContain('kind=paid-outside')
    await view().getByRole('button', { name: /^清空/ }).first().click()
    await view().getByPlaceholder('单号、商品、供应商').fill('台灯')
    await page().keyboard.press('Enter')
    await row('没有付款记录').waitFor({ state: 'detached' })
    await row('店铺里改过内容').getByRole('link', { name: '家用台灯' }).click()
    await page().waitForURL(/\/shop\/product\/edit\?id=/)
    await reported('家用台灯')
    await page().goBack()
    await row('店铺里改过内容').waitFor()
  })

  it('repair what the shop changed only after a confirmation, and the shop shows ours again', async () => {
    await row('店铺里改过内容').getByRole('button', { name: '用这里的内容覆盖' }).click()
    const sure = dialog('用这里的内容覆盖？')
    await sure.getByText('店铺里改过的这几处会被这里的内容覆盖').waitFor()
    await sure.getByRole('button', { name: '取消' }).click()
    expect((await shopProducts(app(), 'bridge-us')).map(({ title }) => title)).toContain('Renamed in the shop')
    await row('店铺里改过内容').getByRole('button', { name: '用这里的内容覆盖' }).click()
    await dialog('用这里的内容覆盖？').getByRole('button', { name: '用这里的内容覆盖' }).click()
    await reported(/做完后自动再核对/)
    await soon(async () => (await shopProducts(app(), 'bridge-us')).some(({ title }) => title === TITLE)).toBe(true)
    await soon(async () => {
      const { list } = await world.ask<{ list: unknown[] }>('GET', '/api/purchase/reconciliation/getDifferences', {
        kind: 'shop-changed',
        state: 'closed',
      })
      return list.length
    }).toBe(1)
    await row('店铺里改过内容').waitFor({ state: 'detached' })
  })

  it('ignore a difference with a reason, which stays beside it, and undo that', async () => {
    await view().getByRole('button', { name: /^清空/ }).first().click()
    await row('没有付款记录').getByRole('button', { name: '忽略' }).click()
    const why = dialog('忽略 1 个差异')
    await why.getByLabel('为什么可以不管').fill('老板用手机付的')
    await why.getByRole('button', { name: /^确\s?定$/ }).click()
    await row('没有付款记录').waitFor({ state: 'detached' })
    await choose('处理状态', '已忽略')
    await row('没有付款记录').getByText('忽略：老板用手机付的').waitFor()
    await row('没有付款记录').getByRole('button', { name: '取消忽略' }).click()
    await row('没有付款记录').waitFor({ state: 'detached' })
    await choose('处理状态', '待处理')
    await row('没有付款记录').waitFor()
  })

  it('export a spreadsheet of what the filters find', async () => {
    const [file] = await Promise.all([
      page().waitForEvent('download'),
      view().getByRole('button', { name: '导出' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^对账差异-\d{14}\.xlsx$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    await reported(/已导出 \d+ 个差异/)
    await soon(() => row('没有付款记录').innerText()).toContain(alibabaOrderId)
  })

  it('move through the triage list by j and k, and open what has the focus', async () => {
    // Of one kind, so that no other item appears in between.
    await visit(page(), '/workbench?kind=unsourced')
    await item('没有货源').nth(2).waitFor()
    const keys = await itemKeys()
    for (const at of [0, 1, 2]) {
      await page().keyboard.press('j')
      await soon(focused).toBe(keys[at])
    }
    await page().keyboard.press('k')
    await soon(focused).toBe(keys[1])
    await session().picture('workbench')
    await page().keyboard.press('Enter')
    await page().waitForURL((url) => url.pathname !== '/workbench')
  })

  it('continue at the same place after a window was open', async () => {
    await visit(page(), '/workbench?kind=unsourced')
    await item('没有货源').nth(2).waitFor()
    const keys = await itemKeys()
    const palette = page().getByRole('combobox', { name: '搜索页面、单号、SKU、商品' })
    await page().keyboard.press('j')
    await page().keyboard.press('j')
    await soon(focused).toBe(keys[1])
    // Once by Escape, which the browser handles itself, and once by the key that opened it.
    for (const close of ['Escape', 'Control+k']) {
      await page().keyboard.press('Control+k')
      await palette.waitFor()
      await page().keyboard.press(close)
      await palette.waitFor({ state: 'detached' })
      await soon(focused).toBe(keys[1])
    }
    await page().keyboard.press('j')
    await soon(focused).toBe(keys[2])
    // A drawer with the focus in it, over a list of rows.
    await visit(page(), '/order/list')
    const number = view().locator('li[data-order]').nth(1).getByRole('button').first()
    await number.click()
    await page()
      .locator('.ant-drawer')
      .getByRole('button', { name: /^(关闭|Close)$/ })
      .first()
      .click()
    await page().locator('.ant-drawer').waitFor({ state: 'detached' })
    await soon(() => number.evaluate((one) => document.activeElement === one)).toBe(true)
  })

  it('take an action by one key and go to the next, and postpone one until tomorrow', async () => {
    const [held, later] = orders
    await visit(page(), `/workbench?kind=unsourced`)
    await item(held!.number).waitFor()
    await item(held!.number).locator('[data-title]').focus()
    const before = await view().locator('li[data-item]').count()
    await page().keyboard.press('h')
    await item(held!.number).waitFor({ state: 'detached' })
    await soon(() => page().evaluate(() => document.activeElement?.closest('li[data-item]') !== null)).toBe(true)
    await soon(() => world.ask('GET', '/api/order/center/getOrder', { orderId: held!.id })).toMatchObject({
      state: 'held',
    })
    await item(later!.number).locator('[data-title]').focus()
    await page().keyboard.press('s')
    await item(later!.number).waitFor({ state: 'detached' })
    await soon(() => view().locator('li[data-item]').count()).toBe(before - 2)
    await view().getByText('只看暂缓的（1）').click()
    await item(later!.number)
      .getByText(/暂缓到/)
      .waitFor()
    await item(later!.number).getByRole('button', { name: '放回' }).click()
    await item(later!.number).waitFor({ state: 'detached' })
    await view().getByText('只看暂缓的（0）').click()
    await item(later!.number).waitFor()
  })

  it('link goods without a source by their own key, typed and confirmed by keyboard', async () => {
    const [, , last] = orders
    const { offerId } = await world.offerWithSkus()
    await visit(page(), '/workbench?kind=unsourced')
    await item(last!.number).locator('[data-title]').focus()
    await page().keyboard.press('l')
    const goods = page().locator('.ant-drawer').filter({ hasText: '批量关联货源' })
    const good = goods.locator('[data-good]')
    await good.waitFor()
    await good.getByRole('checkbox').focus()
    await page().keyboard.press('f')
    const search = dialog('选货源')
    await search.getByLabel('搜索1688货源').fill(offerId)
    await page().keyboard.press('Enter')
    await search.getByRole('radio').first().click()
    await search.getByRole('button', { name: '用这一款' }).click()
    await search.waitFor({ state: 'detached' })
    await good.getByLabel(/货源件数/).fill('2')
    // The typed text is still there after a reload.
    await goods.getByText('填的内容已自动保存').waitFor()
    await page().reload()
    await good.getByText('自己选的').waitFor()
    await soon(() => good.getByLabel(/货源件数/).inputValue()).toBe('2')
    await good.getByRole('checkbox').focus()
    await page().keyboard.press('Control+Enter')
    await goods.getByText('全部成功').waitFor()
    await soon(() => world.ask('GET', '/api/order/center/getOrder', { orderId: last!.id })).toMatchObject({
      lines: [{ source: { offerId, sourceQuantity: 2 } }],
    })
    await goods
      .getByRole('button', { name: /^关\s?闭$/ })
      .last()
      .click()
    await goods.waitFor({ state: 'detached' })
  })

  it('find an order by its number from anywhere by Ctrl K', async () => {
    const [, , last] = orders
    await page().keyboard.press('Control+k')
    await page().getByRole('combobox', { name: '搜索页面、单号、SKU、商品' }).waitFor()
    await page().keyboard.type(last!.number)
    await page().getByRole('option').filter({ hasText: last!.number }).first().waitFor()
    await page().keyboard.press('Enter')
    await page().waitForURL(/\/order\/list/)
    await view().locator('li[data-order]').filter({ hasText: last!.number }).waitFor()
  })

  it('fit a small screen without anything cut off', async () => {
    await page().setViewportSize({ width: 1280, height: 720 })
    for (const address of ['/purchase/reconciliation', '/workbench']) {
      await visit(page(), address)
      await view().locator('li[data-difference], li[data-item]').first().waitFor()
      const over = await page().evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([address, over]).toEqual([address, 0])
    }
    await page().setViewportSize({ width: 1440, height: 900 })
  })

  it('cause no errors in the browser', () => {
    expect(session().complaints).toEqual([])
  })
})
