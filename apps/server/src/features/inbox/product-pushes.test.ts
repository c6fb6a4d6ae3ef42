import type { InboxMessage } from '@huoqiao/contract/inbox/inbox.endpoints'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { DETAIL, withMarket } from '../collection/collection.testing.ts'

/** An hour, so that no hint becomes due by itself: each test makes its hints due. */
const market = withMarket({ hintSeconds: 3600 })
const PRICE = 'FENXIAO_PRICE_CHANGE'

beforeEach(async () => {
  for (const name of ['pushDuplicatePercent', 'pushLossPercent']) await quirk(name, 0)
})
const quirk = (name: string, value: number) =>
  market.simulator.control('POST', '/quirks', { name: `1688.${name}`, value })
const send = (type: string, data: object) => market.simulator.control('POST', '/1688/messages', { type, data })
const rowsOf = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await market.app.db.pool.query(sql, values)).rows as Record<string, unknown>[]

/** An offer that became a product, and about which 1688 sends messages. */
async function followed(): Promise<string> {
  const [offerId] = market.take(1) as [string]
  const [line] = await market.claim([offerId])
  await market.resolved([line!.collectId!])
  // The job would wait a little for other claims.
  await runCron(market.app, 'tell-listed')
  await until(
    () => rowsOf('select follow from source_offer where offer_id = $1', [offerId]),
    ([row]) => row?.['follow'] === 'told',
  )
  return offerId
}
const messagesOf = async (about: string): Promise<InboxMessage[]> =>
  (await market.app.ok('queryInbox', { keyword: about, pageSize: 200 })).list
const handled = (about: string, count: number): Promise<InboxMessage[]> =>
  until(
    () => messagesOf(about),
    (list) => list.filter(({ state }) => state !== 'waiting').length >= count,
  )
type Hint = { messages: number; attempts: number }
const hints = (offerId: string): Promise<Hint[]> =>
  rowsOf('select messages, attempts from source_hint where offer_id = $1', [offerId]) as Promise<Hint[]>
const hinted = (offerId: string, isSo: (found: Hint[]) => boolean): Promise<Hint[]> => until(() => hints(offerId), isSo)
/** No call makes time pass: waiting hints are made due in the database. */
async function due(offerId: string): Promise<void> {
  await rowsOf(`update source_hint set due_at = 'epoch' where offer_id = $1`, [offerId])
  await runCron(market.app, 'read-hinted-sources')
}
async function read(offerId: string): Promise<void> {
  await due(offerId)
  await hinted(offerId, (found) => found.length === 0)
}
const feed = async (offerId: string) => (await market.app.ok('getSourceChanges', { offerId })).list

