import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'

let app: TestApp
beforeAll(async () => {
  app = await startAppAlone()
  await app.ok('addRole', { name: '=HYPERLINK("x")', note: '第一' })
  const role = await app.ok('addRole', { name: '查账员', note: '甲' })
  await app.ok('updateRole', { id: role.id, version: role.version, name: '查账员', note: '乙' })
  await app.call('updateRole', { id: role.id, version: role.version, name: '查账员', note: '丙' })
})
afterAll(() => app?.close())

it('is searched by words, call, object, kind, outcome and person', async () => {
  const total = async (filter: object) => (await app.ok('findOperationLog', filter)).total
  const { list } = await app.ok('findOperationLog', { call: 'updateRole' })
  const object = list[0]!.objects[0] ?? list[1]!.objects[0]!
  const changes = list.find((entry) => entry.outcome === 'ok')!
  expect(changes.changes).toEqual([{ field: 'note', before: '甲', after: '乙' }])
  expect(await total({ keyword: '修改角色' })).toBe(2)
  expect(await total({ keyword: '角色 管理员' })).toBe(4)
  expect(await total({ keyword: '没有这样的' })).toBe(0)
  expect(await total({ kind: 'role' })).toBe(3)
  expect(await total({ kind: 'role', objectId: object.id })).toBe(2)
  expect(await total({ outcome: 'refused' })).toBe(1)
  expect(await total({ accountId: changes.accountId })).toBe(4)
  expect(await total({ accountId: 'nobody' })).toBe(0)
  expect(await total({ to: changes.at - 60_000 })).toBe(0)
})

it('is exported as a sheet that a spreadsheet opens and does not execute, and the export is logged', async () => {
  const sheet = await app.ok('exportOperationLog', { kind: 'role' })
  expect(sheet).toMatchObject({
    rows: 3,
    capped: false,
    fileName: expect.stringMatching(/^操作日志-.*\.csv$/) as string,
  })
  const [heads] = sheet.csv.split('\r\n')
  expect(heads).toBe(
    '\uFEFF"时间","操作人","来源","操作","调用","对象","改了什么","结果","说明","用时（毫秒）","请求编号"',
  )
  expect(sheet.csv).toContain('"备注：甲 → 乙"')
  expect(sheet.csv).toContain(`"'=HYPERLINK(""x"")"`)
  expect(await app.ok('findOperationLog', { call: 'exportOperationLog' })).toMatchObject({ total: 1 })
  expect((await app.ok('exportOperationLog', { outcome: 'refused' })).csv).toContain('"被拒绝"')
})

it('shows phones masked, also of a call that was refused', async () => {
  await app.ok('addAdminUser', { userAccount: 'phone1', name: '有号', phone: '13812341234' })
  await app.call('addAdminUser', { userAccount: 'phone1', name: '又有号', phone: '13812341234' })
  const log = await app.ok('findOperationLog', { call: 'addAdminUser' })
  expect(log.total).toBe(2)
  expect(JSON.stringify(log)).not.toContain('13812341234')
  expect(JSON.stringify(log)).toContain('138****1234')
})

it('shows an internal error by our message and the request, never with a query', async () => {
  await app.db.pool.query('alter table role rename column note to note_away')
  const { code } = await app.call('addRole', { name: '出错', note: '备注里的秘密' })
  await app.db.pool.query('alter table role rename column note_away to note')
  expect(code).toBe(500)
  const { list } = await app.ok('findOperationLog', { call: 'addRole', outcome: 'fault' })
  expect(list[0]!.message).toMatch(/^服务器内部错误，请求编号 \S+$/)
  const { csv } = await app.ok('exportOperationLog', { call: 'addRole' })
  expect(csv).not.toMatch(/Failed query|insert into/i)
})

it('is written in the transaction of the change: where no entry can be written, nothing is changed', async () => {
  const before = await app.ok('queryRoles', {})
  await app.db.pool.query(
    `create function no_entry() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$`,
  )
  await app.db.pool.query(
    `create trigger no_entry before insert on operation_log for each row when (new.outcome = 'ok') execute function no_entry()`,
  )
  const { code } = await app.call('addRole', { name: '没有记录的角色', note: '' })
  await app.db.pool.query('drop function no_entry cascade')
  expect(code).toBe(500)
  expect(await app.ok('queryRoles', {})).toEqual(before)
  const { list } = await app.ok('findOperationLog', { call: 'addRole', outcome: 'fault' })
  expect(JSON.stringify(list)).toContain('没有记录的角色')
})

it('is committed together with the change', async () => {
  const role = await app.ok('addRole', { name: '一次提交', note: '' })
  const { rows } = await app.db.pool.query(
    `select r.xmin::text = l.xmin::text as same from role r, operation_log l
     where r.id = $1 and l.call = 'addRole' and l.objects @> jsonb_build_array(jsonb_build_object('id', $1::text))`,
    [role.id],
  )
  expect(rows).toEqual([{ same: true }])
})

it('has two entries for a call that fails after its transaction, under one request: what it did, and that it failed', async () => {
  // A trigger empties the stored name, so the answer violates its schema after the change and its entry were committed.
  await app.db.pool.query(
    `create function no_name() returns trigger language plpgsql as $$ begin new.name = ''; return new; end $$`,
  )
  await app.db.pool.query(
    `create trigger no_name before insert on role for each row when (new.note = '提交之后') execute function no_name()`,
  )
  const answer = await app.call('addRole', { name: '提交之后失败', note: '提交之后' })
  await app.db.pool.query('drop function no_name cascade')
  expect(answer.code).toBe(500)
  const { rows } = await app.db.pool.query<{ outcome: string; message: string; request_id: string }>(
    `select outcome, message, request_id from operation_log where call = 'addRole' and request_id =
       (select request_id from operation_log where call = 'addRole' and outcome = 'fault' order by at desc limit 1) order by at, outcome desc`,
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['ok', 'fault'])
  expect(rows[1]!.message).toBe(`服务器内部错误，请求编号 ${rows[0]!.request_id}`)
  const kept = await app.db.pool.query(`delete from role where note = '提交之后' returning id`)
  expect(kept.rowCount).toBe(1)
})
