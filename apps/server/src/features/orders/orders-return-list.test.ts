import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'
import type { ShopOrderWitness, ShopVariant } from './orders.testing.ts'

/** The list of the returns of all orders, and its bulk actions, checked by the requests that arrive at the shop. */
let bench: OrderFixture
let variant: ShopVariant

beforeAll(async () => {
  bench = await startOrderFixture()
  variant = bench.variants.find(({ stock }) => stock > 0)!
})
afterAll(() => bench?.close())
beforeEach(() => bench.simulator.control('DELETE', '/ledger'))

type Case = { witness: ShopOrderWitness; orderId: string; id: string; name: string }

/** A requested return of one piece; `open`: accepted already. */
async function returned({ open = false, note = '' } = {}): Promise<Case> {
  const witness = await bench.buy([{ variantId: variant.variantId, quantity: 1 }], { force: true })
  await bench.act(witness, 'fulfil')
  const lines = [{ lineId: witness.lines[0]!.id, quantity: 1, reason: 'DEFECTIVE', note }]
  await bench.act(witness, 'return', { lines, requested: !open })
  await bench.pull()
  const { id: orderId } = await bench.seen(witness)
  await bench.app.ok('refreshOrder', { orderId })
  await untilQuiet(bench.app)
  const [one] = (await bench.app.ok('getOrderReturns', { orderId })).returns
  return { witness, orderId, id: one!.id, name: one!.name }
}
const listed = async (more: object = {}): Promise<string[]> =>
  (await bench.app.ok('getReturns', { pageSize: 100, ...more })).list.map(({ id }) => id)

describe('the list of returns', () => {
  it('has the returns of all orders, newest first, with their order, and counts them by state', async () => {
    const before = await bench.app.ok('getReturnCountByState', {})
    const [first, second] = [await returned(), await returned({ open: true })]
    const { list, total } = await bench.app.ok('getReturns', {})
    expect(total).toBe(before.all + 2)
    const ids = list.map(({ id }) => id)
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id))
    expect(list.find(({ id }) => id === first.id)).toMatchObject({
      name: first.name,
      state: 'requested',
      orderId: first.orderId,
      orderNumber: `#${first.witness.number}`,
      storeName: expect.stringContaining('Bridge'),
      currency: 'USD',
      adminUrl: expect.stringContaining('/admin/orders/'),
      lines: [{ quantity: 1, sku: variant.sku, reason: 'defective' }],
      can: { approveReturns: true, closeReturns: expect.any(String) },
    })
    const after = await bench.app.ok('getReturnCountByState', {})
    expect(after.counts).toMatchObject({
      requested: (before.counts.requested ?? 0) + 1,
      open: (before.counts.open ?? 0) + 1,
    })
  })

  it('is filtered by state, store and time, and searched by order, goods and SKU', async () => {
    const one = await returned()
    expect(await listed({ state: 'requested' })).toContain(one.id)
    expect(await listed({ state: 'open' })).not.toContain(one.id)
    expect(await listed({ storeId: bench.us })).toContain(one.id)
    expect(await listed({ storeId: '01900000-0000-7000-8000-000000000001' })).toEqual([])
    expect(await listed({ from: Date.now() + 3_600_000 })).toEqual([])
    expect(await listed({ keyword: one.name })).toEqual([one.id])
    expect(await listed({ keyword: String(one.witness.number) })).toEqual([one.id])
    expect(await listed({ keyword: variant.sku.toLowerCase(), state: 'requested' })).toContain(one.id)
    expect(await listed({ keyword: 'nothing-like-this' })).toEqual([])
    const { counts, all } = await bench.app.ok('getReturnCountByState', { keyword: one.name })
    expect([counts, all]).toEqual([{ requested: 1 }, 1])
  })
})

describe('several returns', () => {
  it('are approved in their shops, each once, and each has its own outcome', async () => {
    const cases = [await returned(), await returned(), await returned({ open: true })]
    const returnIds = [...cases.map(({ id }) => id), cases[0]!.id]
    const { succeeded, failed, rows } = await bench.app.ok('approveReturns', { returnIds, notifyCustomer: false })
    expect([succeeded, failed]).toEqual([2, 1])
    expect(rows.map(({ key, ok }) => [key, ok])).toEqual(cases.map(({ id }, at) => [id, at < 2]))
    expect(rows[2]!.message).toContain(cases[2]!.name)
    expect(await bench.simulator.received('returnApproveRequest')).toBe(2)
    const states = await bench.app.ok('getReturns', { state: 'open', pageSize: 100 })
    for (const { id } of cases) expect(states.list.map((row) => row.id)).toContain(id)
    const log = await bench.app.ok('findOperationLog', { pageSize: 5 })
    expect(JSON.stringify(log.list)).toContain(`同意退货 ${cases[0]!.name}`)
  })

  it('are closed in their shops; what none of them allows is refused with the reasons', async () => {
    const cases = [await returned({ open: true }), await returned({ open: true })]
    const returnIds = cases.map(({ id }) => id)
    expect(await bench.app.ok('closeReturns', { returnIds })).toMatchObject({ succeeded: 2, failed: 0 })
    expect(await listed({ state: 'closed' })).toEqual(expect.arrayContaining(returnIds))
    expect(await bench.simulator.received('returnClose')).toBe(2)
    const again = await bench.app.call('closeReturns', { returnIds })
    expect([again.code, JSON.stringify(again)]).toEqual([409, expect.stringContaining(cases[1]!.name)])
    expect(await bench.simulator.received('returnClose')).toBe(2)
  })

  it('whose answer is lost count as approved when their shop shows it, and none is sent twice', async () => {
    const cases = [await returned(), await returned()]
    await bench.simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: 'returnApproveRequest',
      times: 1,
      every: 1,
      fault: { kind: 'drop-after' },
    })
    const returnIds = cases.map(({ id }) => id)
    const outcome = await bench.app.ok('approveReturns', { returnIds, notifyCustomer: true })
    expect(outcome).toMatchObject({ succeeded: 2, failed: 0 })
    expect(await bench.simulator.received('returnApproveRequest')).toBe(2)
  })
})
