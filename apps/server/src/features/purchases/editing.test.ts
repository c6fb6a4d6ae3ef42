import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { byHand, item } from './by-hand.testing.ts'
import { withBuying } from './purchases.testing.ts'
import type { Bought } from './purchases.testing.ts'

const buying = withBuying()
const { buy, detail } = byHand(buying)

describe('an edit', () => {
  it('changes quantities, with a reason when fewer than needed, prices them again, and is kept as history', async () => {
    const { app, offers } = buying
    const made = await buy(item(offers[2]!, 60))
    const before = await detail(made.id)
    const [line] = before.lines
    const short = { purchaseId: made.id, version: before.version, lines: [{ id: line!.id, quantity: 10 }] }
    expect(await app.call('editPurchaseOrder', short)).toMatchObject({
      code: 422,
      data: { fields: { 'lines.0.shortReason': '少于需要的60件，请填写原因' } },
    })
    const after = await app.ok('editPurchaseOrder', {
      ...short,
      lines: [{ id: line!.id, quantity: 10, shortReason: '仓库还有50件' }],
      message: '请发中通',
      freightMinor: 800,
    })
    expect(after).toMatchObject({ quantity: 10, message: '请发中通', freightMinor: 800, version: before.version + 1 })
    expect(after.goodsMinor).toBe(after.lines[0]!.quantity * after.lines[0]!.unitPriceMinor!)
    const emptied = { purchaseId: made.id, version: after.version, clear: ['message', 'freightMinor'] }
    expect(await app.ok('editPurchaseOrder', emptied)).toMatchObject({ message: '', freightMinor: null })
    const { list } = await app.ok('getPurchaseHistory', { purchaseId: made.id })
    expect(list.map((entry) => [entry.reason, entry.by])).toEqual([
      ['修改', '管理员'],
      ['修改', '管理员'],
      ['手工创建', '管理员'],
    ])
    expect(list[1]!.changes.map((change) => change.label)).toContain('给卖家的留言')
    expect(list[2]!.snapshot).toMatchObject({ quantity: 60, message: '', lines: [{ quantity: 60 }] })
  })

  it('by two people is saved for the first, and the second sees both', async () => {
    const { app, offers } = buying
    const made = await buy(item(offers[3]!, 60))
    const save = (note: string) => app.call('editPurchaseOrder', { purchaseId: made.id, version: made.version, note })
    const answers = await Promise.all([save('甲'), save('乙')])
    const [won, lost] = answers[0].code === 200 ? answers : [answers[1], answers[0]]
    expect(won.code).toBe(200)
    expect(lost).toMatchObject({
      code: 409,
      data: { refusal: 'stale', current: { note: (won.data as { note: string }).note, version: made.version + 1 } },
    })
  })

  it('by two people at the very same moment is saved for one of them alone', async () => {
    const { app, offers } = buying
    const made = await buy(item(offers[3]!, 60))
    const save = (note: string) => app.call('editPurchaseOrder', { purchaseId: made.id, version: made.version, note })
    const holder = await app.db.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from purchase_order where id = $1 for update', [made.id])
      const saving = Promise.all([save('甲'), save('乙')])
      // Both have read the purchase: neither sees what the other will write.
      await until(
        () =>
          app.db.pool.query<{ n: number }>(
            `select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ({ rows }) => rows[0]!.n >= 2,
      )
      await holder.query('commit')
      expect((await saving).map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    } finally {
      holder.release()
    }
  })

  it('adds SKUs of its supplier only, removes lines, and keeps at least one', async () => {
    const { app, offers } = buying
    const [a, b] = offers as [Bought, Bought]
    const other = offers.find((one) => one.supplierName !== a.supplierName)!
    const made = await buy(item(a, 60))
    const edit = (version: number, rest: object) =>
      app.call('editPurchaseOrder', { purchaseId: made.id, version, ...rest })
    expect(await edit(made.version, { addLines: [item(other, 5)] })).toMatchObject({ code: 422 })
    const added = await edit(made.version, { addLines: [item(b, 60), item(a, 5)] })
    expect(added).toMatchObject({ code: 200, data: { lineCount: 2 } })
    const { lines, version } = (added as { data: Awaited<ReturnType<typeof detail>> }).data
    expect(lines[0]!.need).toBe(65)
    expect(await edit(version, { removeLineIds: lines.map(({ id }) => id) })).toMatchObject({ code: 422 })
    expect(await edit(version, { removeLineIds: [lines[0]!.id] })).toMatchObject({ code: 200, data: { lineCount: 1 } })
  })
})
