import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { expect, test } from 'vitest'
import { CallError } from '../../../../lib/call-error.ts'
import { requestsOf } from '../receive-draft.ts'
import { lineToReceive, parcelUnderWay, toReceive } from '../receiving.testing.ts'
import { asScanned, isUndecided, receiptOf, scanOf, withKept } from './receipt.rules.ts'

const line = lineToReceive({ received: 2, rest: 8 })
const parcel = (id: string, trackingNo: string, quantity: number | null): Receiving['parcels'][number] =>
  parcelUnderWay({
    id,
    logisticsId: id,
    trackingNo,
    items: [{ subItemId: '1', lineId: 'a', title: '杯子', image: null, quantity }],
  })
const receiving = toReceive({ lines: [line], parcels: [parcel('x', 'YT100', 4), parcel('y', 'YT200', null)] })
const typed = (quantity: number) => {
  const draft = { a: { quantity, defects: 1, defectReason: '碎', place: ' B-2 ' } }
  return { draft, requests: requestsOf(receiving, draft), overReason: ' ', unsentReason: '', note: '' }
}
const by = { key: 'k', person: 'me', now: 5 }

test('a receipt says what was typed, and where the spare pieces lie', () => {
  expect(receiptOf(receiving, typed(3), by)).toMatchObject({
    key: 'k',
    words: '收 3 件，不良 1 件',
    input: {
      key: 'k',
      purchaseId: 'p',
      lines: [{ lineId: 'a', quantity: 3, defects: 1, defectReason: '碎' }],
      overReason: '',
    },
    places: [{ lineId: 'a', place: 'B-2' }],
    refusal: null,
  })
})
test('what is kept on the device is not proposed a second time; what the server refused is', () => {
  const kept = receiptOf(receiving, typed(3), by)
  expect(withKept(receiving, [kept]).lines[0]).toMatchObject({ received: 5, defects: 1, rest: 5 })
  expect(withKept(receiving, [{ ...kept, refusal: { refusal: 'x', what: '不行' } }])).toBe(receiving)
})
test('what is kept of one parcel is not missing in another, and its own parcel is not proposed a second time', () => {
  const b = { ...line, lineId: 'b', quantity: 3, received: 0, rest: 3, sent: 3 }
  const a5 = { subItemId: '1', lineId: 'a', title: '杯子', image: null, quantity: 5 }
  const b3 = { ...a5, subItemId: '2', lineId: 'b', quantity: 3 }
  const purchase: Receiving = {
    ...receiving,
    lines: [{ ...line, received: 0, rest: 10 }, b],
    parcels: [
      { ...parcel('x', 'YT100', 5), items: [a5] },
      { ...parcel('y', 'YT200', 5), items: [a5, b3] },
    ],
  }
  const [x, y] = [asScanned(purchase, 'YT100'), asScanned(purchase, 'YT200')]
  const proposal = (seen: Receiving) => requestsOf(seen, {}).map(({ quantity }) => quantity)
  const kept = receiptOf(x, { ...typed(0), draft: {}, requests: requestsOf(x, {}) }, by)
  expect(kept.words).toBe('收 5 件')
  expect(proposal(withKept(y, [kept]))).toEqual([5, 3])
  expect(withKept(y, [kept]).lines).toMatchObject([
    { received: 5, rest: 5, inParcel: 5 },
    { received: 0, rest: 3, inParcel: 3 },
  ])
  expect(proposal(withKept(x, [kept]))).toEqual([0, 0])
})
test('a parcel of a purchase that was read before shows what is in it, where the seller said so', () => {
  expect(asScanned(receiving, 'YT100')).toMatchObject({ parcelId: 'x', lines: [{ inParcel: 4 }] })
  expect(asScanned(receiving, 'YT200')).toMatchObject({ parcelId: 'y', lines: [{ inParcel: null }] })
  expect(asScanned(receiving, 'CG1')).toMatchObject({ parcelId: null, lines: [{ inParcel: null }] })
})
test('a refused receipt is opened again as it was scanned', () => {
  const opened = (code: string): string => scanOf(receiptOf(asScanned(receiving, code), typed(3), by))
  expect([opened('YT200'), opened('CG1')]).toEqual(['YT200', 'CG1'])
})
test('a receipt is sent again after a lost answer or a stopped server, and not after a refusal', () => {
  const failed = (failure: CallError['failure'], status?: number) =>
    isUndecided(new CallError(failure, '', { call: 'receiveGoods', ...(status === undefined ? {} : { status }) }))
  expect([failed('network'), failed('empty', 200), failed('http', 502), failed('session-over', 403)]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([failed('refused', 200), failed('http', 500), failed('http', 404), isUndecided(new Error('x'))]).toEqual([
    false,
    false,
    false,
    false,
  ])
})
