import { randomUUID } from 'node:crypto'
import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint, EndpointName, Explanation } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let app: TestApp
const ROLE = randomUUID()
let ahead = 0
/** Refusals that are given before the code of the call runs. */
const REFUSED_FIRST = ['login-first', 'must-change-password', 'collector-key-gone']

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({
    clock: { now: () => Date.now() + ahead },
    demoSimulator: simulator.origin,
    work: false,
  })
  const { pool } = app.db
  await pool.query(`insert into role (id, name) values ($1, 'walker')`, [ROLE])
  for (const name of ['walker', 'newcomer']) {
    const id = randomUUID()
    await pool.query(
      `insert into account (id, user_account, name, password_hash, role_type, must_change_password)
       select $1, $2, $2, password_hash, 0, $3 from account where user_account = 'admin'`,
      [id, name, name === 'newcomer'],
    )
    await pool.query('insert into account_role (account_id, role_id) values ($1, $2)', [id, ROLE])
  }
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const call = async (
  name: EndpointName,
  token: string | null,
): Promise<{ code: number; msg: string; data: Explanation }> => {
  const { method, path, mode }: Endpoint = ENDPOINTS[name]
  const json = method === 'POST' && mode === 'postjson'
  const stop = new AbortController()
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: { ...(token ? { authorization: token } : {}), ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(json ? { body: '{}' } : {}),
    signal: stop.signal,
  })
  expect([name, response.headers.get('cache-control')]).toEqual([name, 'no-store'])
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    stop.abort()
    return { code: 200, msg: 'stream', data: { refusal: '', what: '' } }
  }
  expect([name, response.status]).toEqual([name, 200])
  const answer = (await response.json()) as { code: number; msg: string; data: Explanation | null }
  return { ...answer, data: answer.data ?? { refusal: '', what: '' } }
}
/** From its next call on, the test role has exactly these rights: granted as by another process, with the cache of this process cleared. */
async function grant(rights: readonly string[]): Promise<void> {
  const { pool } = app.db
  await pool.query('delete from role_right where role_id = $1', [ROLE])
  await pool.query(`insert into role_right (role_id, "right") select $1, unnest($2::text[])`, [ROLE, rights])
  await pool.query('update role set version = version + 1 where id = $1', [ROLE])
  ahead += 1000
}

test('every call of the contract checks the session and the right, and refuses in its own code', async () => {
  const all = endpointNames.map((name) => ENDPOINTS[name].path)
  const walker = await app.login('walker', 'admin888')
  const newcomer = await app.login('newcomer', 'admin888')
  const asked: Record<string, number> = {}
  for (const name of endpointNames) {
    const { right, path }: Endpoint = ENDPOINTS[name]
    const reported: Record<string, string> = {}
    const note = async (who: string, token: string | null): Promise<void> => {
      const { code, msg, data } = await call(name, token)
      const passed = ![403, 4030].includes(code) && !REFUSED_FIRST.includes(data.refusal)
      if (name === 'logout') await app.db.pool.query('update session set ended_at = null, end_reason = null')
      reported[who] = passed ? 'passed' : `${code} ${data.refusal} ${msg}`
      asked[who] = (asked[who] ?? 0) + 1
    }
    await note('nobody', null)
    await note('dead token', 'never-given-to-anybody')
    await grant(all.filter((one) => one !== path && one !== `/merchant${path}`))
    await note('all rights but this', walker)
    await note('first password', newcomer)
    await grant([path])
    await note('this right alone', walker)
    await grant([`/merchant${path}`])
    await note('this right with the merchant prefix', walker)

    const open = right === 'public' || right === 'worker'
    const anonymous = open ? 'passed' : '400 login-first 请先登录'
    if (right === 'collector') {
      // It accepts a collector key only, and no session, whatever its rights.
      expect([name, ...new Set(Object.values(reported))]).toEqual([name, '400 collector-key-gone 采集密钥无效或已撤销'])
      continue
    }
    expect({ name, ...reported }).toEqual({
      name,
      nobody: anonymous,
      'dead token': anonymous,
      'all rights but this': right === 'granted' ? '4030 no-right 没有操作权限' : 'passed',
      'first password': right === 'granted' ? '400 must-change-password 请先修改初始密码' : 'passed',
      'this right alone': 'passed',
      'this right with the merchant prefix': 'passed',
    })
  }
  console.log(`${endpointNames.length} calls, each asked in ${Object.keys(asked).length} ways`)
  expect(new Set(Object.values(asked))).toEqual(new Set([endpointNames.length]))
})

test('a path that differs in its end, its case or its method reaches no call without these checks', async () => {
  const token = await app.login('walker', 'admin888')
  await grant([])
  for (const [method, path] of [
    ['GET', '/admin/dictionary/queryDictionaries/'],
    ['GET', '/admin/dictionary//queryDictionaries'],
    ['GET', '/Admin/Dictionary/QueryDictionaries'],
    ['POST', '/admin/dictionary/queryDictionaries'],
    ['HEAD', '/admin/dictionary/queryDictionaries'],
    ['GET', '/admin/dictionary/../dictionary/queryDictionaries'],
    ['GET', '/admin/dictionary/queryDictionaries%2f'],
    ['GET', '/admin/dictionary/%2e%2e/dictionary/queryDictionaries'],
  ]) {
    const response = await fetch(`${app.url}${path}`, { method: method!, headers: { authorization: token } })
    const body = method === 'HEAD' ? '' : await response.text()
    expect([path, response.status]).not.toEqual([path, 403])
    expect(body).not.toContain('"code":200')
    if (response.status === 200 && method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ code: 4030 })
  }
})
