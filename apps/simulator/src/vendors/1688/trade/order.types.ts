import type { TraceNode } from './carriers.ts'
import type { CrossParcel } from './cross-border.ts'

/** Orders as the simulated platform stores them. Money is integer fen, times epoch ms, ids text. */
export type OrderStatus =
  | 'waitbuyerpay'
  | 'waitsellersend'
  | 'waitbuyerreceive'
  | 'confirm_goods'
  | 'success'
  | 'cancel'

export type Receiver = {
  fullName: string
  mobile: string
  phone: string
  postCode: string
  provinceText: string
  cityText: string
  areaText: string
  townText: string
  address: string
  districtCode: string
}

export type OrderItem = {
  subItemId: string
  offerId: string
  skuId: string | null
  specId: string | null
  name: string
  image: string
  skuInfos: { name: string; value: string }[]
  cargoNumber: string
  productCargoNumber: string
  unit: string
  quantity: number
  /** Unit price before any reduction. */
  listFen: number
  /** What is paid for the line: quantity × list price − discountFen. */
  itemFen: number
  /** Reduction of the line by a promotion or by the seller; negative when the seller raised the price. */
  discountFen: number
  shipped: number
  received: boolean
  refundedFen: number
  refundId: string | null
}

export type TraceStep = { at: number; node: TraceNode; remark: string }

export type Parcel = {
  logisticsId: string
  mailNo: string
  carrierNo: string
  lines: { subItemId: string; quantity: number }[]
  shippedAt: number
  steps: TraceStep[]
}

export type Seller = {
  openId: string
  memberId: string
  loginId: string
  companyName: string
  province: string
  city: string
}

export type PayChannel = 'alipay' | 'shegou' | 'kjpayV2'

/** One payment of an order that is paid in stages. */
export type Stage = { no: number; name: string; dueFen: number; paidAt: number | null; channel: PayChannel | null }

export type OrderRow = {
  orderId: string
  /** The buyer of the order; absent in rows from before there were two accounts. */
  buyerId?: string
  outOrderId: string | null
  status: OrderStatus
  flow: string
  tradeType: string
  message: string
  seller: Seller
  receiver: Receiver
  items: OrderItem[]
  freightFen: number
  /** Absent or empty: paid in one payment. */
  stages?: Stage[]
  payChannel: PayChannel | null
  /** Whether stock was taken and is still held or used. */
  stockTaken: boolean
  crossBorderPay: boolean
  parcels: Parcel[]
  /** The platform itself sends it abroad; absent: it goes to the address in China. */
  officialSolution?: boolean
  crossParcels?: CrossParcel[]
  refundedFen: number
  createdAt: number
  modifiedAt: number
  payDueAt: number
  paidAt: number | null
  shippedAt: number | null
  receivedAt: number | null
  completedAt: number | null
  closedAt: number | null
  closeReason: string | null
  closeOperateType: string | null
  closeRemark: string | null
  urgedAt: number | null
  /** Failed attempts of password-free payment. */
  prepareTries: number
}

export const goodsFen = (order: Pick<OrderRow, 'items'>): number =>
  order.items.reduce((sum, item) => sum + item.itemFen, 0)

const stagesOf = (order: Pick<OrderRow, 'stages'>): readonly Stage[] => order.stages ?? []

/** The stage to pay next; undefined for orders without stages and when all are paid. */
export const nextStage = (order: Pick<OrderRow, 'stages'>): Stage | undefined =>
  stagesOf(order).find((stage) => stage.paidAt === null)

/** Whether the order can be paid now. */
export const awaitsPayment = (order: OrderRow): boolean =>
  order.status === 'waitbuyerpay' || (order.status === 'waitsellersend' && nextStage(order) !== undefined)

/** The amount of the next payment. */
export const dueFen = (order: OrderRow): number => nextStage(order)?.dueFen ?? totalFen(order)

/** The amount paid so far, without refunds. */
export const paidFen = (order: OrderRow): number =>
  stagesOf(order).length === 0
    ? order.paidAt === null
      ? 0
      : totalFen(order)
    : stagesOf(order).reduce((sum, stage) => sum + (stage.paidAt === null ? 0 : stage.dueFen), 0)

/** Sum of the lines plus freight (reference 3.9). */
export const totalFen = (order: Pick<OrderRow, 'items' | 'freightFen'>): number => goodsFen(order) + order.freightFen
