import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5 } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { workbookOf, zipOf } from '../../../test/workbook.ts'

let app: TestApp
let serial = 0
beforeAll(async () => {
  app = await startAppAlone()
})
afterAll(() => app?.close())

const refused = (refusal: string) => ({ data: { refusal } })
const accountOf = async (userAccount: string) =>
  (await app.ok('pagingQuery', { keyword: userAccount })).list.find((row) => row.userAccount === userAccount)!

/** A new account, logged in, whose first password was changed already. */
async function somebody(fields: { roleType?: 0 | 1; roleIds?: string[]; phone?: string } = {}) {
  const userAccount = `person${++serial}`
  const { user, initialPassword } = await app.ok('addAdminUser', { userAccount, name: `某人${serial}`, ...fields })
  const first = await app.login(userAccount, initialPassword)
  const password = { oldUserPassword: md5(initialPassword), userPassword: md5('changed1') }
  await app.ok('safe_updatePassword', password, { token: first })
  return { ...user, token: first, version: user.version }
}

/** A role with exactly these rights. */
async function roleWith(rights: string[]) {
  const role = await app.ok('addRole', { name: `角色${++serial}`, note: '' })
  await app.ok('grantResourcesToRole', {
    roleId: role.id,
    version: role.version,
    menuIds: [],
    elementIds: [],
    rights,
  })
  return role.id
}
const path = (name: string): string => `/admin/adminUser/${name}.do`

describe('a new account', () => {
  it('gets a password that is shown once and must be changed before any other call', async () => {
    const made = await app.ok('addAdminUser', { userAccount: 'Zhang', name: '张三', roleType: 1 })
    const token = await app.login('zhang', made.initialPassword)
    expect(await app.call('pagingQuery', {}, { token })).toMatchObject(refused('must-change-password'))
    expect(await accountOf('zhang')).toMatchObject({ mustChangePassword: true, status: 'active' })
  })

  it('can’t take a used name, whatever the case, until that account is deleted', async () => {
    const first = await somebody()
    const again = { userAccount: first.userAccount.toUpperCase(), name: '另一个' }
    expect(await app.call('addAdminUser', again)).toMatchObject({ code: 409, ...refused('name-taken') })
    await app.ok('deleteUsers', { ids: [first.id] })
    expect(await app.call('addAdminUser', again)).toMatchObject({ code: 200 })
  })
})

describe('an account loses its session on its next call', () => {
  it.each(['suspend', 'deleteUsers'] as const)('when it suffers %s', async (act) => {
    const person = await somebody()
    expect(await app.call('safe_userMession', {}, { token: person.token })).toMatchObject({ code: 200 })
    await app.ok(act, { ids: [person.id] })
    expect(await app.call('safe_userMession', {}, { token: person.token })).toMatchObject({ code: 403 })
  })

  it('when its password is reset, and only the new one is valid', async () => {
    const person = await somebody()
    const { initialPassword } = await app.ok('resetPasswordById', { id: person.id })
    expect(await app.call('safe_userMession', {}, { token: person.token })).toMatchObject({ code: 403 })
    await expect(app.login(person.userAccount, 'changed1')).rejects.toThrow('账号或密码错误')
    expect(await app.login(person.userAccount, initialPassword!)).toBeTruthy()
  })

  it('and its rights when a role is taken away', async () => {
    const roleId = await roleWith([path('pagingQuery')])
    const person = await somebody({ roleIds: [roleId] })
    expect(await app.call('pagingQuery', {}, { token: person.token })).toMatchObject({ code: 200 })
    await app.ok('terminateAuthorizationByUserInRoles', { userId: person.id, roleIds: [roleId] })
    expect(await app.call('pagingQuery', {}, { token: person.token })).toMatchObject({ code: 4030 })
    await app.ok('grantAuthorityToActor', { userId: person.id, roleIds: [roleId] })
    expect(await app.call('pagingQuery', {}, { token: person.token })).toMatchObject({ code: 200 })
    await app.ok('deleteUserInRole', { roleId, userIds: [person.id] })
    expect(await app.call('pagingQuery', {}, { token: person.token })).toMatchObject({ code: 4030 })
  })

  it('and may log in again once it is activated', async () => {
    const person = await somebody()
    await app.ok('suspend', { ids: [person.id] })
    await expect(app.login(person.userAccount, 'changed1')).rejects.toThrow('账号已停用')
    await app.ok('activate', { ids: [person.id] })
    expect(await app.login(person.userAccount, 'changed1')).toBeTruthy()
  })
})

