import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'

/** What the receiving screen shows, for tests: ten cups, of which the parcel YT100 brings five. */

type Line = Receiving['lines'][number]
type Parcel = Receiving['parcels'][number]

export const lineToReceive = (over: Partial<Line> = {}): Line => ({
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
  inParcel: null,
  stock: 0,
  place: '',
  demand: [],
  ...over,
})

export const parcelUnderWay = (over: Partial<Parcel> = {}): Parcel => ({
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
  ...over,
})

export const toReceive = (over: Partial<Receiving> = {}): Receiving => ({
  purchaseId: 'p',
  number: 'CG1',
  supplierName: '厂',
  state: 'to-receive',
  alibabaOrderIds: ['9'],
  alibabaOrders: [],
  parcelId: null,
  lines: [lineToReceive()],
  receipts: [],
  parcels: [parcelUnderWay()],
  can: {},
  ...over,
})
