// @vitest-environment happy-dom
import { RECEIPT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { ReceiveForm } from './receive-form.tsx'

const RECEIVE = 'POST /api/purchase/delivery/receiveGoods'
const line = {
  lineId: 'a',
  offerId: '1',
  skuId: null,
  title: '杯子',
  specText: '',
  image: null,
  quantity: 10,
  received: 0,
  defects: 0,
  rest: 10,
  sent: 10,
  inParcel: 5,
  stock: 0,
  place: '',
  demand: [],
}
const parcel: Receiving['parcels'][number] = {
  id: 'x',
  purchaseId: 'p',
  purchaseNumber: 'CG1',
  alibabaOrderId: '9',
  logisticsId: 'x',
  trackingNo: 'YT100',
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
  items: [{ subItemId: '1', lineId: 'a', title: '杯子', image: null, quantity: 5 }],
  received: { pieces: 0, isWhole: false },
  can: {},
}
const receiving: Receiving = {
  purchaseId: 'p',
  number: 'CG1',
  supplierName: '厂',
  state: 'to-receive',
  alibabaOrderIds: ['9'],
  alibabaOrders: [],
  parcelId: 'x',
  lines: [line],
  receipts: [],
  parcels: [parcel],
  can: { receiveGoods: true },
}
const why = '包裹 YT100 里“杯子”1688显示 5 件，已收 5 件，再收 5 件'
let answer: object
let done: number
const bench = openPageBench({ [RECEIVE]: () => answer })
beforeEach(() => {
  answer = { code: 400, msg: '收货数量超过1688显示的数量', data: { refusal: 'beyond-sent', what: '超过', why } }
  done = 0
})
const reason = () => screen.queryByLabelText(RECEIPT_FIELDS.unsentReason.label)
const bodies = () =>
  bench.app.asked.flatMap(({ name, body }) =>
    name === RECEIVE ? [JSON.parse(body) as { key: string; unsentReason?: string }] : [],
  )

test('a parcel that somebody else has received meanwhile is received only with a reason, which is asked for then', async () => {
  showPage(bench, <ReceiveForm receiving={receiving} onDone={() => (done += 1)} />, '/purchase/receive')
  expect(reason()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /收货 5 件/ }))
  await screen.findByText(new RegExp(why))
  fireEvent.change(await waitFor(() => reason()!), { target: { value: '箱里是两份' } })
  answer = receiving
  const button = screen.getByRole('button', { name: /收货 5 件/ })
  await waitFor(() => expect(button.classList.contains('ant-btn-loading')).toBe(false))
  fireEvent.click(button)
  await waitFor(() => expect(done).toBe(1))
  expect(bodies().map(({ unsentReason }) => unsentReason)).toEqual([undefined, '箱里是两份'])
  expect(new Set(bodies().map(({ key }) => key)).size).toBe(1)
})
