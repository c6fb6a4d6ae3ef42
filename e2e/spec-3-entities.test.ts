import { describe, expect, it } from 'vitest'
import { login } from './browser.ts'
import { ADMIN, openSpec, openTabs, soon } from './spec.ts'
import { visit } from './visit.ts'

type Item = { name: string; url: string; menuIcon: string; children?: Item[] }

describe('specification, section 3: entities and their fields', () => {
  const spec = openSpec(ADMIN)
  const kept = (key: string): Promise<string | null> => spec.page().evaluate((name) => localStorage.getItem(name), key)

  it('"User info: userAccount, name, roleType (0 = ordinary user, 1 = administrator), lastLoginTime (timestamp). Stored locally"', async () => {
    // The shown time is that of the login before this one.
    await spec.page().evaluate(() => localStorage.clear())
    await login(spec.page(), ...ADMIN)
    expect(JSON.parse((await kept('userInfo'))!)).toMatchObject({
      userAccount: 'admin',
      name: '管理员',
      roleType: 1,
      lastLoginTime: expect.any(Number),
    })
  })

  it('"Local storage keys: token, userInfo, apiRight (comma-separated permission strings), accNum, loginCodeNum, resourceType"', async () => {
    expect(await kept('token')).toMatch(/^[\w-]{20,}$/)
    const rights = async (): Promise<string[]> => ((await kept('apiRight')) ?? '').split(',')
    await soon(rights).toEqual(expect.arrayContaining(['/admin/role/addRole', '/api/alibaba/product/syncToShopify']))
    expect([await kept('accNum'), await kept('loginCodeNum'), await kept('resourceType')]).toEqual(['0', '0', '0'])
  })

  it('"Menu item: name, url (may carry a query string), menuIcon, children (nested)"; "level and type for the menu query (both \'0\')"', async () => {
    const page = spec.page()
    const asked = page.waitForRequest(/queryMenuByRoleId/)
    await page.reload()
    const query = new URL((await asked).url()).searchParams
    expect([query.get('level'), query.get('type')]).toEqual(['0', '0'])
    const menu = (await spec.call('GET', '/admin/menu/queryMenuByRoleId', { level: '0', type: '0' })).data as Item[]
    const system = menu.find((item) => item.name === '系统设置')!
    expect(system).toMatchObject({ url: '/system', menuIcon: 'setting' })
    expect(system.children).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: '账号管理', url: '/system/account', menuIcon: 'account' }),
      ]),
    )
  })

  it('"Visited tab: path, fullPath, query, name, meta (title, affix, noCache)"', async () => {
    const page = spec.page()
    await page.goto('/system/role?keyword=x')
    await openTabs(page).getByRole('link', { name: '角色管理' }).waitFor()
    const tabs = await page.evaluate(() => {
      const key = Object.keys(sessionStorage).find((one) => one.startsWith('huoqiao:tabs:'))!
      return JSON.parse(sessionStorage.getItem(key)!) as object[]
    })
    expect(tabs).toEqual([
      expect.objectContaining({ path: '/', name: 'home', title: '首页', meta: { affix: true } }),
      expect.objectContaining({
        path: '/system/role',
        fullPath: '/system/role?keyword=x',
        query: { keyword: 'x' },
        name: 'roles',
        title: '角色管理',
        meta: {},
      }),
    ])
  })

  it('"productId, variantsIds"; "after, limit (product paging)": the live products of a store, by cursor', async () => {
    const stores = (await spec.call('GET', '/api/shopify/store/getAllShopifyStores')).data as { id: string }[]
    const first = await spec.call('GET', '/shopify/v2/admin/api/get/products', { storeId: stores[0]!.id, limit: '2' })
    const page = first.data as { list: { id: string }[]; endCursor: string }
    expect([first.code, page.list.length]).toEqual([200, 2])
    const next = await spec.call('GET', '/shopify/v2/admin/api/get/products', {
      storeId: stores[0]!.id,
      limit: '2',
      after: page.endCursor,
    })
    const ids = (next.data as typeof page).list.map((one) => one.id)
    expect(ids).not.toContain(page.list[0]!.id)
  })

  it('"page, pageSize (role lists; default 0 and 100)"', async () => {
    const page = spec.page()
    const asked = page.waitForRequest(/queryRoles/)
    await visit(page, '/system/role')
    const query = new URL((await asked).url()).searchParams
    expect([query.get('page'), query.get('pageSize')]).toEqual(['0', '100'])
    const users = (await spec.call('GET', '/admin/adminUser/pagingQuery.do')).data as { list: { id: string }[] }
    const granted = await spec.call('GET', '/admin/adminUser/queryGrantedRoles.do', { userId: users.list[0]!.id })
    expect(granted.data).toMatchObject({ page: 0, pageSize: 100 })
  })
})
