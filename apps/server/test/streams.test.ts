import { ENDPOINTS } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHouse } from './harness.ts'
import { startHouseAlone } from './house-alone.ts'
import { until } from './until.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startHouseAlone()
})
afterAll(() => house?.close())

test('an account holds a dozen streams open; of more the oldest is closed, and another account keeps its own', async () => {
  const { path } = ENDPOINTS.streamSyncTasks
  const stop = new AbortController()
  const begin = async (authorization: string): Promise<{ isOver: boolean }> => {
    const response = await fetch(house.url + path, { headers: { authorization }, signal: stop.signal })
    expect(response.headers.get('content-type')).toContain('event-stream')
    const stream = { isOver: false }
    void response.text().then(
      () => (stream.isOver = true),
      () => (stream.isOver = true),
    )
    return stream
  }
  const made = await house.ok('addAdminUser', { userAccount: 'beside', name: '旁人', roleType: 1 })
  await house.db.pool.query(`update account set must_change_password = false where user_account = 'beside'`)
  const beside = await begin(await house.login('beside', made.initialPassword))
  const admin = await house.login('admin', 'admin888')
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
