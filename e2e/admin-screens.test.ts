import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { login, openSession } from './browser.ts'
import type { Session } from './browser.ts'
import { ADMIN, CLERK, openSpec, soon, tabTitles, turnToTab } from './spec.ts'
import { visit } from './visit.ts'

/** Beyond, item 14: a person's settings and half-done work are restored after F5, and on another machine. */
describe('a restored session', () => {
  const spec = openSpec(ADMIN)
  let home: Session | undefined

  afterAll(() => home?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await home?.failure(`${task.name} at home`)
  })

  const heads = (page: Page): Promise<string[]> =>
    page.locator('[data-view="accounts"] thead th:visible').allTextContents()
  const place = (page: Page): Promise<number> =>
    page.locator('[data-view]:visible').evaluate((view) => Math.round(view.scrollTop))

  it('keeps tabs, filters, columns, widths, density, the scroll position and a draft over F5', async () => {
    const office = spec.session()
    const { page } = office
    await visit(page, '/system/account')
    await page.getByLabel('账号、姓名或手机号').fill('clerk')
    await page.waitForURL(/keyword=clerk/)
    await page.getByRole('button', { name: '列设置' }).click()
    await page.getByRole('checkbox', { name: '部门' }).click()
    await page.getByRole('dialog', { name: '列设置' }).getByText('宽松').click()
    await office.picture('columns')
    await page.keyboard.press('Escape')
    const edge = page.getByRole('separator', { name: '账号的列宽' })
    const width = (): Promise<number> =>
      edge.evaluate((element) => Math.round(element.parentElement!.getBoundingClientRect().width))
    const before = await width()
    await edge.focus()
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
    await soon(width).toBeGreaterThan(before + 40)

    await page.getByRole('complementary', { name: '主菜单' }).getByRole('link', { name: '角色管理' }).click()
    await page.getByRole('button', { name: '新增角色' }).click()
    await page.getByRole('dialog').getByLabel('名称').fill('夜班采购')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit(page, '/shop/product/1688?keyword=%E7%81%AF')
    await page
      .getByRole('checkbox', { name: /^选择 / })
      .nth(20)
      .waitFor()
    await page.locator('[data-view]:visible').evaluate((view) => view.scrollTo({ top: 420 }))
    await soon(() => tabTitles(page)).toEqual(expect.arrayContaining(['首页', '账号管理', '角色管理']))
    const open = await tabTitles(page)
    // Typed text and scroll positions are stored a moment later.
    const written = (words: string): Promise<boolean> =>
      page.evaluate((part) => Object.values(localStorage).some((text) => String(text).includes(part)), words)
    await soon(() => written('夜班采购')).toBe(true)
    await soon(() => written(':420')).toBe(true)

    await page.reload()
    await soon(() => tabTitles(page)).toEqual(open)
    await soon(() => place(page)).toBe(420)
    await turnToTab(page, '账号管理')
    await page.waitForURL(/keyword=clerk/)
    await soon(() => heads(page)).toEqual(expect.arrayContaining(['账号', '角色']))
    expect(await heads(page)).not.toContain('部门')
    await soon(width).toBeGreaterThan(before + 40)
    expect(await page.locator('[data-view="accounts"] .ant-table-small').count()).toBe(0)
    await turnToTab(page, '角色管理')
    await page.getByRole('button', { name: '新增角色' }).click()
    await page.getByText(/已恢复 .* 没有保存的内容/).waitFor()
    await soon(() => page.getByRole('dialog').getByLabel('名称').inputValue()).toBe('夜班采购')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('keeps them on another machine, for that person only', async () => {
    const office = spec.session()
    const open = await tabTitles(office.page)
    await office.page.getByLabel(/^账号 /).click()
    await office.page.getByRole('button', { name: '退出登录' }).click()
    await office.page.getByRole('button', { name: '确定' }).click()
    await office.page.waitForURL(/\/login/)

    home = await openSession(spec.app().url, { eager: true })
    const { page } = home
    await login(page, ...ADMIN)
    await soon(() => tabTitles(page)).toEqual(open)
    await turnToTab(page, '账号管理')
    await page.waitForURL(/keyword=clerk/)
    await page.getByText('业务员小林').first().waitFor()
    await soon(() => heads(page)).toEqual(expect.arrayContaining(['账号', '角色']))
    expect(await heads(page)).not.toContain('部门')
    await turnToTab(page, '角色管理')
    await page.getByRole('button', { name: '新增角色' }).click()
    await soon(() => page.getByRole('dialog').getByLabel('名称').inputValue()).toBe('夜班采购')
    await page.getByRole('button', { name: '放弃这些修改' }).click()
    await page.keyboard.press('Escape')

    await login(office.page, ...CLERK)
    await soon(() => tabTitles(office.page)).toEqual(['首页'])
  })

  it('shows an open page as it was left, from the menu as well', async () => {
    const { page } = home!
    await turnToTab(page, '首页')
    await page.getByRole('button', { name: '系统设置' }).click()
    await page.getByRole('complementary', { name: '主菜单' }).getByRole('link', { name: '账号管理' }).click()
    await page.waitForURL(/\/system\/account\?keyword=clerk/)
    // A second click on the entry of the current page opens it from the beginning.
    await page.getByRole('complementary', { name: '主菜单' }).getByRole('link', { name: '账号管理' }).click()
    await page.waitForURL(/\/system\/account$/)
  })

  it('opens any page by Ctrl K, pinyin initials and Enter, and finds an account, without the mouse', async () => {
    const { page } = home!
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: '搜索页面、单号、SKU、商品' })
    await field.waitFor()
    await home!.picture('palette')
    await page.keyboard.type('sjzd')
    await page.getByRole('option', { name: '数据字典' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/system\/dictionaries/)
    await field.waitFor({ state: 'detached' })

    // Also from inside a field, with the keyboard only.
    await page.getByLabel('编码或名称').focus()
    await page.keyboard.press('Meta+k')
    await page.keyboard.type('业务员小林')
    await page.getByRole('option', { name: /业务员小林/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/system\/account\?keyword=clerk/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('没有这样的东西')
    await page.getByText('没有找到').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  })

  it('offers in the palette only what the person may see', async () => {
    const office = spec.session()
    const { page } = office
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索页面、单号、SKU、商品' }).waitFor()
    await page.keyboard.type('业务员')
    await page.getByText('没有找到').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('splb')
    await page.getByRole('option', { name: '商品列表' }).waitFor()
    await soon(() => page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Escape')
  })

  it('causes no errors in the browser', () => {
    expect([...spec.session().complaints, ...(home?.complaints ?? [])]).toEqual([])
  })
})
