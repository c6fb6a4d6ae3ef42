// @vitest-environment happy-dom
import { RECEIPT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { ReceiveForm } from './receive-form.tsx'
import { lineToReceive, toReceive } from './receiving.testing.ts'

const RECEIVE = 'POST /api/purchase/delivery/receiveGoods'
const receiving = toReceive({
  parcelId: 'x',
  lines: [lineToReceive({ inParcel: 5 })],
  can: { receiveGoods: true },
})
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