describe('administrators', () => {
  it('do not reset their own password here, which would not ask for the old one', async () => {
    const { id } = await accountOf('admin')
    expect(await app.call('resetPasswordById', { id })).toMatchObject(refused('not-yourself'))
    expect(await app.login('admin', 'admin888')).toBeTruthy()
  })

  it('neither suspend, delete nor demote themselves', async () => {
    const { list } = await app.ok('pagingQuery', { keyword: 'admin', roleType: '1' })
    const { id, version, name } = list.find((row) => row.userAccount === 'admin')!
    for (const act of ['suspend', 'deleteUsers'] as const) {
      expect((await app.ok(act, { ids: [id] })).rows[0]).toMatchObject({ ok: false, word: 'not-yourself' })
    }
    const demoted = { id, version, userAccount: 'admin', name, roleType: 0 }
    expect(await app.call('updateAdminUser', demoted)).toMatchObject({ code: 409, ...refused('not-yourself') })
  })

  it('of whom two demote each other at the same moment leave one', async () => {
    const { list } = await app.ok('pagingQuery', { roleType: '1', pageSize: 100 })
    const others = list.filter((row) => row.userAccount !== 'admin').map((row) => row.id)
    if (others.length > 0) await app.ok('deleteUsers', { ids: others })
    const second = await somebody({ roleType: 1 })
    const first = await accountOf('admin')
    const [one, two] = await Promise.all([
      app.call('suspend', { ids: [second.id] }),
      app.call('suspend', { ids: [first.id] }, { token: second.token }),
    ])
    const words = [one, two].map((answer) => (answer.code === 200 ? answer.data.rows[0]!.word : answer.data.refusal))
    // The second is refused as the last administrator, or because its session has ended already.
    expect(words.filter((word) => word === undefined)).toHaveLength(1)
    const left = await app.db.pool.query(
      `select count(*)::int as n from account where role_type = 1 and status = 'active' and deleted_at is null`,
    )
    expect(left.rows[0]).toEqual({ n: 1 })
    await app.db.pool.query(`update account set status = 'active' where id = $1`, [first.id])
    await app.db.pool.query(`update session set ended_at = null, end_reason = null where account_id = $1`, [first.id])
    await app.ok('deleteUsers', { ids: [second.id] })
  })
})

