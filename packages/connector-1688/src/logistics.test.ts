import { describe, expect, it } from 'vitest'
import { apiOf, closeGatewayAfterEach, connectedTo, refusalOf } from './testing/connected.ts'
import { ITEM_ID, ORDER_ID } from './testing/trade-answers.ts'

closeGatewayAfterEach()

describe('parcels', () => {
  it('are read one by one with their contents', async () => {
    const { connector, received } = await connectedTo(`{"success": true, "result": [
      {"logisticsId": "LP1", "logisticsBillNo": "78412345678901", "orderEntryIds": "${ITEM_ID},2891234567890223457",
       "status": "TRANSPORT", "logisticsCompanyName": "中通快递(ZTO)", "logisticsCompanyNo": "ZTO", "remarks": "",
       "gmtSystemSend": "20261119161500000+0800", "sendGoods": [{"goodName": "不锈钢保温杯", "quantity": 2, "unit": "个"}]},
      {"logisticsId": "LP2", "logisticsBillNo": 78412345678902, "status": "sign",
       "logisticsOrderGoods": [{"tradeOrderItemId": ${ITEM_ID}, "productName": "杯刷", "quantity": 1.5, "unit": "个"}]}]}`)
    expect(await connector.parcels(ORDER_ID)).toEqual([
      {
        logisticsId: 'LP1',
        trackingNo: '78412345678901',
        carrierName: '中通快递(ZTO)',
        carrierCode: 'ZTO',
        status: 'TRANSPORT',
        itemIds: [ITEM_ID, '2891234567890223457'],
        goods: [{ itemId: null, name: '不锈钢保温杯', quantity: 2, unit: '个' }],
        sentAt: Date.UTC(2026, 10, 19, 8, 15),
        remark: null,
      },
      {
        logisticsId: 'LP2',
        trackingNo: '78412345678902',
        carrierName: null,
        carrierCode: null,
        status: 'SIGN',
        itemIds: [ITEM_ID],
        goods: [{ itemId: ITEM_ID, name: '杯刷', quantity: 1.5, unit: '个' }],
        sentAt: null,
        remark: null,
      },
    ])
    expect(received[0]?.fields).toMatchObject({ orderId: ORDER_ID, webSite: '1688' })
  })

  it('have quantities that are written as text', async () => {
    const { connector } = await connectedTo(
      `{"success": true, "result": [{"logisticsId": "LP1", "sendGoods": [{"goodName": "杯", "quantity": "2", "unit": "个"}]}]}`,
    )
    expect((await connector.parcels(ORDER_ID))[0]?.goods[0]?.quantity).toBe(2)
  })

  it.each([
    ['the whole number', '2891234567890223457', '2891234567890223457'],
    ['a rounded number that can mean one of the lines only', '2891234567890223616', '2891234567890223457'],
  ])('belong to the line whose number the list has as text, by %s', async (_how, number, line) => {
    const { connector } = await connectedTo(`{"success": true, "result": [{"logisticsId": "LP1",
      "orderEntryIds": "2891234567890000001,${line}",
      "logisticsOrderGoods": [{"tradeOrderItemId": ${number}, "productName": "杯", "quantity": 3}]}]}`)
    const [parcel] = await connector.parcels(ORDER_ID)
    expect([parcel?.itemIds, parcel?.goods[0]?.itemId]).toEqual([['2891234567890000001', line], line])
  })

  it('belong to no line where a rounded number may mean two adjacent ones, or matches no number in text', async () => {
    const goods = `"logisticsOrderGoods": [{"tradeOrderItemId": 2891234567890223616, "productName": "杯", "quantity": 3}]`
    const { connector } = await connectedTo(`{"success": true, "result": [
      {"logisticsId": "LP1", "orderEntryIds": "2891234567890223457,2891234567890223458", ${goods}},
      {"logisticsId": "LP2", ${goods}}]}`)
    const parcels = await connector.parcels(ORDER_ID)
    expect(parcels.map((one) => one.goods[0]?.itemId)).toEqual([null, null])
    expect(parcels[1]?.itemIds).toEqual([])
  })

  it('are none while nothing was sent, and a refusal is an error', async () => {
    const none = await connectedTo({ success: false, errorCode: '500_2', errorMessage: '订单未发货' })
    expect(await none.connector.parcels(ORDER_ID)).toEqual([])
    const refused = await connectedTo({ success: false, errorCode: '400_3', errorMessage: '无权限' })
    expect(await refusalOf(refused.connector.parcels(ORDER_ID))).toEqual(['rejected', '400_3', '无权限'])
  })
})

