import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { describe, expect, it } from 'vitest'
import type { LineDraft, ReceivingLine } from './receive-draft.ts'
import { proposed, requestsOf, requestOf, wrongRequest } from './receive-draft.ts'
import { lineToReceive, parcelUnderWay, toReceive } from './receiving.testing.ts'

const line = (over: Partial<ReceivingLine> = {}) => lineToReceive({ received: 4, rest: 6, sent: null, ...over })
const receiving = (lines: ReceivingLine[], over: Partial<Receiving> = {}): Receiving =>
  toReceive({ lines, parcels: [parcel(lines)], ...over })
/** The parcel that is scanned. */
const parcel = (lines: readonly ReceivingLine[]) =>
  parcelUnderWay({
    items: lines.map(({ lineId, inParcel }) => ({
      subItemId: lineId,
      lineId,
      title: '',
      image: null,
      quantity: inParcel,
    })),
  })
const entry = (over: Partial<Receiving['receipts'][number]>): Receiving['receipts'][number] => ({
  id: 'r',
  purchaseId: 'p',
  purchaseNumber: 'PO-1',
  lineId: 'a',
  title: '',
  specText: '',
  image: null,
  quantity: 0,
  defects: 0,
  defectReason: '',
  photos: [],
  overReason: '',
  unsentReason: '',
  note: '',
  parcelId: null,
  trackingNo: null,
  reverses: null,
  reversedBy: null,
  by: '',
  at: 0,
  can: {},
  ...over,
})

describe('the proposed quantity to receive', () => {
  it('is everything that is still expected when no parcel was scanned and 1688 does not return what was sent', () => {
    expect(proposed(receiving([line()]), line())).toBe(6)
  })

  it('is what the seller has sent and is not received yet, good or defective', () => {
    const sent = line({ sent: 8, defects: 1 })
    expect(proposed(receiving([sent]), sent)).toBe(3)
    const nothing = line({ sent: 0, received: 0, rest: 10 })
    expect(proposed(receiving([nothing]), nothing)).toBe(0)
  })

  it('is what the scanned parcel contains, and zero for lines that are not in it', () => {
    const [mine, other] = [line({ inParcel: 3 }), line({ lineId: 'b', inParcel: 0 })]
    const of = receiving([mine, other], { parcelId: 'x' })
    expect([proposed(of, mine), proposed(of, other)]).toEqual([3, 0])
  })

  it('is the rest when 1688 does not return the contents of the parcel', () => {
    const empty = line({ inParcel: 0 })
    expect(proposed(receiving([empty], { parcelId: 'x' }), empty)).toBe(6)
  })

  it('excludes what was received with the parcel before, unless that was reversed', () => {
    const mine = line({ inParcel: 5 })
    const took = entry({ parcelId: 'x', quantity: 3, defects: 1 })
    const back = entry({ id: 's', parcelId: 'x', quantity: -3, defects: -1, reverses: 'r' })
    const other = entry({ id: 't', parcelId: 'y', quantity: 2 })
    expect(proposed(receiving([mine], { parcelId: 'x', receipts: [took, other] }), mine)).toBe(1)
    expect(proposed(receiving([mine], { parcelId: 'x', receipts: [took, back] }), mine)).toBe(5)
  })

  it('is never more than was bought', () => {
    const mine = line({ inParcel: 9 })
    expect(proposed(receiving([mine], { parcelId: 'x' }), mine)).toBe(6)
  })
})

describe('the receive request', () => {
  it('subtracts defective pieces from the proposed quantity, and leaves a typed one', () => {
    const of = receiving([line()])
    expect(requestOf(of, line(), { defects: 2 })).toMatchObject({ quantity: 4, defects: 2 })
    expect(requestOf(of, line(), { defects: 2, quantity: 6 })).toMatchObject({ quantity: 6, defects: 2 })
  })

  it('needs a reason for defective pieces and for more than was bought', () => {
    const of = receiving([line()])
    const wrong = (typed: LineDraft, overReason = '') =>
      wrongRequest(requestsOf(of, { a: typed }), { overReason, unsentReason: '' })
    expect(wrong({ quantity: 0 })).toBe('没有要收的数量')
    expect(wrong({ defects: 1 })).toBe('请写不良原因')
    expect(wrong({ quantity: 7 })).toContain('超收原因')
    expect(wrong({ quantity: 7 }, '多发一件')).toBeUndefined()
    expect(wrong({ quantity: 6 })).toBeUndefined()
  })

  it('refuses a negative number, good or defective', () => {
    const of = receiving([line()])
    const reasons = { overReason: '', unsentReason: '' }
    expect(wrongRequest(requestsOf(of, { a: { quantity: -3 } }), reasons)).toBe('件数不能少于 0')
    expect(wrongRequest(requestsOf(of, { a: { quantity: 1, defects: -1 } }), reasons)).toBe('件数不能少于 0')
  })

  it('needs a reason for goods that are in no parcel', () => {
    const of = receiving([line({ sent: 6 })])
    const wrong = (quantity: number, unsentReason = '') =>
      wrongRequest(requestsOf(of, { a: { quantity } }), { overReason: '', unsentReason })
    expect(wrong(2)).toBeUndefined()
    expect(wrong(3)).toContain('比1688显示的多')
    expect(wrong(3, '卖家没填物流')).toBeUndefined()
  })

  it('needs a reason for more than the scanned parcel contains, less what was received from it', () => {
    const mine = line({ inParcel: 5, sent: 10 })
    const of = receiving([mine], { parcelId: 'x', receipts: [entry({ parcelId: 'x', quantity: 4 })] })
    expect(requestOf(of, mine, { quantity: 1 })).toMatchObject({ unsent: 0 })
    expect(requestOf(of, mine, { quantity: 1, defects: 1 })).toMatchObject({ unsent: 1 })
  })
})
