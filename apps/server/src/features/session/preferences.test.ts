import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'

describe('preferences of a person', () => {
  let app: TestApp
  let clerk: string

  beforeAll(async () => {
    app = await startAppAlone({ work: true })
    await app.db.pool.query(
      `insert into account (id, user_account, name, password_hash, role_type, must_change_password)
       select $1, 'clerk2', 'clerk2', password_hash, 0, false from account where user_account = 'admin'`,
      [randomUUID()],
    )
    clerk = await app.login('clerk2', 'admin888')
  })
  afterAll(() => app?.close())

  const kept = async (token?: string): Promise<Record<string, string>> => {
    const { list } = await app.ok('queryPreferences', {}, token === undefined ? {} : { token })
    return Object.fromEntries(list.map(({ key, value }) => [key, value]))
  }
  const save = (changes: { key: string; value?: string }[], token?: string) =>
    app.call('savePreferences', { changes }, token === undefined ? {} : { token })

  it('are available on another machine, empty fields included, and to that person only', async () => {
    const draft = JSON.stringify({ value: { note: '', tags: [], phone: null }, base: 3 })
    await save([
      { key: 'draft:account:new', value: draft },
      { key: 'tabs', value: '[]' },
    ])
    await save([{ key: 'tabs', value: '["/order/list"]' }], clerk)
    const again = await app.login('admin', 'admin888')
    expect(await kept(again)).toEqual({ 'draft:account:new': draft, tabs: '[]' })
    expect(await kept(clerk)).toEqual({ tabs: '["/order/list"]' })
  })

  it('are deleted when the value is absent, and of a repeated key the last value counts', async () => {
    expect(
      await save(
        [{ key: 'a', value: '1' }, { key: 'b', value: '2' }, { key: 'a', value: '3' }, { key: 'tabs' }],
        clerk,
      ),
    ).toMatchObject({
      code: 200,
    })
    expect(await kept(clerk)).toEqual({ a: '3', b: '2' })
  })

  it('are refused and not stored if they are not JSON, or exceed the limit of a person', async () => {
    const before = await kept(clerk)
    expect(await save([{ key: 'x', value: '{' }], clerk)).toMatchObject({ code: 422 })
    expect(await save([{ key: '', value: '1' }], clerk)).toMatchObject({ code: 422 })
    expect(await save([{ key: 'x', value: JSON.stringify('x'.repeat(400_000)) }], clerk)).toMatchObject({ code: 422 })
    expect(await kept(clerk)).toEqual(before)
  })

  it('are limited to eight megabytes for a person, and nothing above that is stored', async () => {
    const large = JSON.stringify('x'.repeat(390_000))
    const some = (from: number): { key: string; value: string }[] =>
      Array.from({ length: 10 }, (_, at) => ({ key: `x${from + at}`, value: large }))
    for (const from of [0, 10]) expect(await save(some(from), clerk)).toMatchObject({ code: 200 })
    const before = await kept(clerk)
    expect(await save(some(20), clerk)).toMatchObject({ code: 400, msg: '一次提交的数量太多' })
    expect(await kept(clerk)).toEqual(before)
    await save(
      [...some(0), ...some(10)].map(({ key }) => ({ key })),
      clerk,
    )
    expect(Object.keys(await kept(clerk))).not.toContain('x0')
  })

  it('are kept by the nightly cleanup, which deletes only abandoned drafts and long-ended sessions', async () => {
    const { pool } = app.db
    const sessions = async (): Promise<number> => (await pool.query('select 1 from session')).rows.length
    await save([
      { key: 'draft:old', value: '1' },
      { key: 'draft:young', value: '1' },
      { key: 'columns:x', value: '1' },
    ])
    await pool.query(
      `update preference set updated_at = now() - interval '91 days' where key in ('draft:old', 'columns:x')`,
    )
    await app.login('clerk2', 'admin888')
    await pool.query(
      `update session set ended_at = now() - interval '91 days' where token_hash =
        (select token_hash from session order by created_at desc limit 1)`,
    )
    const before = await sessions()
    await runCron(app, 'sweep-sessions')
    await untilQuiet(app)
    expect(await kept()).not.toHaveProperty('draft:old')
    expect(await kept()).toMatchObject({ 'draft:young': '1', 'columns:x': '1' })
    expect(await sessions()).toBe(before - 1)
  })
})