describe('a trace', () => {
  it('has the oldest step first', async () => {
    const { connector, received } = await connectedTo({
      success: true,
      logisticsTrace: [
        {
          logisticsId: 'LP1',
          logisticsBillNo: '7841',
          logisticsSteps: [
            { acceptTime: '2026-11-20 06:41:50', remark: '【杭州市】快件已到达' },
            { acceptTime: '2026-11-19 18:02:11', remark: '【金华市】已揽收' },
            { acceptTime: '2026-11-20 07:00:00', remark: '' },
          ],
        },
      ],
    })
    expect(await connector.trace(ORDER_ID, 'LP1')).toEqual([
      {
        logisticsId: 'LP1',
        trackingNo: '7841',
        steps: [
          { at: Date.UTC(2026, 10, 19, 10, 2, 11), text: '【金华市】已揽收' },
          { at: Date.UTC(2026, 10, 19, 22, 41, 50), text: '【杭州市】快件已到达' },
        ],
      },
    ])
    expect(received[0]?.fields['logisticsId']).toBe('LP1')
  })

  it.each([
    { success: false, errorCode: '404', errorMessage: 'x' },
    { success: true, errorMessage: '该订单没有物流跟踪信息。' },
    { success: true, logisticsTrace: [] },
  ])('is empty for %j', async (json) => {
    const { connector } = await connectedTo(json)
    expect(await connector.trace(ORDER_ID)).toEqual([])
  })

  it.each([
    ['order.createtime.history', '订单创建时间超过一年'],
    ['order.nopermission.buyer', '没有权限查看该订单的物流信息'],
    [undefined, '订单状态异常'],
  ])('is refused with %s, also next to a "yes"', async (errorCode, errorMessage) => {
    const { connector } = await connectedTo({ success: true, errorCode, errorMessage })
    expect(await refusalOf(connector.trace(ORDER_ID))).toEqual(['rejected', errorCode, errorMessage])
  })
})

describe('the other logistics calls', () => {
  it('list the carriers', async () => {
    const { connector } = await connectedTo({
      success: true,
      result: [{ id: 8, companyName: '中通快递', companyNo: 'ZTO', companyPhone: '95311' }, { companyNo: 'X' }],
    })
    expect(await connector.carriers()).toEqual([{ carrierId: '8', name: '中通快递', code: 'ZTO', phone: '95311' }])
  })

  it('urge a seller, who may be urged already', async () => {
    const { connector, received } = await connectedTo({ result: { success: true, result: true } })
    await connector.urgeDelivery(ORDER_ID)
    expect([apiOf(received[0]!), received[0]?.fields['orderId']]).toEqual(['logistics.delivery.urge', ORDER_ID])
    const again = await connectedTo({ result: { success: false, code: 'E2', message: '24小时内只能催一次' } })
    const outcome = await refusalOf(again.connector.urgeDelivery(ORDER_ID))
    expect(outcome).toEqual(['rejected', 'E2', '24小时内只能催一次'])
  })

  it.each([
    [
      { freight: '12.3', freePostage: false, firstFee: '2.9', firstUnit: '1', nextFee: 2, chargeType: '0' },
      1230,
      false,
    ],
    [{ freight: '', freePostage: 'true' }, 0, true],
    [{ freight: null }, null, false],
  ])('estimate freight in fen: %j', async (result, freightFen, free) => {
    const { connector, received } = await connectedTo({
      result: { success: true, code: 'S0000', message: '成功', result },
    })
    const estimate = await connector.estimateFreight({
      offerId: '548818919805',
      provinceCode: '330000',
      cityCode: '330700',
      districtCode: '330782',
      quantity: 2,
      skus: [{ skuId: '3332085412530', quantity: 2 }],
    })
    expect([estimate.freightFen, estimate.free]).toEqual([freightFen, free])
    expect(received[0]?.fields['productFreightQueryParamsNew']).toBe(
      '{"offerId":548818919805,"toProvinceCode":"330000","toCityCode":"330700","toCountryCode":"330782",' +
        '"totalNum":2,"logisticsSkuNumModels":[{"skuId":"3332085412530","number":2}]}',
    )
  })
})
