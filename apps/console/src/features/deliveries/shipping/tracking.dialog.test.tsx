// @vitest-environment happy-dom
import { SHIPMENT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import TrackingDialog from './tracking.dialog.tsx'

const CHANGE = 'POST /api/purchase/delivery/changeTracking'
const shipment: Shipment = {
  id: 's1',
  orderId: 'o1',
  orderName: '#1001',
  storeId: 'us',
  storeName: '美国站',
  state: 'queued',
  reason: '',
  advice: null,
  carrier: 'UPS',
  knownCarrier: 'UPS',
  numbers: ['1Z100'],
  urls: [],
  notifyCustomer: true,
  lines: [],
  fulfilments: [],
  exchange: null,
  by: '',
  createdAt: 0,
  sentAt: null,
  updatedAt: 0,
  can: {},
}
const bench = openPageBench({
  [CHANGE]: () => shipment,
  'GET /api/purchase/delivery/getShipCarriers': () => ({ carriers: [], known: [], urlTemplate: '' }),
})

/** Changes the number, and returns `notifyCustomer` of the request. */
async function notifyOf(state: Shipment['state']): Promise<unknown> {
  let closed = 0
  showPage(bench, <TrackingDialog shipment={{ ...shipment, state }} onClose={() => (closed += 1)} />, '/order/ship')
  fireEvent.change(screen.getByLabelText(SHIPMENT_FIELDS.numbers.label), { target: { value: '1Z200' } })
  fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(closed).toBe(1))
  const asked = bench.app.asked.find(({ name }) => name === CHANGE)!
  return (JSON.parse(asked.body) as { notifyCustomer?: boolean }).notifyCustomer
}

test('a number that is corrected before it was sent leaves the message to the shopper as it was', async () => {
  expect(await notifyOf('queued')).toBeUndefined()
})

test('a changed number of a sent shipment causes a message only if a person asks for one', async () => {
  expect(await notifyOf('sent')).toBe(false)
})
