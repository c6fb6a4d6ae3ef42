// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { openPageBench, toasts } from '../../../../../test/page-bench.tsx'
import { handOver } from './outbox.store.ts'
import type { KeptReceipt } from './receipt.rules.ts'

const RECEIVE = 'POST /api/purchase/delivery/receiveGoods'
const PLACE = 'POST /api/purchase/center/setSparePlaces'
let received: object
const bench = openPageBench({
  [RECEIVE]: () => received,
  [PLACE]: () => ({ code: 409, msg: '余货已经不在了' }),
})
const RECEIPT: KeptReceipt = {
  key: '01a21876-da3b-7959-8259-563f7abc9bb3',
  person: 'u1',
  confirmedAt: 0,
  number: 'CG1',
  words: '收 2 件',
  input: { purchaseId: 'p1', key: '01a21876-da3b-7959-8259-563f7abc9bb3', lines: [{ lineId: 'l1', quantity: 2 }] },
  photos: [],
  places: [{ lineId: 'l1', place: 'A-3' }],
  refusal: null,
}

test('goods whose place is refused are received: they are not offered to be received once more', async () => {
  received = { receiptIds: [] }
  expect(await handOver(RECEIPT)).toBe('booked')
  expect([bench.app.count(RECEIVE), bench.app.count(PLACE)]).toEqual([1, 1])
  await vi.waitFor(() => expect(toasts()).toEqual(['余货已经不在了']))
})

test('a refused receipt sets no place, and its refusal is for the person to read', async () => {
  received = { code: 409, msg: '超过了剩余的件数' }
  await expect(handOver(RECEIPT)).rejects.toMatchObject({ failure: 'refused' })
  expect(bench.app.count(PLACE)).toBe(0)
})
