import { ENDPOINTS } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from './harness.ts'
import { startAppAlone } from './app-alone.ts'
import { until } from './until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startAppAlone()
})
afterAll(() => app?.close())

async function openStream(authorization: string, signal: AbortSignal): Promise<{ isOver: boolean }> {
  const response = await fetch(app.url + ENDPOINTS.streamSyncTasks.path, { headers: { authorization }, signal })
  expect(response.headers.get('content-type')).toContain('event-stream')
  const stream = { isOver: false }
  void response.text().then(
    () => (stream.isOver = true),
    () => (stream.isOver = true),
  )
  return stream
}

test('an account can have a dozen open streams; one more closes the oldest, and other accounts keep theirs', async () => {
  const stop = new AbortController()
  const begin = (token: string): Promise<{ isOver: boolean }> => openStream(token, stop.signal)
  const made = await app.ok('addAdminUser', { userAccount: 'beside', name: '旁人', roleType: 1 })
  await app.db.pool.query(`update account set must_change_password = false where user_account = 'beside'`)
  const beside = await begin(await app.login('beside', made.initialPassword))
  const admin = await app.login('admin', 'admin888')
  const streams: { isOver: boolean }[] = []
  for (let n = 0; n < 15; n++) streams.push(await begin(admin))
  const over = (): number[] => streams.flatMap(({ isOver }, index) => (isOver ? [index] : []))
  await until(
    () => Promise.resolve(over().length),
    (closed) => closed >= 3,
  )
  expect(over()).toEqual([0, 1, 2])
  expect(beside.isOver).toBe(false)
  stop.abort()
})

test('an open stream ends for an account that is suspended, forced out or loses the right; others continue', async () => {
  const stop = new AbortController()
  const role = await app.ok('addRole', { name: '看任务', note: '' })
  const rights = [ENDPOINTS.streamSyncTasks.path]
  await app.ok('grantResourcesToRole', {
    roleId: role.id,
    version: role.version,
    rights,
    menuIds: [],
    elementIds: [],
  })
  const begin = async (userAccount: string) => {
    const made = await app.ok('addAdminUser', { userAccount, name: userAccount, roleIds: [role.id] })
    await app.db.pool.query(`update account set must_change_password = false where user_account = $1`, [userAccount])
    const stream = await openStream(await app.login(userAccount, made.initialPassword), stop.signal)
    return { id: made.user.id, stream }
  }
  const [suspended, stripped, reset, stays] = [
    await begin('suspended'),
    await begin('stripped'),
    await begin('reset'),
    await begin('stays'),
  ]
  await app.ok('suspend', { ids: [suspended.id] })
  await app.ok('terminateAuthorizationByUserInRoles', { userId: stripped.id, roleIds: [role.id] })
  await app.ok('resetPasswordById', { id: reset.id })
  await until(
    () => Promise.resolve([suspended, stripped, reset].map(({ stream }) => stream.isOver)),
    (over) => over.every(Boolean),
  )
  expect(stays.stream.isOver).toBe(false)
  stop.abort()
})
