import { describe, expect, it } from 'vitest'
import { login } from './browser.ts'
import { ADMIN, openSpec, openTabs, soon, tabTitles } from './spec.ts'
import { visit } from './visit.ts'

describe('specification, section 2 and 4: tabs, popover, login and logout', () => {
  const spec = openSpec(ADMIN)
  const tab = (name: string) => openTabs(spec.page()).getByRole('link', { name, exact: true })
  const menu = () => spec.page().getByRole('menu')
  const storage = (): Promise<Record<string, string | null>> =>
    spec
      .page()
      .evaluate(() =>
        Object.fromEntries(
          ['token', 'userInfo', 'apiRight', 'accNum', 'loginCodeNum', 'resourceType'].map((key) => [
            key,
            localStorage.getItem(key),
          ]),
        ),
      )
  async function open(...paths: string[]): Promise<void> {
    const page = spec.page()
    await visit(page, '/')
    await tab('首页').waitFor()
    if ((await tabTitles(page)).length > 1) {
      await tab('首页').click({ button: 'right' })
      await menu().getByText('关闭所有').click()
    }
    for (const path of paths) {
      await visit(page, path)
      await page.locator('[data-view]:visible h1').first().waitFor()
    }
  }

  it('"The home tab is labelled home page … and the warning-settings route warning configuration"', async () => {
    await open('/system/warning')
    await soon(() => tabTitles(spec.page())).toEqual(['首页', '预警配置'])
  })

  it('"Tabs close by middle click or the x, unless pinned"', async () => {
    const page = spec.page()
    await open('/system/role', '/system/menu')
    await tab('首页').click({ button: 'middle' })
    expect(await page.getByRole('button', { name: '关闭 首页' }).count()).toBe(0)
    await tab('角色管理').click({ button: 'middle' })
    await page.getByRole('button', { name: '关闭 菜单管理' }).click()
    await soon(() => tabTitles(page)).toEqual(['首页'])
  })

  it('"After closing, the app goes to the last remaining tab, otherwise to /"', async () => {
    const page = spec.page()
    await open('/system/role', '/system/menu', '/system/element')
    await tab('角色管理').click()
    await page.waitForURL(/\/system\/role/)
    await page.getByRole('button', { name: '关闭 角色管理' }).click()
    await page.waitForURL(/\/system\/element/)
    for (const name of ['页面元素', '菜单管理']) await page.getByRole('button', { name: `关闭 ${name}` }).click()
    await page.waitForURL(`${spec.app().url}/`)
  })

  it('"The right-click menu offers: refresh page, close current (not for pinned), close others, close all"', async () => {
    const page = spec.page()
    await open('/system/role', '/system/menu', '/system/element')
    await tab('菜单管理').click({ button: 'right' })
    await soon(() => menu().getByRole('menuitem').allTextContents()).toEqual([
      '刷新页面',
      '关闭当前',
      '关闭其他',
      '关闭所有',
    ])
    await menu().getByText('关闭其他').click()
    await soon(() => tabTitles(page)).toEqual(['首页', '菜单管理'])
    await page.waitForURL(/\/system\/menu/)
    await tab('首页').click({ button: 'right' })
    await soon(() => menu().getByRole('menuitem').allTextContents()).toEqual(['刷新页面', '关闭其他', '关闭所有'])
    await menu().getByText('关闭所有').click()
    await soon(() => tabTitles(page)).toEqual(['首页'])
  })

  it('"refresh page" renders the page again and requests its data again', async () => {
    const page = spec.page()
    await open('/components/system/role')
    const field = page.locator('[data-view="rolePicker"] input').first()
    await field.fill('半句')
    const asked = page.waitForRequest(/queryRoles/)
    await tab('选择角色').click({ button: 'right' })
    await menu().getByText('刷新页面').click()
    await asked
    await soon(() => field.inputValue()).toBe('')
  })

  it('"The context menu x position is clamped to 1000"', async () => {
    const page = spec.page()
    await open(
      '/system/role',
      '/system/menu',
      '/system/element',
      '/system/account',
      '/system/dictionaries',
      '/system/warning',
      '/test/tinymce',
      '/platform/system/log',
      '/shop/product/list',
      '/shop/product/test',
    )
    const last = tab('店铺直连')
    expect((await last.boundingBox())!.x).toBeGreaterThan(1_000)
    await last.click({ button: 'right' })
    expect((await menu().boundingBox())!.x).toBe(1_000)
    await page.keyboard.press('Escape')
    await soon(() => menu().count()).toBe(0)
  })

  it('"It opens from the account button at the top of the sidebar"; "It offers change password and log out, with a confirm prompt"', async () => {
    const page = spec.page()
    await open()
    const sidebar = page.getByRole('complementary', { name: '主菜单' })
    const button = sidebar.getByLabel(/^账号 /)
    const [above, below] = [await button.boundingBox(), await sidebar.getByRole('navigation').boundingBox()]
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
    await button.click()
    const popover = page.getByRole('dialog', { name: '账号' })
    for (const name of ['修改密码', '退出登录']) await soon(() => popover.getByRole('button', { name }).count()).toBe(1)
    await popover.getByRole('button', { name: '退出登录' }).click()
    await popover.getByText('确定退出登录吗？').waitFor()
    await popover.getByRole('button', { name: '取消' }).click()
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })
  })

  it('"It shows login account, account type and last login time, formatted MM/DD HH:mm:ss"', async () => {
    const page = spec.page()
    await page.getByLabel(/^账号 /).click()
    const popover = page.getByRole('dialog', { name: '账号' })
    expect((await popover.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /登录账号 admin 账号类型 管理员 上次登录 (–|\d\d\/\d\d \d\d:\d\d:\d\d)/,
    )
  })

  it('"The password panel and the logout confirm panel are exclusive. The change-password form hides the menu buttons, and cancel returns"', async () => {
    const popover = spec.page().getByRole('dialog', { name: '账号' })
    await popover.getByRole('button', { name: '修改密码' }).click()
    await soon(() => popover.getByRole('button').allTextContents()).toEqual([...Array(3).fill('显示'), '取消', '确定'])
    await popover.getByRole('button', { name: '取消' }).click()
    await popover.getByRole('button', { name: '退出登录' }).click()
    await popover.getByText('确定退出登录吗？').waitFor()
    await soon(() => popover.getByLabel('原密码').count()).toBe(0)
    await popover.getByRole('button', { name: '取消' }).click()
    await popover.getByRole('button', { name: '修改密码' }).waitFor()
  })

  it('"A submit-in-progress flag prevents double submission of password change and logout"', async () => {
    const page = spec.page()
    let sent = 0
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/safe_updatePassword.do', async (route) => {
      sent += 1
      await held
      await route.fulfill({ json: { code: 400, msg: '原密码错误', message: '原密码错误', data: null } })
    })
    const popover = page.getByRole('dialog', { name: '账号' })
    await popover.getByRole('button', { name: '修改密码' }).click()
    for (const [label, text] of [
      ['原密码', 'admin888'],
      ['新密码', 'next888'],
      ['确认新密码', 'next888'],
    ] as const)
      await popover.getByLabel(label, { exact: true }).fill(text)
    await popover.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit()
      form.requestSubmit()
    })
    release()
    await spec.session().reported('原密码错误')
    expect(sent).toBe(1)
    await page.unroute('**/safe_updatePassword.do')
    await popover.getByRole('button', { name: '取消' }).click()
  })

  it('"… prevents double submission of … logout": pressed again while it is on its way, it is sent once', async () => {
    const page = spec.page()
    const texts: string[] = []
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/user/logout', async (route) => {
      texts.push(route.request().url())
      await held
      await route.fulfill({ json: { code: 500, msg: '现在不能退出', message: '', data: null } })
    })
    const popover = page.getByRole('dialog', { name: '账号' })
    await popover.getByRole('button', { name: '退出登录' }).click()
    const sure = popover.getByRole('button', { name: '确定' })
    // Twice in one turn, before anything can be rendered, and again after the button could have been locked.
    await sure.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await soon(() => texts.length).toBe(1)
    await sure.evaluate((button: HTMLElement) => button.click())
    release()
    await spec.session().reported('现在不能退出')
    expect(texts).toHaveLength(1)
    await page.unroute('**/api/user/logout')
    await popover.getByRole('button', { name: '取消' }).click()
  })

  it('"after login, isLogin is true and the user info is stored"; "Logout: … apiRight and userInfo are removed. accNum, loginCodeNum and resourceType return to their defaults. The app redirects to /login"', async () => {
    const page = spec.page()
    const before = await storage()
    expect(JSON.parse(before['userInfo']!)).toMatchObject({ userAccount: 'admin', roleType: 1 })
    expect([before['token'] !== null, before['apiRight']!.split(',').includes('/admin/role/addRole')]).toEqual([
      true,
      true,
    ])
    await page.evaluate(() => localStorage.setItem('accNum', '2'))
    const popover = page.getByRole('dialog', { name: '账号' })
    await popover.getByRole('button', { name: '退出登录' }).click()
    await popover.getByRole('button', { name: '确定' }).click()
    await page.waitForURL(/\/login$/)
    expect(await storage()).toEqual({
      token: null,
      userInfo: null,
      apiRight: null,
      accNum: '0',
      loginCodeNum: '0',
      resourceType: '0',
    })
    await page.goto('/system/role')
    await page.waitForURL(/\/login\?redirect=%2Fsystem%2Frole/)
    await page.getByText('登录已失效，登录后回到刚才的页面').waitFor()
    await login(page, ...ADMIN)
  })

  it('causes no errors in the browser', () => {
    expect(spec.session().complaints).toEqual([])
  })
})
