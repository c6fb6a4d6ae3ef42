import type { Shippable } from '@huoqiao/contract/deliveries/deliveries.schema'
import { describe, expect, it } from 'vitest'
import { isMeant, requestOf, wrongShip } from './ship-draft.ts'

const line = (orderLineId: string, open: number): Shippable['lines'][number] => ({
  orderLineId,
  sku: '',
  title: '',
  wanted: open,
  received: open,
  shipped: 0,
  open,
  stock: [],
})
const order: Shippable = {
  orderId: 'o',
  orderName: '#1',
  storeId: 's',
  storeName: '',
  state: 'to-ship',
  refusal: null,
  lines: [line('a', 2), line('b', 3), line('c', 0)],
}

describe('the shipment request of an order', () => {
  it('has every open piece, with the shared carrier, unless something else was typed', () => {
    expect(requestOf(order, { numbers: 'SF100200' }, { carrier: 'SF Express', notifyCustomer: undefined })).toEqual({
      orderId: 'o',
      carrier: 'SF Express',
      numbers: ['SF100200'],
      lines: [
        { orderLineId: 'a', quantity: 2 },
        { orderLineId: 'b', quantity: 3 },
      ],
    })
    const typed = { numbers: 'SF100200，SF100201\nSF100200', carrier: '云途', amounts: { a: 0, b: 2 } }
    expect(requestOf(order, typed, { carrier: 'SF Express', notifyCustomer: false })).toEqual({
      orderId: 'o',
      carrier: '云途',
      numbers: ['SF100200', 'SF100201'],
      lines: [{ orderLineId: 'b', quantity: 2 }],
      notifyCustomer: false,
    })
  })

  it('needs a waybill, a carrier and pieces', () => {
    expect(wrongShip(order, {}, '云途')).toBe('请填写运单号')
    expect(wrongShip(order, { numbers: '运单' }, '云途')).toContain('不是运单号')
    expect(wrongShip(order, { numbers: 'SF100200' }, ' ')).toBe('请选择承运商')
    expect(wrongShip(order, { numbers: 'SF100200', amounts: { a: 0, b: 0 } }, '云途')).toBe('请填写发货数量')
    expect(wrongShip(order, { numbers: 'SF100200', amounts: { b: 9 } }, '云途')).toContain('最多 3')
    expect(wrongShip(order, { numbers: 'SF100200', amounts: { b: -3 } }, '云途')).toContain('不能少于 0')
    expect(wrongShip(order, { numbers: 'SF100200' }, '云途')).toBeUndefined()
    expect(wrongShip({ ...order, refusal: '订单已搁置' }, { numbers: 'SF100200' }, '云途')).toBe('订单已搁置')
  })

  it('has the address that was typed for a courier that the shop does not know', () => {
    const typed = { numbers: 'YW100 YW101', carrier: '燕文', url: 'https://yw.example/{number}' }
    const shared = { carrier: '', notifyCustomer: undefined }
    expect(requestOf(order, typed, shared).urls).toEqual(['https://yw.example/YW100', 'https://yw.example/YW101'])
    expect(requestOf(order, typed, { ...shared, asksUrl: () => false }).urls).toBeUndefined()
    expect(wrongShip(order, { ...typed, url: 'https://yw.example/1' }, '')).toContain('2 个网址')
  })

  it('is empty as long as there is no waybill', () => {
    expect(isMeant(order, { o: { numbers: '  ' } })).toBe(false)
    expect(isMeant(order, { o: { numbers: 'SF100200' } })).toBe(true)
    expect(isMeant({ ...order, refusal: '订单已搁置' }, { o: { numbers: 'SF100200' } })).toBe(false)
  })
})
