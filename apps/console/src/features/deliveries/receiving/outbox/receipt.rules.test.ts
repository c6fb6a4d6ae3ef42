import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { expect, test } from 'vitest'
import { CallError } from '../../../../lib/call-error.ts'
import { requestsOf } from '../receive-draft.ts'
import { asScanned, isUndecided, receiptOf, withKept } from './receipt.rules.ts'

const line = {
  lineId: 'a',
  offerId: '1',
  skuId: null,
  title: '杯子',
  specText: '',
  image: null,
  quantity: 10,
  received: 2,
  defects: 0,
  rest: 8,
  sent: 10,
  inParcel: null,
  stock: 0,
  place: '',
  demand: [],
}
const parcel = (id: string, trackingNo: string, quantity: number | null): Receiving['parcels'][number] => ({
  id,
  purchaseId: 'p',
  purchaseNumber: 'CG1',
  alibabaOrderId: '9',
  logisticsId: id,
  trackingNo,
  formerNumbers: [],
  carrier: null,
  state: 'moving',
  reason: '',
  sentAt: null,
  signedAt: null,
  lastStep: null,
  stalledSince: null,
  urgedAt: null,
  readAt: null,
  items: [{ subItemId: '1', lineId: 'a', title: '杯子', image: null, quantity }],
  received: { pieces: 0, isWhole: false },
  can: {},
})
const receiving: Receiving = {
  purchaseId: 'p',
  number: 'CG1',
  supplierName: '厂',
  state: 'to-receive',
  alibabaOrderIds: ['9'],
  alibabaOrders: [],
  parcelId: null,
  lines: [line],
  receipts: [],
  parcels: [parcel('x', 'YT100', 4), parcel('y', 'YT200', null)],
  can: {},
}
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
test('a parcel of a purchase that was read before shows what is in it, where the seller said so', () => {
  expect(asScanned(receiving, 'YT100')).toMatchObject({ parcelId: 'x', lines: [{ inParcel: 4 }] })
  expect(asScanned(receiving, 'YT200')).toMatchObject({ parcelId: 'y', lines: [{ inParcel: null }] })
  expect(asScanned(receiving, 'CG1')).toMatchObject({ parcelId: null, lines: [{ inParcel: null }] })
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