describe('somebody who may only manage accounts', () => {
  const acts = ['pagingQuery', 'add', 'update', 'suspend', 'deleteUsers', 'resetPasswordById', 'grantAuthorityToActor']

  it('can’t create, grant or take over more rights than they have', async () => {
    const accountAdmin = await somebody({ roleIds: [await roleWith(acts.map(path))] })
    const as = { token: accountAdmin.token }
    const strong = await roleWith(['/admin/role/addRole'])
    const strongPerson = await somebody({ roleIds: [strong] })
    const admin = await accountOf('admin')
    expect(await app.call('addAdminUser', { userAccount: 'boss2', name: '新', roleType: 1 }, as)).toMatchObject({
      code: 4030,
      ...refused('grant-not-held'),
    })
    expect(await app.call('addAdminUser', { userAccount: 'boss3', name: '新', roleIds: [strong] }, as)).toMatchObject(
      refused('grant-not-held'),
    )
    expect(await app.call('grantAuthorityToActor', { userId: accountAdmin.id, roleIds: [strong] }, as)).toMatchObject(
      refused('grant-not-held'),
    )
    for (const id of [admin.id, strongPerson.id]) {
      expect(await app.call('resetPasswordById', { id }, as)).toMatchObject(refused('grant-not-held'))
      expect((await app.ok('suspend', { ids: [id] }, as)).rows[0]).toMatchObject({ word: 'grant-not-held' })
    }
    const weak = await somebody()
    expect(await app.call('resetPasswordById', { id: weak.id }, as)).toMatchObject({ code: 200 })
    const { list } = await app.ok('pagingQuery', { keyword: 'admin' }, as)
    expect(list[0]!.can['suspend']).toContain('权限高于你')
  })

  it('sees phones masked, and saving does not overwrite them with the mask', async () => {
    const accountAdmin = await somebody({ roleIds: [await roleWith(acts.map(path))] })
    const person = await somebody({ phone: '13812341234' })
    const seen = (await app.ok('pagingQuery', { keyword: person.userAccount }, { token: accountAdmin.token })).list[0]!
    expect(seen.phone).toBe('138****1234')
    const { id, version, userAccount } = seen
    await app.ok('updateAdminUser', { id, version, userAccount, name: '改名' }, { token: accountAdmin.token })
    expect(await accountOf(userAccount)).toMatchObject({ name: '改名', phone: '13812341234' })
    const log = await app.ok('findOperationLog', { kind: 'account', objectId: id })
    expect(JSON.stringify(log)).not.toContain('13812341234')
  })

  it('sees them in full once the page element is granted', async () => {
    const person = await somebody({ phone: '13912345678' })
    const roleId = await roleWith([path('pagingQuery')])
    const role = (await app.ok('queryRoleResources', { roleId })).role
    const element = (await app.ok('queryElements', { keyword: 'seePhone' })).list[0]!
    await app.ok('grantResourcesToRole', {
      roleId,
      version: role.version,
      menuIds: [],
      rights: [path('pagingQuery')],
      elementIds: [element.id],
    })
    const accountAdmin = await somebody({ roleIds: [roleId] })
    const { list } = await app.ok('pagingQuery', { keyword: person.userAccount }, { token: accountAdmin.token })
    expect(list[0]!.phone).toBe('13912345678')
  })
})

describe('two people who edit one account', () => {
  it('both notice: the second save is stale and shows the current values', async () => {
    const { id, version, userAccount } = await accountOf('clerk')
    const current = (await accountOf('clerk')).name
    await app.ok('updateAdminUser', { id, version, userAccount, name: '小林二' })
    expect(await app.call('updateAdminUser', { id, version, userAccount, name: current })).toMatchObject({
      code: 409,
      data: { refusal: 'stale', current: { name: '小林二' } },
    })
  })
})

describe('departments', () => {
  it('form a tree of accounts, and stay while they have accounts', async () => {
    const top = await app.ok('addDept', { name: '运营部' })
    const below = await app.ok('addDept', { name: '选品组', parentId: top.id })
    await app.ok('addAdminUser', { userAccount: 'picker', name: '选品员', deptId: below.id })
    const tree = await app.ok('actorTgQuery', { keyword: 'picker' })
    expect(tree).toMatchObject([
      { name: '运营部', children: [{ name: '选品组', children: [{ userAccount: 'picker' }] }] },
    ])
    for (const deptId of [top.id, below.id])
      expect((await app.ok('pagingQuery', { deptId })).list).toMatchObject([{ userAccount: 'picker' }])
    expect(await app.call('deleteDept', { id: top.id, version: top.version })).toMatchObject(refused('in-use'))
    expect(await app.call('deleteDept', { id: below.id, version: below.version })).toMatchObject(refused('in-use'))
    expect(
      await app.call('updateDept', { id: top.id, version: top.version, name: '运营部', parentId: below.id }),
    ).toMatchObject(refused('would-be-own-ancestor'))
    expect(await app.call('addDept', { name: '选品组', parentId: top.id })).toMatchObject(refused('name-taken'))
    await app.ok('deleteUsers', { ids: [(await accountOf('picker')).id] })
    await app.ok('deleteDept', { id: below.id, version: below.version })
  })
})

