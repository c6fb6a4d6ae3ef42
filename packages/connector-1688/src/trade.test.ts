import { describe, expect, it } from 'vitest'
import { apiOf, closeGatewayAfterEach, connected, connectedTo, failureOf, refusalOf } from './testing/connected.ts'
import { ORDER_ID, OUT_ORDER_ID, previewEntry } from './testing/trade-answers.ts'
import type { CreateOrderInput } from './trade.ts'

closeGatewayAfterEach()

const cargo = [{ offerId: '548818919805', specId: 'eb81c61de14f4adb405ffcc2c8a4a3fb', quantity: 2 }]
const order: CreateOrderInput = {
  flow: 'general',
  address: { addressId: '593861699' },
  cargo,
  outOrderId: OUT_ORDER_ID,
  message: `采购单 ${OUT_ORDER_ID}`,
  tradeType: 'assureTrade',
}
const OTHER_ID = '2891234567890123457'

describe('addresses', () => {
  it('are read with regions of three parts and of two', async () => {
    const items = [
      {
        id: 593861699,
        fullName: '仓库A',
        mobilePhone: '15251667788',
        post: '322000',
        addressCode: '330782',
        addressCodeText: '浙江省 金华市 义乌市',
        address: '某路1号',
        isDefault: true,
        townCode: '330782001',
        townName: '稠城街道',
      },
      {
        id: '593861700',
        fullName: '仓库B',
        addressCode: '441900',
        addressCodeText: '广东省 东莞市',
        isDefault: 'false',
      },
    ]
    const { connector } = await connectedTo({ success: true, result: { receiveAddressItems: items } })
    const addresses = await connector.receiveAddresses()
    expect(addresses[0]).toEqual({
      addressId: '593861699',
      fullName: '仓库A',
      mobile: '15251667788',
      phone: null,
      postCode: '322000',
      districtCode: '330782',
      region: ['浙江省', '金华市', '义乌市'],
      townCode: '330782001',
      town: '稠城街道',
      address: '某路1号',
      isDefault: true,
    })
    expect(addresses[1]).toMatchObject({ region: ['广东省', '东莞市'], isDefault: false })
  })

  it('are parsed from a text that no failure shows', async () => {
    const { connector, received } = await connected((_call, nr) => ({
      json:
        nr === 1
          ? { result: { addressCode: '441900', addressCodeText: '广东省 东莞市', address: '某镇2号' } }
          : { success: false, errorCode: '500', errorMessage: '地址解析失败' },
    }))
    expect(await connector.parseAddress('张三 广东东莞某镇2号')).toMatchObject({
      districtCode: '441900',
      region: ['广东省', '东莞市'],
      address: '某镇2号',
    })
    expect(received[0]?.fields['addressInfo']).toBe('张三 广东东莞某镇2号')
    const failure = await failureOf(connector.parseAddress('张三'))
    expect([failure.word, failure.detail.exchange?.request]).toEqual(['rejected', expect.not.stringContaining('张三')])
  })

  it('are refused when 1688 finds no region in them', async () => {
    const { connector } = await connectedTo({ success: true, result: { address: '火星' } })
    expect(await refusalOf(connector.parseAddress('火星'))).toEqual(['rejected', 'address-unknown', '地址无法识别'])
  })

  it.each([
    ['by number', { addressId: '593861699' }, '{"addressId":593861699}'],
    [
      'by district',
      { fullName: '仓库A', mobile: '15251667788', districtCode: '330782', address: '某路1号' },
      '{"fullName":"仓库A","mobile":"15251667788","address":"某路1号","districtCode":"330782"}',
    ],
    [
      'in words',
      { fullName: '仓库B', province: '广东省', city: '东莞市', town: '某镇', address: '2号' },
      '{"fullName":"仓库B","townText":"某镇","address":"2号","provinceText":"广东省","cityText":"东莞市"}',
    ],
  ])('are sent %s and in no other way at the same time', async (_way, address, expected) => {
    const { connector, received } = await connectedTo({ success: true, orderPreviewResuslt: [previewEntry] })
    await connector.previewOrder({ address, cargo })
    expect(received[0]?.fields['addressParam']).toBe(expected)
  })
})

