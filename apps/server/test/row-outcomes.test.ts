import { randomUUID } from 'node:crypto'
import type { BulkOutcome, Explanation } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let app: TestApp
let own: string
beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, work: false })
  own = (await app.ok('pagingQuery', {})).list.find(({ userAccount }) => userAccount === 'admin')!.id
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

type Refused = { code: number; msg: string; data: BulkOutcome & Explanation }
const suspend = async (...ids: string[]): Promise<Refused> => (await app.call('suspend', { ids })) as unknown as Refused
const lastEntry = async () => (await app.ok('findOperationLog', { call: 'suspend' })).list[0]!

describe('the envelope of a call with rows (decisions, section 8)', () => {
  test('refuses one object in its own code and word, and includes the row', async () => {
    const self = await suspend(own)
    expect(self).toMatchObject({ code: 409, data: { refusal: 'not-yourself', succeeded: 0, failed: 1 } })
    expect(self.msg).toBe(self.data.rows[0]!.message)
    expect(self.data.what).toBe(self.msg)
    const nobody = await suspend(randomUUID())
    expect(nobody).toMatchObject({
      code: 400,
      data: { refusal: 'not-found', rows: [{ ok: false, word: 'not-found' }] },
    })
  })

  test('refuses many rows that all failed in their common code, or else in 409', async () => {
    expect(await suspend(randomUUID(), randomUUID())).toMatchObject({
      code: 400,
      data: { refusal: 'not-found', failed: 2 },
    })
    const mixed = await suspend(own, randomUUID())
    expect(mixed).toMatchObject({ code: 409, data: { refusal: 'state-not-allowed', succeeded: 0, failed: 2 } })
    expect(new Set(mixed.data.rows.map(({ word }) => word))).toEqual(new Set(['not-found', 'not-yourself']))
    expect(mixed.msg).toMatch(/^2 项都没有完成：/)
  })

  test('is a success if one row succeeded', async () => {
    const { list } = await app.ok('pagingQuery', {})
    const other = list.find(({ id }) => id !== own)!
    expect(await suspend(other.id, randomUUID())).toMatchObject({ code: 200, data: { succeeded: 1, failed: 1 } })
    expect(await lastEntry()).toMatchObject({ outcome: 'ok' })
  })

  test('is logged as refused in the operation log, with the objects', async () => {
    const ids = [randomUUID(), randomUUID()]
    await suspend(...ids)
    expect(await lastEntry()).toMatchObject({
      outcome: 'refused',
      word: 'not-found',
      objects: ids.map((id) => ({ kind: 'account', id })),
    })
  })
})
