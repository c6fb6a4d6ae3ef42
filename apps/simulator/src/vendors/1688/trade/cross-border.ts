import { formatChinaTime } from '@huoqiao/kit/time'
import { idNumber } from '../wire-json.ts'
import { buyerOf } from './order-book.ts'
import type { LifeDeps } from './order-life.ts'
import type { OrderRow, Parcel } from './order.types.ts'

/** Nodes of the international leg; the reference has only the message and the field, its content is UNCERTAIN. */
const CROSS_NODES = ['INBOUND', 'OUTBOUND', 'CUSTOMS_CLEARED', 'DELIVERING', 'SIGN'] as const
export type CrossNode = (typeof CROSS_NODES)[number]

export type CrossParcel = {
  packageId: string
  mailNo: string
  /** The domestic parcels inside it. */
  logisticsIds: string[]
  steps: { at: number; node: CrossNode }[]
}

const REMARKS: Readonly<Record<CrossNode, string>> = {
  INBOUND: '包裹已到达1688跨境集运仓',
  OUTBOUND: '包裹已出库，交国际承运商',
  CUSTOMS_CLEARED: '目的国清关完成',
  DELIVERING: '目的国派送中',
  SIGN: '收件人已签收',
}

/**
 * The official cross-border leg (reference 4 and 5.3): parcels of an order with the official solution arrive at the platform's warehouse,
 * which sends them on. Its events are LOGISTICS_GLOBAL_1688_PACKAGE_CHANGE.
 */
export function openCrossBorder(deps: LifeDeps) {
  const { book, pushes, quirks } = deps
  const reach = (order: OrderRow, parcel: CrossParcel, node: CrossNode, at: number): void => {
    parcel.steps.push({ at, node })
    book.put(order)
    pushes.send(
      'LOGISTICS_GLOBAL_1688_PACKAGE_CHANGE',
      {
        orderId: idNumber(order.orderId),
        packageId: parcel.packageId,
        mailNo: parcel.mailNo,
        statusChanged: node,
        changeTime: formatChinaTime(at),
      },
      at,
      order.orderId,
      buyerOf(order),
    )
    if (node === 'SIGN') return
    deps.alarms().set(`cross:${parcel.packageId}`, at + quirks.traceMinutes() * 60_000, {
      kind: 'cross',
      orderId: order.orderId,
      packageId: parcel.packageId,
    })
  }
  return {
    /** A domestic parcel arrived: it is sent abroad when the order uses the official solution. */
    arrived: (order: OrderRow, parcel: Parcel, at: number): void => {
      if (order.officialSolution !== true) return
      const packageId = `GP${book.nextLogisticsId().slice(2)}`
      const cross = { packageId, mailNo: `CN${book.nextMailNo(11)}`, logisticsIds: [parcel.logisticsId], steps: [] }
      order.crossParcels = [...(order.crossParcels ?? []), cross]
      reach(order, cross, 'INBOUND', at)
    },
    advance: (order: OrderRow, packageId: string, at: number): boolean => {
      const parcel = order.crossParcels?.find((each) => each.packageId === packageId)
      const last = parcel?.steps.at(-1)?.node
      const node = last && CROSS_NODES[CROSS_NODES.indexOf(last) + 1]
      if (!parcel || !node) return false
      reach(order, parcel, node, at)
      return true
    },
  }
}

/** `crossPackageFulfillmentDTO` in the trace. */
export const crossPackages = (order: OrderRow): object[] =>
  (order.crossParcels ?? []).map((parcel) => ({
    packageId: parcel.packageId,
    mailNo: parcel.mailNo,
    logisticsIds: parcel.logisticsIds,
    status: parcel.steps.at(-1)?.node ?? null,
    fulfillmentSteps: parcel.steps.map((step) => ({
      acceptTime: formatChinaTime(step.at),
      remark: REMARKS[step.node],
    })),
  }))