describe('a preview', () => {
  it('has amounts in fen and lines in fen although 1688 mixes fen and yuan', async () => {
    const { connector, received } = await connectedTo({
      success: true,
      orderPreviewResuslt: [previewEntry],
      unsupportedCrossBorderPayOfferList: [548818919805],
    })
    const preview = await connector.previewOrder({ address: order.address, cargo, outOrderId: OUT_ORDER_ID })
    expect(preview).toEqual({
      unsupportedCrossBorderPay: ['548818919805'],
      orders: [
        {
          ok: true,
          flow: 'general',
          tradeTypes: ['assureTrade', 'alipay'],
          totalFen: 4400,
          goodsFen: 3600,
          freightFen: 800,
          discountFen: 0,
          additionalFen: 0,
          lines: [
            {
              offerId: '548818919805',
              skuId: '3332085412530',
              specId: 'eb81c61de14f4adb405ffcc2c8a4a3fb',
              quantity: 2,
              unitPriceFen: 1800,
              amountFen: 3600,
              code: null,
              message: null,
            },
          ],
          payChannels: [{ name: 'alipay', limitFen: 0 }],
          code: null,
          message: null,
        },
      ],
    })
    expect(received[0]?.fields).toMatchObject({
      cargoParamList: '[{"offerId":548818919805,"specId":"eb81c61de14f4adb405ffcc2c8a4a3fb","quantity":2}]',
      outOrderId: OUT_ORDER_ID,
    })
    expect(received[0]?.fields).not.toHaveProperty('flow')
  })

  it('shows which part and which line can’t be ordered, and no price that was not returned', async () => {
    const line = { offerId: 548818919805, resultCode: '500_004', message: '库存不足', amount: '', finalUnitPrice: null }
    const bad = { ...previewEntry, status: 'false', resultCode: '500_004', message: '库存不足', cargoList: [line] }
    const empty = { tradeModeNameList: [], tradeModelList: previewEntry.tradeModelList, cargoList: null }
    const { connector } = await connectedTo({ success: true, orderPreviewResuslt: [bad, empty] })
    const [first, second] = (await connector.previewOrder({ address: order.address, cargo })).orders
    expect(first).toMatchObject({ ok: false, code: '500_004', message: '库存不足' })
    expect(first?.lines[0]).toMatchObject({ code: '500_004', message: '库存不足', unitPriceFen: null, quantity: 2 })
    expect(second).toMatchObject({ tradeTypes: [], totalFen: null, goodsFen: null, freightFen: null })
  })

  it.each(['500_001', '500_004', '500_005', '500_006', '500_009'])(
    'is refused with %s and its message',
    async (code) => {
      const { connector } = await connectedTo({ success: false, errorCode: code, errorMsg: '低于起批量，请稍后再试' })
      const outcome = await refusalOf(connector.previewOrder({ address: order.address, cargo }))
      expect(outcome).toEqual(['rejected', code, '低于起批量，请稍后再试'])
    },
  )

  it('omits the specId for products without SKUs, and refuses a quantity of zero', async () => {
    const { connector, received } = await connectedTo({ success: true, orderPreviewResuslt: [previewEntry] })
    await connector.previewOrder({ address: order.address, cargo: [{ offerId: '1', specId: null, quantity: 1.5 }] })
    expect(received[0]?.fields['cargoParamList']).toBe('[{"offerId":1,"quantity":1.5}]')
    await expect(
      connector.previewOrder({ address: order.address, cargo: [{ offerId: '1', quantity: 0 }] }),
    ).rejects.toThrow(RangeError)
  })
})

