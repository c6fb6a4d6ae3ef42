import { ENDPOINTS } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5 } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { hasRing, withDescendants } from './access.rules.ts'

let app: TestApp
let clerk: string

beforeAll(async () => {
  app = await startAppAlone()
  clerk = await app.login('clerk', 'clerk888')
})
afterAll(() => app?.close())

const clerkRole = async () => (await app.ok('queryRoles', { keyword: '业务员' })).list[0]!
const menuAt = async (url: string) => (await app.ok('queryMenus')).find((row) => row.url === url)!
const right = '/admin/role/queryRoles'

describe('the menu', () => {
  it('has every page that a menu may link to, in groups, in a new installation', async () => {
    const urls = (await app.ok('queryMenus')).map((row) => row.url)
    expect(urls).toEqual(
      expect.arrayContaining([
        '/',
        '/order/list',
        '/purchase/list',
        '/system/warning',
        '/platform/system/log',
        '/shop/product/tasks',
      ]),
    )
    // A page for trying the editor: an administrator opens it by its address, or puts it into the menu.
    expect(urls).not.toContain('/test/tinymce')
    expect((await app.ok('getAllMenuPageUrl')).map((page) => page.url)).toContain('/test/tinymce')
    const pages = (await app.ok('getAllMenuPageUrl')).map((page) => page.url)
    for (const url of urls.filter((one) => one.split('/').length > 2)) expect(pages).toContain(url)
  })

  it('lets a clerk open payments and ledger for reading; placing and paying stay with the administrator', async () => {
    expect(await app.call('getPayments', {}, { token: clerk })).toMatchObject({ code: 200 })
    expect(await app.call('getLedger', {}, { token: clerk })).toMatchObject({ code: 200 })
    const placing = await app.call('createAlibabaOrder', { purchaseIds: [] }, { token: clerk })
    expect(placing).toMatchObject({ code: 4030 })
  })

  it('is shown to a clerk without the administration', async () => {
    const groups = await app.ok('queryMenuByRoleId', {}, { token: clerk })
    expect(groups.map((group) => group.name)).toEqual(['首页', '待办', '生意分析', '商品中心', '订单中心', '采购中心'])
  })

  it('refuses to move an entry below itself, edited or dragged', async () => {
    const group = await menuAt('/shop')
    const child = await menuAt('/shop/product/list')
    const { can: _can, position: _position, ...fields } = group
    expect(await app.call('updateMenu', { ...fields, parentId: child.id })).toMatchObject({
      code: 409,
      data: { refusal: 'would-be-own-ancestor' },
    })
    expect(await app.call('moveMenus', { moves: [{ id: group.id, parentId: group.id, position: 0 }] })).toMatchObject({
      code: 409,
      data: { refusal: 'would-be-own-ancestor' },
    })
    expect((await menuAt('/shop')).parentId).toBeNull()
  })

  it('keeps the order of a drag, after which an edit from before the drag is stale', async () => {
    const [list, box] = [await menuAt('/shop/product/list'), await menuAt('/shop/product/collect')]
    const offers = await menuAt('/shop/product/1688')
    await app.ok('moveMenus', {
      moves: [
        { id: list.id, parentId: list.parentId, position: 0 },
        { id: offers.id, parentId: offers.parentId, position: 1 },
        { id: box.id, parentId: box.parentId, position: 99 },
      ],
    })
    const group = (await app.ok('queryMenuByRoleId')).find((one) => one.name === '商品中心')!
    const urls = group.children!.map((one) => one.url)
    expect([urls[0], urls[1], urls.at(-1)]).toEqual([
      '/shop/product/list',
      '/shop/product/1688',
      '/shop/product/collect',
    ])
    const { can: _can, position: _position, ...fields } = list
    expect(await app.call('updateMenu', { ...fields, name: '我的商品' })).toMatchObject({
      code: 409,
      data: { refusal: 'stale', current: { id: list.id, version: list.version + 1 } },
    })
  })

  it('keeps a query in an address, and is deleted with everything below it', async () => {
    const group = await app.ok('addMenu', { name: '分组', url: '', menuIcon: 'tags' })
    const child = await app.ok('addMenu', {
      name: '涨价商品',
      url: '/shop/product/list?tab=risen',
      parentId: group.id,
    })
    const deeper = await app.ok('addMenu', { name: '更深', url: '/order/list?x=1', parentId: child.id })
    await app.ok('deleteMenu', { id: group.id, version: group.version })
    const left = (await app.ok('queryMenus')).map((row) => row.id)
    for (const gone of [group, child, deeper]) expect(left).not.toContain(gone.id)
  })

  it('does not get back a removed entry when the app starts again', async () => {
    const page = await menuAt('/shop/product/test')
    await app.ok('deleteMenu', { id: page.id, version: page.version })
    await app.composed.open({ work: false })
    expect(await menuAt('/shop/product/test')).toBeUndefined()
  })
})

