import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { enter, login, openSession } from './browser.ts'
import type { Session } from './browser.ts'
import { ADMIN, CLERK, openSpec, soon } from './spec.ts'
import { visit } from './visit.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

describe('specification, section 6: roles and permissions', () => {
  const spec = openSpec(ADMIN)
  let other: Session | undefined
  let role: { id: string; version: number }
  let userId: string
  afterAll(() => other?.close())

  /** Gives `role` exactly these rights. */
  async function grant(rights: readonly string[]): Promise<void> {
    const menus = (await spec.call('GET', '/admin/menu/queryMenus')).data as { id: string; url: string }[]
    const menuIds = menus
      .filter(({ url }) => ['/system', '/system/role', '/system/account'].includes(url))
      .map(({ id }) => id)
    const now = (await spec.call('GET', '/admin/role/queryRoleResources', { roleId: role.id })).data as {
      role: { version: number }
    }
    const done = await spec.call('POST', '/admin/role/grantResourcesToRole', {
      roleId: role.id,
      version: now.role.version,
      menuIds,
      rights,
      elementIds: [],
    })
    expect(done).toMatchObject({ code: 200 })
  }

  it('"Menu content is fetched per role id": a person sees the menu of their role and nothing else', async () => {
    role = (await spec.call('POST', '/admin/role/addRole', { name: '看守', note: '' })).data
    await grant(['/admin/role/queryRoles'])
    const added = await spec.call('POST', '/admin/adminUser/add.do', {
      userAccount: 'roleadmin',
      name: '看守员',
      phone: '',
      roleType: 0,
      deptId: null,
      note: '',
      roleIds: [role.id],
    })
    const { user, initialPassword } = added.data as { user: { id: string }; initialPassword: string }
    userId = user.id
    other = await openSession(spec.app().url)
    const { page } = other
    await login(page, 'roleadmin', initialPassword)
    await page.getByText('请先修改初始密码').waitFor()
    for (const [label, text] of [
      ['原密码', initialPassword],
      ['新密码', 'keeps-the-shop'],
      ['确认新密码', 'keeps-the-shop'],
    ] as const)
      await page.locator('main, section').getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: '确定' }).click()
    // The answer has one element, 系统设置: its children are the menu (section 7).
    const links = page.getByRole('complementary', { name: '主菜单' }).getByRole('navigation').getByRole('link')
    await soon(() => links.allTextContents()).toEqual([
      expect.stringContaining('账号管理'),
      expect.stringContaining('角色管理'),
    ])
    // The breadcrumb shows the group that the menu is unfolded from.
    await page.goto('/system/role')
    const crumbs = page.getByRole('navigation', { name: '位置' }).getByRole('listitem')
    await soon(() => crumbs.allTextContents()).toEqual(['系统设置', '角色管理'])
  })

  it('"Menu content is fetched per role id": an administrator, who needs no role, is shown as such', async () => {
    const asked = (page: Page): Promise<string | null> =>
      page
        .waitForRequest((request) => new URL(request.url()).pathname === '/admin/menu/queryMenuByRoleId')
        .then((request) => new URL(request.url()).searchParams.get('roleId'))
    const [ofAdministrator] = await Promise.all([asked(spec.page()), spec.page().reload()])
    expect(ofAdministrator).toContain('administrator')
    const [ofRoleAdmin] = await Promise.all([asked(other!.page), other!.page.reload()])
    expect(ofRoleAdmin).toContain(role.id)
  })

  it('"A permission directive removes an element unless apiRight contains the given permission string"', async () => {
    const { page } = other!
    await page.goto('/system/role')
    await page.getByText('看守').first().waitFor()
    await soon(() => page.getByRole('button', { name: '新增角色' }).count()).toBe(0)
    await grant(['/admin/role/queryRoles', '/admin/role/addRole'])
    await page.reload()
    await page.getByRole('button', { name: '新增角色' }).waitFor()
  })

  it('"… or that string prefixed with a merchant path"', async () => {
    const { page } = other!
    await grant(['/admin/role/queryRoles'])
    await page.reload()
    await page.getByText('看守').first().waitFor()
    await soon(() => page.getByRole('button', { name: '新增角色' }).count()).toBe(0)
    await page.route('**/safe_userMession', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: { apiRight: string } }
      body.data.apiRight += ',/merchant/admin/role/addRole'
      await route.fulfill({ response: answer, json: body })
    })
    await page.reload()
    await page.getByRole('button', { name: '新增角色' }).waitFor()
  })

  it('guards the call by the same right, whatever the page showed: 没有操作权限', async () => {
    const { page } = other!
    await page.getByRole('button', { name: '新增角色' }).click()
    await page.getByRole('dialog').getByLabel('名称').fill('偷来的角色')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await other!.reported('没有操作权限')
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('masks data without its right: a phone number without 查看账号手机号', async () => {
    const { page } = other!
    const user = {
      id: userId,
      userAccount: 'roleadmin',
      name: '看守员',
      phone: '13812341234',
      roleType: 0,
      deptId: null,
      note: '',
    }
    const { list } = (await spec.call('GET', '/admin/adminUser/pagingQuery.do', { keyword: 'clerk' })).data as {
      list: { id: string; version: number; userAccount: string; name: string }[]
    }
    const { id, version, userAccount, name } = list[0]!
    const saved = { ...user, id, version, userAccount, name }
    expect(await spec.call('POST', '/admin/adminUser/update.do', saved)).toMatchObject({ code: 200 })
    await grant(['/admin/adminUser/pagingQuery.do'])
    await page.goto('/system/account?keyword=clerk')
    await page.getByText('138****1234').waitFor()
  })

  it('"suspend": a suspended account is logged out at its next call', async () => {
    const { page } = other!
    await spec.call('POST', '/admin/adminUser/suspend.do', { ids: [userId] })
    await page.reload()
    await page.waitForURL(/\/login/)
    const refused = await fetch(`${spec.app().url}/api/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ userAccount: 'roleadmin', userPassword: md5('keeps-the-shop') }),
    })
    expect(await refused.json()).toMatchObject({ code: 400, msg: '账号已停用，请联系管理员' })
  })

  it('has no entry in an ordinary user’s menu whose page is refused', async () => {
    const { page } = other!
    await enter(page, spec.app().url, ...CLERK)
    const menu = page.getByRole('complementary', { name: '主菜单' }).getByRole('navigation')
    await menu.getByRole('link').first().waitFor()
    const paths = await menu
      .getByRole('link', { includeHidden: true })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    expect(paths).toEqual(expect.arrayContaining(['/shop/product/list', '/order/list', '/purchase/ledger']))
    const refused: string[] = []
    page.on('response', (response) => {
      if (!response.headers()['content-type']?.includes('json')) return
      void response.json().then(
        ({ code }: { code: number }) => code === 4030 && refused.push(`${page.url()}: ${response.url()}`),
        () => undefined,
      )
    })
    for (const path of paths) await visit(page, path)
    expect(refused).toEqual([])
  })
})