describe('creating an order', () => {
  it('sends our number and note, and returns the number that was made with its amounts', async () => {
    const { connector, received } = await connectedTo(
      `{"success": true, "result": {"success": true, "orderId": ${ORDER_ID}, "totalSuccessAmount": 4400, "postFee": 800, "failedOfferList": []}}`,
    )
    expect(await connector.createOrder(order)).toEqual({
      orders: [{ orderId: ORDER_ID, totalFen: 4400, freightFen: 800, payChannel: null, doubt: null }],
      failed: [],
    })
    expect(received.map(apiOf)).toEqual(['alibaba.trade.createCrossOrder'])
    expect(received[0]?.fields).toMatchObject({
      flow: 'general',
      outOrderId: OUT_ORDER_ID,
      message: `采购单 ${OUT_ORDER_ID}`,
      tradeType: 'assureTrade',
    })
  })

  it('uses fastCreateOrder for domestic apps', async () => {
    const { connector, received } = await connectedTo({ success: 'true', result: { orderId: ORDER_ID } })
    await connector.createOrder({ ...order, via: 'fast' })
    expect(received.map(apiOf)).toEqual(['alibaba.trade.fastCreateOrder'])
  })

  it('returns every order that 1688 made of it, and the line that is in none', async () => {
    const { connector } = await connectedTo(`{"success": true, "result": {"success": true, "orderId": "", "orderList": [
      {"orderId": "${ORDER_ID}", "orderAmmount": 484800, "postFee": 4800, "success": true, "resultCode": "200", "payChannel": "alipay"},
      {"orderId": ${OTHER_ID}, "orderAmmount": "505000", "postFee": 5000, "success": true, "resultCode": "200"}],
      "failedOfferList": [{"offerId": 548818919806, "specId": "x", "errorCode": "500_004", "errorMessage": "库存不足"}]}}`)
    const { orders, failed } = await connector.createOrder(order)
    expect(orders.map((one) => [one.orderId, one.totalFen, one.freightFen, one.payChannel])).toEqual([
      [ORDER_ID, 484800, 4800, 'alipay'],
      [OTHER_ID, 505000, 5000, null],
    ])
    expect(failed).toEqual([{ offerId: '548818919806', specId: 'x', code: '500_004', message: '库存不足' }])
  })

  it.each([
    ['flat at the top', `{"success": true, "orderId": ${ORDER_ID}, "totalSuccessAmount": 4400, "postFee": 800}`],
    ['next to a "no"', `{"success": false, "code": "500", "message": "x", "result": {"orderId": "${ORDER_ID}"}}`],
    ['in a list next to a "no"', `{"success": false, "orderList": [{"orderId": ${ORDER_ID}, "success": false}]}`],
  ])('accepts as an order number: %s', async (_way, body) => {
    const { connector } = await connectedTo(body)
    const { orders } = await connector.createOrder(order)
    expect(orders.map((one) => one.orderId)).toEqual([ORDER_ID])
    expect(orders[0]?.doubt === null).toBe(body.includes('true'))
  })

  it.each([
    [{ success: false, code: '400', message: 'AddressId invalid:AddressId invalid' }, ['rejected', '400']],
    [{ success: false, message: 'not support tradeType:period' }, ['rejected', undefined]],
    [{ success: true, result: { success: false, code: '500_004', message: '库存不足' } }, ['rejected', '500_004']],
    [
      {
        success: false,
        result: { failedOfferList: [{ offerId: 1, errorCode: '500_005', errorMessage: '低于起批量' }] },
      },
      ['rejected', '500_005'],
    ],
    [{ success: false, code: 'E1', message: 'outOrderId 重复' }, ['already-done', 'E1']],
    [{ success: false, code: 'SYSTEM_ERROR', message: 'x' }, ['unknown-outcome', 'SYSTEM_ERROR']],
    [{ success: false, code: '500', message: '系统繁忙，请稍后再试' }, ['unknown-outcome', '500']],
    [{ success: true, result: { success: true } }, ['unknown-outcome', undefined]],
    [{ success: true, result: { orderList: [{ resultCode: '200' }, null] } }, ['unknown-outcome', '200']],
    [{}, ['unknown-outcome', undefined]],
  ])('distinguishes a refusal from an unknown outcome: %j', async (json, expected) => {
    const two = { ...order, cargo: [...cargo, { offerId: '2', quantity: 1 }, { offerId: '3', quantity: 1 }] }
    const { connector, received } = await connectedTo(json)
    const [word, code] = await refusalOf(connector.createOrder(two))
    expect([word, code]).toEqual(expected)
    expect(received).toHaveLength(1)
  })
})