describe('what 1688 reports about a source', () => {
  it('is read automatically: a change, a point of its history and a notice', async () => {
    const offerId = await followed()
    await market.change(offerId, { priceFactor: 1.4 })
    const [message] = await handled(offerId, 1)
    expect(message).toMatchObject({ topic: PRICE, about: offerId, state: 'handled', attempts: 1 })
    expect(message!.message).toContain(`重新读取货源 ${offerId}`)
    expect(await feed(offerId)).toEqual([])
    await read(offerId)
    expect((await feed(offerId)).map(({ kind }) => kind)).toContain('price-up')
    expect((await market.app.ok('getSourceHistory', { offerId })).points).toHaveLength(2)
    const { list } = await market.app.ok('queryNotices', { kind: 'price-risen' })
    expect(list.filter(({ to }) => to?.includes(offerId))).toHaveLength(1)
  })

  it('a hundred times causes one read', async () => {
    const offerId = await followed()
    await market.change(offerId, { priceFactor: 0.8 })
    for (let i = 1; i < 100; i++) await send(PRICE, { productId: offerId, memberId: 'b2b-1' })
    await handled(offerId, 100)
    expect(await hints(offerId)).toEqual([{ messages: 100, attempts: 0 }])
    const before = await market.simulator.received(DETAIL)
    await read(offerId)
    expect(await market.simulator.received(DETAIL)).toBe(before + 1)
    expect((await feed(offerId)).map(({ kind }) => kind)).toContain('price-down')
  })

  it('twice under one number is handled once', async () => {
    const offerId = await followed()
    await quirk('pushDuplicatePercent', 100)
    await market.change(offerId, { stock: 3 })
    await market.simulator.control('POST', '/clock', { advanceMs: 10_000 })
    await until(
      () => handled(offerId, 1),
      ([message]) => message!.repeats > 0,
    )
    expect(await messagesOf(offerId)).toMatchObject([
      { topic: 'PRODUCT_PRODUCT_INVENTORY_CHANGE', repeats: 1, attempts: 1 },
    ])
    expect(await hints(offerId)).toEqual([{ messages: 1, attempts: 0 }])
  })

  it('late and out of order is not believed: what 1688 shows now counts', async () => {
    const offerId = await followed()
    const status = 'RELATION_VIEW_PRODUCT_EXPIRE'
    await send(`PRODUCT_${status}`, { productIds: `1,${offerId}`, status, memberId: 'b2b-1' })
    await hinted(offerId, (found) => found.length > 0)
    await read(offerId)
    expect(await feed(offerId)).toEqual([])
    await market.change(offerId, { status: 'expired' })
    await hinted(offerId, (found) => found.length > 0)
    await read(offerId)
    expect((await feed(offerId)).map(({ kind }) => kind)).toEqual(['offer-gone'])
  })

  it('during a read causes one more read', async () => {
    const offerId = await followed()
    await send(PRICE, { productId: offerId })
    await handled(offerId, 1)
    const before = await market.simulator.received(DETAIL)
    // Delayed until the test releases it, or until the app stops waiting for the answer.
    const slow = { vendor: '1688', call: DETAIL, times: 1, fault: { kind: 'slow', ms: 3_600_000 } }
    await market.simulator.control('POST', '/faults', slow)
    await due(offerId)
    await hinted(offerId, ([hint]) => hint?.attempts !== 0)
    await send(PRICE, { productId: offerId })
    await handled(offerId, 2)
    await market.simulator.control('DELETE', '/faults')
    await until(
      () => market.simulator.received(DETAIL),
      (count) => count > before,
    )
    await hinted(offerId, ([hint]) => hint?.attempts === 0)
    await read(offerId)
    expect(await market.simulator.received(DETAIL)).toBe(before + 2)
  })

  it('waits while 1688 refuses access', async () => {
    const offerId = await followed()
    await market.change(offerId, { priceFactor: 1.2 })
    await handled(offerId, 1)
    // Refused at once: a call that 1688 throttles is retried for a while before it counts as failed.
    const fault = { kind: 'refuse', code: 'gw.APIACLDecline', message: 'AppKey is not allowed(acl)' }
    await market.simulator.control('POST', '/faults', { vendor: '1688', call: DETAIL, times: 0, fault })
    await due(offerId)
    // Postponed, and nobody is reading it any more.
    const later = `select due_at > 'epoch' and attempts = 0 as later from source_hint where offer_id = $1`
    await until(
      () => rowsOf(later, [offerId]),
      ([row]) => row?.['later'] === true,
    )
    expect(await feed(offerId)).toEqual([])
    await market.simulator.control('DELETE', '/faults')
    await read(offerId)
    expect((await feed(offerId)).map(({ kind }) => kind)).toContain('price-up')
  })

  it('is ignored while no product is made from it, and when the setting is 0 seconds', async () => {
    const [unknown] = market.take(1) as [string]
    await send(PRICE, { productId: unknown })
    expect(await handled(unknown, 1)).toMatchObject([{ state: 'ignored' }])
    const offerId = await followed()
    const setting = { key: 'collect.hintSeconds', version: 1 }
    await market.app.ok('updateSystemConfig', { ...setting, value: 0 })
    await send(PRICE, { productId: offerId })
    expect(await handled(offerId, 1)).toMatchObject([{ state: 'ignored' }])
    expect(await hints(offerId)).toEqual([])
    await market.app.ok('updateSystemConfig', { ...setting, version: 2, value: 3600 })
  })

  it('and was lost on the way is found by the next check', async () => {
    const offerId = await followed()
    await quirk('pushLossPercent', 100)
    await market.change(offerId, { priceFactor: 1.5 })
    const { messages } = await market.simulator.control<{ messages: object[] }>('GET', '/1688/messages?state=lost')
    expect(messages).toMatchObject([{ type: PRICE }])
    await market.app.ok('checkSources', { offerIds: [offerId] })
    expect((await feed(offerId)).map(({ kind }) => kind)).toContain('price-up')
    expect(await messagesOf(offerId)).toEqual([])
  })
})