describe('roles', () => {
  it('show both versions to the second of two administrators who edit one', async () => {
    const made = await app.ok('addRole', { name: '审核员', note: '' })
    await app.ok('updateRole', { id: made.id, version: made.version, name: '审核员', note: '甲写的' })
    expect(
      await app.call('updateRole', { id: made.id, version: made.version, name: '复核员', note: '乙写的' }),
    ).toMatchObject({
      code: 409,
      data: { refusal: 'stale', current: { name: '审核员', note: '甲写的' } },
    })
  })

  it('refuse a name that is taken', async () => {
    await app.ok('addRole', { name: '采购员', note: '' })
    expect(await app.call('addRole', { name: '采购员', note: '' })).toMatchObject({
      code: 409,
      data: { refusal: 'name-taken' },
    })
  })

  it('allow what was granted from the next call on, and no longer what was revoked', async () => {
    expect(await app.call('queryRoles', {}, { token: clerk })).toMatchObject({ code: 4030 })
    const role = await clerkRole()
    const { menuIds, rights, elementIds } = await app.ok('queryRoleResources', { roleId: role.id })
    const granted = await app.ok('grantResourcesToRole', {
      roleId: role.id,
      version: role.version,
      menuIds,
      elementIds,
      rights: [...rights, right],
    })
    expect(await app.call('queryRoles', {}, { token: clerk })).toMatchObject({ code: 200 })
    await app.ok('grantResourcesToRole', { roleId: role.id, version: granted.version, menuIds, rights, elementIds })
    expect(await app.call('queryRoles', {}, { token: clerk })).toMatchObject({ code: 4030 })
  })

  it('can’t be granted by anybody without the rights in them, nor be weakened by somebody who has the role', async () => {
    const role = await clerkRole()
    const held = await app.ok('queryRoleResources', { roleId: role.id })
    const own = ['/admin/role/grantResourcesToRole', '/admin/role/addRole', '/admin/role/queryRoleResources']
    const base = { roleId: role.id, menuIds: held.menuIds, elementIds: held.elementIds }
    await app.ok('grantResourcesToRole', { ...base, version: role.version, rights: [...held.rights, ...own] })
    const other = await app.ok('addRole', { name: '临时', note: '' }, { token: clerk })
    const give = (what: object) =>
      app.call(
        'grantResourcesToRole',
        { roleId: other.id, version: other.version, menuIds: [], rights: [], elementIds: [], ...what },
        { token: clerk },
      )
    expect(await give({ rights: ['/admin/menu/deleteMenu'] })).toMatchObject({ data: { refusal: 'grant-not-held' } })
    const system = await menuAt('/system/role')
    expect(await give({ menuIds: [system.id] })).toMatchObject({ data: { refusal: 'grant-not-held' } })
    const element = held.elements[0]!
    expect(await give({ elementIds: [element.id] })).toMatchObject({ data: { refusal: 'grant-not-held' } })
    const now = await clerkRole()
    const weakened = { ...base, version: now.version, rights: own }
    expect(await app.call('grantResourcesToRole', weakened, { token: clerk })).toMatchObject({
      data: { refusal: 'not-yourself' },
    })
    await app.ok('grantResourcesToRole', { ...base, version: now.version, rights: held.rights })
  })

  it('are not weakened, renamed or deleted by somebody without the rights in them', async () => {
    const acts = ['grantResourcesToRole', 'updateRole', 'deleteRoles', 'updateElement', 'deleteElement'] as const
    const rights = acts.map((name) => ENDPOINTS[name].path)
    const roleAdmin = await app.ok('addRole', { name: '只管角色', note: '' })
    await app.ok('grantResourcesToRole', {
      roleId: roleAdmin.id,
      version: roleAdmin.version,
      menuIds: [],
      elementIds: [],
      rights,
    })
    const made = await app.ok('addAdminUser', { userAccount: 'roleadmin', name: '管角色的', roleIds: [roleAdmin.id] })
    const first = await app.login('roleadmin', made.initialPassword)
    const change = { oldUserPassword: md5(made.initialPassword), userPassword: md5('Admin-of-roles-1') }
    await app.ok('safe_updatePassword', change, { token: first })
    const as = { token: first }

    const element = await app.ok('addElement', { name: '强的按钮', code: '/page/strong' })
    const strong = await app.ok('addRole', { name: '更强的', note: '' })
    const empty = { menuIds: [], rights: [] as string[], elementIds: [] as string[] }
    const given = { ...empty, rights: [right, rights[0]!], elementIds: [element.id] }
    const now = await app.ok('grantResourcesToRole', { roleId: strong.id, version: strong.version, ...given })
    const grant = (what: object) =>
      app.call('grantResourcesToRole', { roleId: strong.id, version: now.version, ...given, ...what }, as)
    const refused = { code: 4030, data: { refusal: 'grant-not-held' } }
    expect(await grant(empty)).toMatchObject(refused)
    expect(await grant({ rights: [rights[0]!] })).toMatchObject(refused)
    expect(await grant({ elementIds: [] })).toMatchObject(refused)
    const renamed = { id: strong.id, version: now.version, name: '弱的', note: '' }
    expect(await app.call('updateRole', renamed, as)).toMatchObject(refused)
    const { rows } = await app.ok('deleteRoles', { ids: [strong.id] }, as)
    expect(rows).toMatchObject([{ ok: false, word: 'grant-not-held' }])
    const { can: _can, updatedAt: _at, ...fields } = element
    expect(await app.call('updateElement', { ...fields, code: '/page/mine' }, as)).toMatchObject(refused)
    expect(await app.call('deleteElement', { id: element.id, version: element.version }, as)).toMatchObject(refused)
    const still = await app.ok('queryRoleResources', { roleId: strong.id })
    expect(still).toMatchObject({ role: { name: '更强的' }, elementIds: [element.id] })
    expect(still.rights.toSorted()).toEqual(given.rights.toSorted())
    // Somebody with these rights may also revoke them.
    expect(await grant({ rights: [right] })).toMatchObject({ code: 200 })
  })

  it('stay while accounts have them or the app needs them, each with its reason', async () => {
    const role = await clerkRole()
    const held = await app.ok('addRole', { name: '有人用', note: '' })
    const free = await app.ok('addRole', { name: '没人用', note: '' })
    const { list } = await app.ok('pagingQuery', { keyword: 'clerk' })
    await app.ok('grantAuthorityToActor', { userId: list[0]!.id, roleIds: [held.id] })
    const outcome = await app.ok('deleteRoles', { ids: [role.id, held.id, free.id] })
    expect(outcome).toMatchObject({ succeeded: 1, failed: 2 })
    const [ofApp, ofAccounts] = outcome.rows
    expect(ofApp).toMatchObject({ ok: false, word: 'in-use', message: expect.stringContaining('内置') })
    expect(ofAccounts).toMatchObject({ ok: false, word: 'in-use', message: expect.stringContaining('账号') })
    const left = (await app.ok('queryRoles')).list.map(({ id }) => id)
    expect(left).toEqual(expect.arrayContaining([role.id, held.id]))
    expect(left).not.toContain(free.id)
  })

  it('have their grants and revocations in the operation log', async () => {
    const role = await app.ok('addRole', { name: '日志角色', note: '' })
    await app.ok('grantResourcesToRole', {
      roleId: role.id,
      version: role.version,
      menuIds: [],
      elementIds: [],
      rights: [right],
    })
    const log = await app.ok('findOperationLog', { kind: 'role', objectId: role.id })
    expect(log.list[0]).toMatchObject({ changes: [{ field: 'rights', before: [], after: [right] }] })
  })
})

