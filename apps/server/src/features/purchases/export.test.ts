import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSheet } from '../../platform/sheet-reader.ts'
import { byHand, item } from './by-hand.testing.ts'
import { withBuying } from './purchases.testing.ts'

const buying = withBuying()
const { buy, detail } = byHand(buying)

async function sheetOf(request: object) {
  const { url, rows: count } = await buying.app.ok('exportPurchaseOrders', request)
  const response = await fetch(`${buying.app.url}${url}`)
  expect(response.status).toBe(200)
  const [head, ...rows] = await readSheet(Buffer.from(await response.arrayBuffer()))
  expect(rows).toHaveLength(count)
  return rows.map((row) => Object.fromEntries(head!.map((title, index) => [title, row[index] ?? ''])))
}

describe('the purchase sheet', () => {
  it('has a row per line of the chosen ones, each amount once, and text that looks like a formula stays text', async () => {
    const { app, offers } = buying
    const one = await buy(item(offers[0]!, 60), item(offers[1]!, 40))
    const two = await buy(item(offers[2]!, 50))
    await buy(item(offers[3]!, 50))
    await app.ok('editPurchaseOrder', { purchaseId: two.id, version: two.version, note: '=1+1' })
    const rows = await sheetOf({ purchaseIds: [one.id, two.id] })
    expect(rows.map((row) => [row['采购单号'], row['采购数量']])).toEqual([
      [two.number, '50'],
      ...(await detail(one.id)).lines.map((line) => [one.number, String(line.quantity)]),
    ])
    expect(rows[0]).toMatchObject({
      状态: '待审核',
      供应商: two.supplierName,
      内部备注: '=1+1',
      货源编号: offers[2]!.offerId,
    })
    expect(rows.map((row) => row['货款合计（元）'])).toEqual([
      String(two.goodsMinor / 100),
      String(one.goodsMinor / 100),
      '',
    ])
    const amounts = rows.slice(1).reduce((sum, row) => sum + Math.round(Number(row['小计（元）']) * 100), 0)
    expect(amounts).toBe(one.goodsMinor)
  })

  it('has what the filters find, and counts a merged one only in its target', async () => {
    const { app, offers } = buying
    const [one, two] = [await buy(item(offers[20]!, 60)), await buy(item(offers[20]!, 40))]
    const target = await app.ok('mergeOrderByPurOrderNo', { numbers: [one.number, two.number] })
    const rows = await sheetOf({ filter: { supplierId: one.supplierId } })
    const mine = new Map(rows.map((row) => [row['采购单号'], row]))
    expect(mine.get(target.number)).toMatchObject({
      采购数量: '100',
      '货款合计（元）': String(target.goodsMinor / 100),
    })
    expect(mine.get(one.number)).toMatchObject({ 状态: '已合并', 合并到: target.number, '货款合计（元）': '' })
    expect(await sheetOf({ filter: { state: 'merged', number: two.number } })).toHaveLength(1)
    expect(await sheetOf({ filter: { keyword: '没有这样的采购单' } })).toEqual([])
  })

  it('without rows and filters is refused', async () => {
    expect(await buying.app.call('exportPurchaseOrders', {})).toMatchObject({ code: 422 })
    expect(await sheetOf({ purchaseIds: [randomUUID()] })).toEqual([])
  })
})
