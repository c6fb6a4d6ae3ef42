import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { Json } from '../vendors/1688/buyer.testing.ts'
import { cargoOf, easyOffers, withBuyer, YIWU } from '../vendors/1688/trade/trader.testing.ts'

const buyer = withBuyer()

const [offer] = easyOffers(1)
const order = async (): Promise<string> => {
  const created = await buyer.trade('alibaba.trade.createCrossOrder', {
    flow: 'general',
    addressParam: YIWU,
    cargoParamList: [cargoOf(offer!, 2)],
    outOrderId: 'PO-1',
  })
  return String((created['result'] as Json)['orderId'])
}
const post = (path: string, body: object = {}) => buyer.control('POST', `1688/${path}`, body)

describe('the 1688 orders of the control API', () => {
  it('go through all their states by one button', async () => {
    const orderId = await order()
    const seen: unknown[] = []
    for (let i = 0; i < 8; i++) seen.push((await post(`orders/${orderId}/advance`))['status'])
    expect(seen).toEqual([
      'waitsellersend',
      'waitbuyerreceive',
      ...Array.from({ length: 4 }, () => 'waitbuyerreceive'),
      'confirm_goods',
      'success',
    ])
    const { entries } = (await buyer.control('GET', `1688/journal?orderId=${orderId}`)) as { entries: Json[] }
    expect(entries.map((entry) => entry['kind'])).toEqual(['create', 'pay', 'ship', 'receive', 'success'])
  })

  it('give a parcel another waybill number, which the vendor’s calls then show', async () => {
    const orderId = await order()
    await post(`orders/${orderId}/pay`)
    await post(`orders/${orderId}/ship`, { how: 'parcels' })
    const { parcels } = (await buyer.control('GET', `1688/orders/${orderId}`)) as { parcels: Json[] }
    expect(parcels).toHaveLength(2)
    const change = { logisticsId: parcels[1]!['logisticsId'], carrierNo: 'SF', mailNo: 'SF1234567890' }
    await post(`orders/${orderId}/mail-number`, change)
    const infos = await buyer.trade(
      'alibaba.trade.getLogisticsInfos.buyerView',
      { webSite: '1688', orderId },
      'com.alibaba.logistics',
    )
    expect((infos['result'] as Json[]).map((each) => each['logisticsBillNo'])).toEqual([
      parcels[0]!['mailNo'],
      'SF1234567890',
    ])
  })

  it('explain the refusal of invalid input and change nothing', async () => {
    const orderId = await order()
    for (const [path, body] of [
      ['orders/1/pay', {}],
      [`orders/${orderId}/ship`, {}],
      [`orders/${orderId}/price`, { goodsFen: -1 }],
      [`orders/${orderId}/close`, { by: 'nobody' }],
      ['forced-failures', { offerId: '1', what: 'price' }],
      ['push', { callbackUrl: 'ftp://example' }],
      ['account', { balanceFen: 0.5 }],
    ] as const)
      expect(await post(path, body)).toMatchObject({ error: expect.any(String) })
    expect(await buyer.control('GET', '1688/witness?outOrderId=PO-1')).toMatchObject({ open: 1, payments: 0 })
  })

  it('have a page in Chinese with a valid script', async () => {
    const html = await (await fetch(`${buyer.origin}/control/1688`)).text()
    expect(html).toContain('<html lang="zh-CN">')
    expect(() => new Script(/<script>([\s\S]*)<\/script>/.exec(html)![1]!)).not.toThrow()
  })

  it('can all get faults at once from the purchase scenario', async () => {
    await buyer.control('POST', 'scenario', { name: 'purchase-storm' })
    const { faults } = (await buyer.control('GET', 'faults')) as { faults: Json[] }
    expect(faults.map((fault) => fault['call'])).toContain('alibaba.trade.createCrossOrder')
    const { quirks } = (await buyer.control('GET', 'quirks')) as { quirks: Json[] }
    expect(quirks.find((quirk) => quirk['name'] === '1688.shipment')).toMatchObject({ value: 'partial' })
  })
})
