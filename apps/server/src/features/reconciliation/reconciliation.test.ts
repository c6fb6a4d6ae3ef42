import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBuyingApp } from '../placement/placement.testing.ts'
import type { BuyingApp } from '../placement/placement.testing.ts'
import { readSheet } from '../../platform/sheet-reader.ts'
import { comparingPlaced } from './reconciliation.testing.ts'

let fixture: BuyingApp
let at: ReturnType<typeof comparingPlaced>

beforeAll(async () => {
  fixture = await startBuyingApp()
  at = comparingPlaced(fixture)
  // The next message, which may arrive at any moment, would repair the data that these tests damage.
  await fixture.simulator.control('DELETE', `/1688/push?appKey=${fixture.simulator.alibaba.appKey}`)
})
afterAll(() => fixture?.close())

describe('reconciling', () => {
  it('finds nothing where both sides agree, and marks the purchase as equal', async () => {
    const purchase = await at.placed()
    const run = await at.reconcile()
    expect(run).toMatchObject({ state: 'succeeded', problems: [], found: 0 })
    expect(run.done).toBeGreaterThanOrEqual(2)
    expect(await at.differences({ purchaseId: purchase.id })).toEqual([])
    expect((await fixture.detail(purchase.id)).reconciliation).toBe('equal')
  })

  it('starts no second run while one is in progress', async () => {
    const [one, other] = await Promise.all([
      fixture.app.ok('startReconciliation', {}),
      fixture.app.ok('startReconciliation', {}),
    ])
    expect(one.id).toBe(other.id)
    await at.reconcile()
  })

  it('continues an interrupted run after the rows that it had compared', async () => {
    const purchase = await at.placed()
    await at.sql('update purchase_order set actual_total_minor = actual_total_minor + 300 where id = $1', [purchase.id])
    await at.sql(
      `insert into reconciliation_run (id, state, place, covered, done) values
       (gen_random_uuid(), 'running', '{"pass":"purchases","after":null}', '["marketplace","orders"]', 7000)`,
    )
    const run = await at.reconcile()
    expect(run).toMatchObject({ state: 'succeeded', opened: 1 })
    expect(run.done).toBeGreaterThan(7000)
    expect(await at.difference('total-differs', { purchaseId: purchase.id })).toMatchObject({ amountMinor: 300 })
  })

  it('can be cancelled, and allows the next run to begin', async () => {
    await at.sql(`insert into reconciliation_run (id, state) values ('018f0000-0000-7000-8000-000000000001', 'queued')`)
    const runId = '018f0000-0000-7000-8000-000000000001'
    expect(await fixture.app.ok('cancelReconciliation', { runId })).toMatchObject({ state: 'cancelled', pass: null })
    expect((await fixture.app.call('cancelReconciliation', { runId })).code).toBe(409)
    expect((await at.reconcile()).id).not.toBe(runId)
  })

  it('finds an order that differs from 1688, and repairs it by reading 1688 again', async () => {
    const purchase = await at.placed()
    await at.sql('update alibaba_order set total_minor = total_minor - 700 where purchase_id = $1', [purchase.id])
    await at.reconcile()
    const found = (await at.differences({ purchaseId: purchase.id })).map(({ kind }) => kind)
    expect(found.toSorted()).toEqual(['total-differs', 'total-differs'])
    expect((await fixture.detail(purchase.id)).reconciliation).toBe('different')
    const total = (await at.differences({ purchaseId: purchase.id })).find((one) => one.what.includes('在1688是 ¥'))!
    expect(total).toMatchObject({ amountMinor: 700, repair: { name: 'refreshAlibabaOrders' } })
    expect(await at.repair(total)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    await at.reconcile()
    expect(await at.differences({ purchaseId: purchase.id })).toEqual([])
    expect((await fixture.detail(purchase.id)).reconciliation).toBe('equal')
  })

  it('gives differences with one kind, next step and repair the same cause, counts them and finds them by it', async () => {
    const placed = [await at.placed(), await at.placed(), await at.placed()]
    const ids = placed.map(({ id }) => id)
    await at.sql('update alibaba_order set total_minor = total_minor - 700 where purchase_id = any($1)', [ids])
    await at.reconcile()
    const found = (await Promise.all(ids.map((purchaseId) => at.differences({ purchaseId })))).flat()
    const read = found.filter(({ what }) => what.includes('在1688是 ¥'))
    expect(read).toHaveLength(3)
    const [cause = '', ...others] = [...new Set(read.map((one) => one.cause))]
    expect(others).toEqual([])
    const { causes } = await fixture.app.ok('getDifferenceCounts', {})
    const { list, total } = await fixture.app.ok('getDifferences', { cause, pageSize: 200 })
    expect(causes[cause]).toBe(total)
    expect(list.map(({ id }) => id)).toEqual(expect.arrayContaining(read.map(({ id }) => id)))
    expect(new Set(list.map((one) => [one.kind, one.next, one.repair?.name].join()))).toHaveLength(1)
    const repaired = await fixture.app.ok('mendDifferences', { ids: read.map(({ id }) => id) })
    expect(repaired).toMatchObject({ succeeded: 3, failed: 0 })
  })

  it('finds an order at 1688 that is not registered here, and registers it', async () => {
    const purchase = await at.placed()
    const [orderId] = purchase.alibabaOrderIds
    await at.sql('delete from alibaba_order where order_id = $1', [orderId])
    await at.reconcile()
    const kinds = (await at.differences({ purchaseId: purchase.id })).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['order-absent-here', 'unknown-order'])
    const unknown = await at.difference('unknown-order', { purchaseId: purchase.id })
    expect(unknown.what).toContain(orderId)
    expect(await at.repair(unknown)).toMatchObject({ ok: true })
    const { orders } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(orders.map((order) => order.orderId)).toEqual([orderId])
    await at.reconcile()
    const left = (await at.differences({ purchaseId: purchase.id })).map(({ kind }) => kind)
    expect(left).not.toContain('unknown-order')
    // With two orders registered, a person has to decide which of them counts.
    expect(left).toContain('surplus-order')
  })

  it('looks up an order by its number before it reports it as absent at 1688', async () => {
    const purchase = await at.placed()
    await at.sql(`update alibaba_order set order_id = 4999999999999999 where purchase_id = $1`, [purchase.id])
    await at.reconcile()
    const absent = await at.difference('order-absent-there', { purchaseId: purchase.id })
    expect(absent).toMatchObject({ severity: 'urgent', repair: null })
    expect(absent.can['mendDifferences']).toContain('下一步')
    await at.sql(`update alibaba_order set order_id = $2 where purchase_id = $1`, [
      purchase.id,
      purchase.alibabaOrderIds[0],
    ])
    await at.reconcile()
    expect(
      (await at.difference('order-absent-there', { purchaseId: purchase.id, state: 'closed' })).closedAt,
    ).not.toBeNull()
  })

  it('reports what was paid outside this app, and keeps it ignored until its amounts change', async () => {
    const purchase = await at.placed()
    const [orderId] = purchase.alibabaOrderIds
    await fixture.simulator.control('POST', `/1688/orders/${orderId}/pay`, {})
    await fixture.app.ok('refreshAlibabaOrders', { purchaseIds: [purchase.id] })
    await at.reconcile()
    const paid = await at.difference('paid-outside', { purchaseId: purchase.id })
    const empty = await fixture.app.call('ignoreDifferences', { ids: [paid.id], note: '  ' })
    expect(empty.code).toBe(422)
    await fixture.app.ok('ignoreDifferences', { ids: [paid.id], note: '老板用手机付的' })
    await at.reconcile()
    const ignored = await at.difference('paid-outside', { purchaseId: purchase.id, state: 'ignored' })
    expect(ignored).toMatchObject({ id: paid.id, ignored: { note: '老板用手机付的' } })
    expect((await fixture.detail(purchase.id)).reconciliation).toBe('equal')
    await at.sql('update alibaba_order set total_minor = total_minor + 1 where order_id = $1', [orderId])
    await at.reconcile()
    expect((await at.difference('paid-outside', { purchaseId: purchase.id })).id).toBe(paid.id)
    await fixture.app.ok('refreshAlibabaOrders', { purchaseIds: [purchase.id] })
  })

  it('finds quantities, receipts and payments that do not add up, each with its numbers', async () => {
    const purchase = await at.placed()
    const line = purchase.lines[0]!
    await at.sql('update purchase_line set quantity = quantity + 3, received = 5 where id = $1', [line.id])
    await at.sql(`update alibaba_order set status = 'success', refund_minor = 100 where purchase_id = $1`, [
      purchase.id,
    ])
    await at.reconcile()
    const found = new Map((await at.differences({ purchaseId: purchase.id })).map((one) => [one.kind, one]))
    expect(found.get('quantity-differs')?.figures[0]).toMatchObject({ ours: 23, theirs: 20, unit: 'pieces' })
    expect(found.get('receipt-count')?.figures[0]).toMatchObject({ ours: 5, theirs: 0 })
    expect(found.get('success-short')).toMatchObject({ severity: 'urgent', figures: [{ ours: 5, theirs: 23 }] })
    expect(found.get('refund-unseen')).toMatchObject({ amountMinor: 100 })
    for (const one of found.values())
      expect([one.what, one.why, one.affects, one.next].every((text) => text.length > 3)).toBe(true)
    const counts = await fixture.app.ok('getDifferenceCounts', { purchaseId: purchase.id })
    expect(counts).toMatchObject({ all: found.size, kinds: { 'success-short': 1 } })
    const sheet = await fixture.app.ok('exportDifferences', { filter: { purchaseId: purchase.id } })
    const answer = await fetch(`${fixture.app.url}${sheet.url}`)
    const rows = await readSheet(Buffer.from(await answer.arrayBuffer()))
    expect(rows).toHaveLength(found.size + 1)
  })

  it('reports nothing as gone while 1688 can’t be read', async () => {
    const purchase = await at.placed()
    await at.sql('update alibaba_order set total_minor = total_minor + 900 where purchase_id = $1', [purchase.id])
    await at.reconcile()
    const before = (await at.differences({ purchaseId: purchase.id })).length
    await fixture.fault('alibaba.trade.getBuyerOrderList', 'drop-before', 50)
    const run = await at.reconcile()
    await fixture.simulator.control('DELETE', '/faults')
    expect(run.state).toBe('partial')
    expect(run.problems.join()).toContain('1688账号')
    expect(await at.differences({ purchaseId: purchase.id })).toHaveLength(before)
  })

  it('finds a ledger that somebody changed', async () => {
    await at.sql('alter table ledger_entry disable trigger ledger_entry_no_change')
    await at.sql(`update ledger_entry set body = body || ' ' where seq = 2`)
    await at.reconcile()
    const broken = (await at.differences({})).filter(({ kind }) => kind === 'ledger-broken')
    expect(broken[0]?.what).toContain('第 2 行')
    await at.sql(`update ledger_entry set body = left(body, length(body) - 1) where seq = 2`)
    await at.sql('alter table ledger_entry enable trigger ledger_entry_no_change')
  })

  it('repairs nothing for people without the right for the call that repairs it', async () => {
    const purchase = await at.placed()
    await at.sql('update alibaba_order set total_minor = total_minor + 900 where purchase_id = $1', [purchase.id])
    await at.reconcile()
    const [found] = await at.differences({ purchaseId: purchase.id })
    if (!found) throw new Error('nothing was found')
    const clerk = await fixture.app.login('clerk', 'clerk888')
    const refused = await fixture.app.ok('mendDifferences', { ids: [found.id] }, { token: clerk })
    expect(refused.rows[0]).toMatchObject({ ok: false, word: 'no-right' })
    expect(await at.repair(found)).toMatchObject({ ok: true })
  })
})