describe('the two role lists of an account', () => {
  it('together contain all roles, in pages of a hundred from zero', async () => {
    const roleId = await roleWith([])
    const person = await somebody({ roleIds: [roleId] })
    const granted = await app.ok('queryGrantedRoles', { userId: person.id })
    const open = await app.ok('queryNotGrantedRoles', { userId: person.id })
    expect(granted.list.map((role) => role.id)).toEqual([roleId])
    expect(granted).toMatchObject({ page: 0, pageSize: 100 })
    expect(open.total + 1).toBe((await app.ok('queryRoles')).total)
    const bearers = await app.ok('pageQueryActorByRoleId', { roleId })
    expect(bearers.list.map((row) => row.id)).toEqual([person.id])
  })
})

describe('an import of accounts', () => {
  const importSheet = (rows: string[][], query = '') => importFile(workbookOf(rows), query)
  async function importFile(bytes: Buffer, query = '') {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), '账号.xlsx')
    const token = await app.login('admin', 'admin888')
    const response = await fetch(`${app.url}/admin/adminUser/importUsers.do${query}`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    })
    return (await response.json()) as {
      code: number
      data: {
        made: { userAccount: string; initialPassword: string }[]
        faults: { row: number; field: string; message: string }[]
      }
    }
  }
  const titles = ['账号', '姓名', '手机号', '部门', '角色', '备注']

  it('creates nothing when one row is invalid, and names every error by its row', async () => {
    const { data } = await importSheet([
      titles,
      ['import1', '甲', '13800001111', '', '业务员', ''],
      [],
      ['IMPORT1', '乙', '', '', '', ''],
      ['admin', '', '12ab', '没有的部门', '没有的角色', ''],
    ])
    expect(data.made).toEqual([])
    expect(data.faults.map(({ row, field }) => `${row}${field}`)).toEqual([
      '4账号',
      '5账号',
      '5部门',
      '5角色',
      '5姓名',
      '5手机号',
    ])
    expect(await accountOf('import1')).toBeUndefined()
  })

  it('creates all of them when every row is valid, each with its own password; a dry run creates nothing', async () => {
    const rows = [titles, ['import2', '甲', '13800001111', '', '业务员', '备注'], ['import3', '乙', '', '', '', '']]
    expect((await importSheet(rows, '?dryRun=true')).data).toMatchObject({ made: [], faults: [] })
    const { data } = await importSheet(rows)
    expect(data.made.map((one) => one.userAccount)).toEqual(['import2', 'import3'])
    expect(await app.login('import2', data.made[0]!.initialPassword)).toBeTruthy()
    expect((await accountOf('import2')).roles.map((role) => role.name)).toEqual(['业务员'])
  })

  it('of a few bytes that unpack to millions of rows is refused, and other requests are answered meanwhile', async () => {
    const bytes = zipOf({ 'xl/worksheets/sheet1.xml': `<worksheet>${'<row '.repeat(4_000_000)}` })
    expect(bytes.length).toBeLessThan(50_000)
    const [refusal, beside] = await Promise.all([importFile(bytes), app.call('queryRoles', {})])
    expect(refusal).toMatchObject({ code: 400, data: { refusal: 'file-refused', why: '文件已损坏' } })
    expect(beside.code).toBe(200)
  })

  it('without a file is refused', async () => {
    const token = await app.login('admin', 'admin888')
    const response = await fetch(`${app.url}/admin/adminUser/importUsers.do`, {
      method: 'POST',
      headers: { authorization: token },
    })
    expect(await response.json()).toMatchObject({ code: 400, msg: 'param:file is unset' })
  })
})
