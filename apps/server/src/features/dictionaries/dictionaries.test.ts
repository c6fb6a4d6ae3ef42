import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())

const dictionary = async (code: string) => {
  const { list } = await bench.app.ok('queryDictionaries', { keyword: code })
  const { can: _can, updatedAt: _updated, ...fields } = list.find((one) => one.code === code)!
  return fields
}
const save = async (code: string, change: (entries: Awaited<ReturnType<typeof dictionary>>['entries']) => unknown) => {
  const now = await dictionary(code)
  return bench.app.call('updateDictionary', { ...now, entries: change(now.entries) })
}
const without = (value: string) => (entries: readonly { value: string }[]) =>
  entries.filter((entry) => entry.value !== value)
const renamed = (value: string, to: string) => (entries: readonly { value: string }[]) =>
  entries.map((entry) => (entry.value === value ? { ...entry, value: to } : entry))

describe('a dictionary entry', () => {
  it('of a courier with shipments is neither deleted nor given another value: the refusal names the rows', async () => {
    const [offer] = bench.offers
    const sold = await bench.sell({ offer: offer!, quantity: 1 })
    await bench.receiveAll(await bench.buy(sold))
    await bench.shipment(await bench.ship(sold.orderId, { carrier: 'zto', numbers: ['75001'] }), 'sent')
    const refused = {
      code: 409,
      msg: '字典项正在被使用，不能删除，也不能改值',
      data: {
        refusal: 'in-use',
        why: '“中通快递”（zto）：1 个发货单',
        next: [{ label: expect.stringContaining('停用') }],
      },
    }
    expect(await save('carrier', without('zto'))).toMatchObject(refused)
    expect(await save('carrier', renamed('zto', 'zto-express'))).toMatchObject(refused)
    expect((await dictionary('carrier')).entries.map(({ value }) => value)).toContain('zto')
  })

  it('may get another name and position, and be disabled', async () => {
    const changed = await save('carrier', (entries) =>
      entries
        .map((entry) => (entry.value === 'zto' ? { ...entry, label: '中通', enabled: false } : entry))
        .toReversed(),
    )
    expect(changed).toMatchObject({ code: 200 })
    const [offered] = await bench.app.ok('queryDictionariesByCodes', { codes: ['carrier'] })
    const values = offered!.entries.map(({ value }) => value)
    expect(values).not.toContain('zto')
    expect(values).toContain('sf')
  })

  it('stays while an order is on hold for its reason, and can be deleted when none is', async () => {
    const [offer] = bench.offers
    const sold = await bench.sell({ offer: offer!, quantity: 1 })
    await bench.app.ok('holdOrders', { orderIds: [sold.orderId], reason: '货源缺货' })
    expect(await save('hold_reason', without('stock'))).toMatchObject({
      code: 409,
      data: { refusal: 'in-use', why: '“货源缺货”（stock）：1 个搁置中的订单' },
    })
    await bench.app.ok('releaseOrders', { orderIds: [sold.orderId] })
    expect(await save('hold_reason', without('stock'))).toMatchObject({ code: 200 })
  })

  it('that nothing uses can be deleted at once', async () => {
    expect(await save('carrier', without('ems'))).toMatchObject({ code: 200 })
  })
})

describe('a dictionary that pages read', () => {
  it.each([
    ['hold_reason', '搁置订单时要选它'],
    ['carrier', '登记发货时要选它'],
    ['shipping_remark', '给卖家留言时要选它'],
  ])('%s keeps its code and is not deleted: the refusal names the pages', async (code, where) => {
    const { id, version, ...fields } = await dictionary(code)
    expect(await bench.app.call('deleteDictionary', { id, version })).toMatchObject({
      code: 409,
      data: { refusal: 'in-use', why: expect.stringContaining(where) },
    })
    expect(await bench.app.call('updateDictionary', { id, version, ...fields, code: 'another' })).toMatchObject({
      code: 409,
      data: { refusal: 'in-use', fields: { code: expect.stringContaining(where) } },
    })
    expect((await dictionary(code)).version).toBe(version)
  })

  it('that a person created gets another code and can be deleted', async () => {
    const made = await bench.app.ok('addDictionary', { code: 'season', name: '季节', note: '', entries: [] })
    const { can: _can, updatedAt: _updated, ...fields } = made
    const moved = await bench.app.ok('updateDictionary', { ...fields, code: 'seasons' })
    await bench.app.ok('deleteDictionary', { id: moved.id, version: moved.version })
    expect((await bench.app.ok('queryDictionaries', { keyword: 'season' })).total).toBe(0)
  })
})