describe('page elements', () => {
  it('are permission strings: somebody with an element has it among the rights', async () => {
    const element = await app.ok('addElement', { name: '导出按钮', code: '/page/export' })
    expect((await app.ok('safe_userMession')).apiRight.split(',')).toContain('/page/export')
    const role = await clerkRole()
    const held = await app.ok('queryRoleResources', { roleId: role.id })
    await app.ok('grantResourcesToRole', {
      roleId: role.id,
      version: role.version,
      menuIds: held.menuIds,
      rights: held.rights,
      elementIds: [element.id],
    })
    expect((await app.ok('safe_userMession', {}, { token: clerk })).apiRight.split(',')).toContain('/page/export')
    await app.ok('deleteElement', { id: element.id, version: element.version })
    expect((await app.ok('safe_userMession', {}, { token: clerk })).apiRight.split(',')).not.toContain('/page/export')
  })

  it.each([
    '/admin/role/addRole',
    '/merchant/admin/role/addRole',
    '/merchant/merchant/admin/role/addRole',
    '/merchant/api/order/center/seeCustomer',
    '/merchant/admin/adminUser/seePhone',
  ])('never take the name of a right of a call or of one that the server checks itself: %s', async (code) => {
    expect(await app.call('addElement', { name: '冒充', code })).toMatchObject({ code: 422, data: { fields: {} } })
    const own = await app.ok('addElement', { name: '自己的', code: `/page/own-${code.length}` })
    const { can: _can, updatedAt: _at, ...fields } = own
    expect(await app.call('updateElement', { ...fields, code })).toMatchObject({ code: 422 })
  })

  it('that the server checks are neither deleted nor renamed', async () => {
    const { list } = await app.ok('queryElements', { keyword: 'seePhone' })
    const element = list[0]!
    expect(await app.call('deleteElement', { id: element.id, version: element.version })).toMatchObject({
      code: 409,
      data: { refusal: 'in-use' },
    })
    const { can: _can, updatedAt: _at, ...fields } = element
    expect(await app.call('updateElement', { ...fields, code: '/page/other' })).toMatchObject({ code: 422 })
  })
})

describe('a tree of parents', () => {
  it('detects cycles of every length, and lists everything below an entry', () => {
    const tree = new Map([
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'a'],
    ] as [string, string | null][])
    expect(hasRing(tree)).toBe(false)
    expect(hasRing(new Map([...tree, ['a', 'c']]))).toBe(true)
    expect(hasRing(new Map([...tree, ['d', 'd']]))).toBe(true)
    expect([...withDescendants('b', tree)]).toEqual(['b', 'c'])
  })
})
