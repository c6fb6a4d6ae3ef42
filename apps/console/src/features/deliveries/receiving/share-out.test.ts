import { describe, expect, it } from 'vitest'
import type { ReceivingLine } from './receive-draft.ts'
import { leftOver, wrongShares } from './share-out.ts'

const demand = (
  demandId: string,
  allocated: number,
  source: number,
  sale: number,
): ReceivingLine['demand'][number] => ({
  demandId,
  orderId: 'o',
  orderName: '#1',
  storeName: '',
  orderLineId: 'l',
  orderState: null,
  ratio: { source, sale },
  quantity: 10,
  allocated,
  fixed: 0,
})
const line = (received: number, ...of: ReceivingLine['demand']): ReceivingLine => ({
  lineId: 'a',
  offerId: '1',
  skuId: null,
  title: '',
  specText: '',
  image: null,
  quantity: 20,
  received,
  defects: 0,
  rest: 0,
  sent: null,
  inParcel: null,
  stock: 0,
  place: '',
  demand: of,
})

describe('allocating what arrived', () => {
  it('counts exactly over different ratios', () => {
    // 7 source pieces: order a needs 2 for each sale piece, order b gets 3 sale pieces from each.
    const of = line(7, demand('a', 2, 2, 1), demand('b', 3, 1, 3))
    expect(leftOver(of, {})).toEqual({ pieces: 2, isWhole: true })
    expect(leftOver(of, { b: 4 })).toEqual({ pieces: 1, isWhole: false })
    expect(leftOver(of, { a: 3, b: 3 })).toEqual({ pieces: 0, isWhole: true })
  })

  it('refuses to allocate more than arrived, even by a third of a piece', () => {
    const of = line(3, demand('a', 1, 2, 1), demand('b', 3, 1, 3))
    expect(wrongShares(of, { b: 4 })).toContain('不够分')
    expect(wrongShares(of, { b: 2 })).toBeUndefined()
    expect(wrongShares(of, {})).toBe('没有改动')
    expect(wrongShares(of, { b: -1 })).toBe('#1 分到的件数不能少于 0')
    expect(wrongShares(of, { b: 11 })).toBe('#1 分到的件数最多 10')
  })
})
