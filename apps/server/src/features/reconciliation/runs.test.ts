import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconciliationRun } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { sellUnknown } from '../../../test/shop-orders.ts'
import { startBuyingApp } from '../placement/placement.testing.ts'
import type { BuyingApp } from '../placement/placement.testing.ts'
import { comparingPlaced } from './reconciliation.testing.ts'

let fixture: BuyingApp
let at: ReturnType<typeof comparingPlaced>

beforeAll(async () => {
  fixture = await startBuyingApp()
  at = comparingPlaced(fixture)
  await fixture.simulator.control('DELETE', `/1688/push?appKey=${fixture.simulator.alibaba.appKey}`)
})
afterAll(() => fixture?.close())

const notice = async () => (await fixture.app.ok('queryNotices', { kind: 'reconciliation' })).list
const halfPastTwo = (): Promise<void> => runCron(fixture.app, 'reconcile-nightly')
async function ended(before: readonly { id: string }[]): Promise<ReconciliationRun> {
  const fresh = (list: readonly ReconciliationRun[]): ReconciliationRun | undefined =>
    list.find(({ id, finishedAt }) => finishedAt !== null && !before.some((one) => one.id === id))
  return fresh(await until(runs, (list) => fresh(list) !== undefined))!
}
const runs = async () => (await fixture.app.ok('getReconciliationRuns', {})).list

describe('the nightly run', () => {
  it('compares everything automatically, and sends a notice about new differences', async () => {
    const purchase = await at.placed()
    await at.sql('update purchase_order set actual_total_minor = actual_total_minor + 300 where id = $1', [purchase.id])
    const before = await runs()
    await halfPastTwo()
    expect(await ended(before)).toMatchObject({ state: 'succeeded', by: null, opened: 1 })
    expect(await at.difference('total-differs', { purchaseId: purchase.id })).toMatchObject({ amountMinor: 300 })
    expect(await notice()).toMatchObject([{ title: '对账发现 1 个新差异', to: '/purchase/reconciliation' }])
  })

  it('that could not read 1688 is reported as not finished', async () => {
    await fixture.fault('alibaba.trade.getBuyerOrderList', 'drop-before', 100)
    const before = await runs()
    await halfPastTwo()
    expect(await ended(before)).toMatchObject({ state: 'partial' })
    await fixture.simulator.control('DELETE', '/faults')
    const [reported] = await notice()
    expect(reported).toMatchObject({ title: '夜间对账没有对完', text: expect.stringContaining('1688账号') })
  })

  it('that fails again and again ends as failed, is reported, and allows the next one to begin', async () => {
    // No call can cause an internal error, so the test renames a table.
    await at.quiet()
    await at.sql('alter table parcel rename to parcel_away')
    const before = await runs()
    await halfPastTwo()
    const run = await ended(before)
    await at.sql('alter table parcel_away rename to parcel')
    expect(run).toMatchObject({ state: 'failed', problems: [expect.stringContaining('系统内部出错')] })
    expect((await notice())[0]).toMatchObject({ title: '夜间对账失败' })
    expect(await at.reconcile()).toMatchObject({ state: 'succeeded' })
  })
})

describe('the time after which a difference is reported', () => {
  it('is set in 系统配置, and applies from the next run on', async () => {
    const { orderId } = await sellUnknown(fixture, 'Box', 3)
    fixture.later(3 * 3_600_000)
    await at.reconcile()
    expect(await at.differences({ orderId })).toEqual([])
    await fixture.app.ok('updateSystemConfig', { key: 'reconcile.unboughtHours', value: 2, version: 0 })
    await at.reconcile()
    const found = await at.difference('unbought', { orderId })
    expect(found.what).toContain('付款 3 小时了')
    expect((await fixture.app.ok('querySystemConfig', { group: '对账' })).length).toBeGreaterThan(7)
    await fixture.app.ok('deleteSystemConfig', { key: 'reconcile.unboughtHours', version: 1 })
    expect(await at.next(found)).toBe('closed')
  })
})
