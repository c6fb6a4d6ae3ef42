import { formatChinaTime } from '@huoqiao/kit/time'
import { idNumber } from '../wire-json.ts'
import { buyerOf } from './order-book.ts'
import type { LifeDeps } from './order-life.ts'
import type { OrderRow, Parcel } from './order.types.ts'

/** Nodes of the international leg; the reference names the message and the field only, all inside is UNCERTAIN. */
const CROSS_NODES = ['INBOUND', 'OUTBOUND', 'CUSTOMS_CLEARED', 'DELIVERING', 'SIGN'] as const
export type CrossNode = (typeof CROSS_NODES)[number]

export type CrossParcel = {
  packageId: string
  mailNo: string
  /** Domestic parcels that are in it. */
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
 * The official cross-border leg (reference 4 and 5.3): parcels of an order that uses the official solution end at the
 * platform's warehouse, which sends them on. Its events come as LOGISTICS_GLOBAL_1688_PACKAGE_CHANGE.
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
    /** A domestic parcel arrived: it goes on abroad where the order uses the official solution. */
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

/** `crossPackageFulfillmentDTO` of the trace. */
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
