import { describe, expect, it } from 'vitest'
import { EMPTY_REQUEST, requestOf, withItem, wrongAmount } from './purchase-request.ts'

const lines = [
  { id: 'a', toBuy: 3 },
  { id: 'b', toBuy: 2 },
]
const item = { offerId: '1', skuId: '2', specId: null, quantity: 4, label: '红' }

describe('a purchase request', () => {
  it('leaves the quantity to the server if it is the open need', () => {
    const request = requestOf({ ...EMPTY_REQUEST, amounts: new Map([['a', 3]]) }, ['a', 'b'], lines)
    expect(request.orderLines).toEqual([{ orderLineId: 'a' }, { orderLineId: 'b' }])
  })

  it('has a smaller quantity and leaves out lines of zero', () => {
    const amounts = new Map([
      ['a', 1],
      ['b', 0],
    ])
    expect(requestOf({ ...EMPTY_REQUEST, amounts }, ['a', 'b'], lines).orderLines).toEqual([
      { orderLineId: 'a', saleQuantity: 1 },
    ])
  })

  it('keeps a wrong number, which is not sent', () => {
    const named = lines.map((line) => ({ ...line, orderNumber: `#${line.id}` }))
    expect(wrongAmount({ ...EMPTY_REQUEST, amounts: new Map([['a', -3]]) }, named)).toBe('订单 #a 的数量不能少于 0')
    expect(wrongAmount({ ...EMPTY_REQUEST, amounts: new Map([['b', 7]]) }, named)).toBe('订单 #b 的数量最多 2')
    const items = withItem([], { ...item, quantity: -3 })
    expect(items).toHaveLength(1)
    expect(wrongAmount({ ...EMPTY_REQUEST, items }, named)).toBe('红 的数量不能少于 0')
    expect(wrongAmount({ ...EMPTY_REQUEST, items: [item] }, named)).toBeUndefined()
  })

  it('has each SKU once, and removes it at zero', () => {
    const once = withItem(withItem([], item), { ...item, quantity: 9 })
    expect(once).toEqual([{ ...item, quantity: 9 }])
    expect(withItem(once, { ...item, quantity: 0 })).toEqual([])
  })
})
