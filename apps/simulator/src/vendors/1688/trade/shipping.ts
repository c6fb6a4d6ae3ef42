import { formatChinaTime } from '@huoqiao/kit/time'
import { hash32 } from '../../../core/random.ts'
import { idNumber } from '../wire-json.ts'
import { CARRIERS, carrierOf, TRACE_NODES } from './carriers.ts'
import type { openCrossBorder } from './cross-border.ts'
import type { Carrier, TraceNode } from './carriers.ts'
import { buyerOf } from './order-book.ts'
import type { LifeDeps, OrderLife } from './order-life.ts'
import { nextStage } from './order.types.ts'
import type { OrderItem, OrderRow, Parcel } from './order.types.ts'

const DAY_MS = 86_400_000

export type ParcelPlan = { subItemId: string; quantity: number }[]

/** The quantity of a line that is still to be sent; none for a refunded line. */
const openOf = (item: OrderItem): number =>
  item.refundedFen > 0 && item.refundedFen >= item.itemFen ? 0 : item.quantity - item.shipped

const planAll = (order: OrderRow): ParcelPlan =>
  order.items
    .map((item) => ({ subItemId: item.subItemId, quantity: openOf(item) }))
    .filter(({ quantity }) => quantity > 0)

/** Two halves of what is still to be sent: by line, or by pieces when only one line is open; one part when there is just one piece. */
function planHalves(order: OrderRow): ParcelPlan[] {
  const all = planAll(order)
  if (all.length > 1) {
    const middle = Math.ceil(all.length / 2)
    return [all.slice(0, middle), all.slice(middle)]
  }
  const only = all[0]
  if (!only || only.quantity < 2) return [all]
  const first = Math.ceil(only.quantity / 2)
  return [[{ ...only, quantity: first }], [{ ...only, quantity: only.quantity - first }]]
}

/** Sending, the parcels' routes, and changed waybill numbers (reference 3.5, 4 and 5.3). */
export function openShipping(deps: LifeDeps, life: OrderLife, crossBorder: ReturnType<typeof openCrossBorder>) {
  const { core, quirks, book, pushes } = deps

  const lineModels = (order: OrderRow, parcel: Parcel) =>
    parcel.lines.map(({ subItemId }) => ({ orderId: idNumber(order.orderId), orderEntryId: idNumber(subItemId) }))

  const reach = (order: OrderRow, parcel: Parcel, node: TraceNode, at: number): void => {
    parcel.steps.push({ at, node, remark: remarkOf(order, parcel, node) })
    book.put(order)
    pushes.send(
      'LOGISTICS_BUYER_VIEW_TRACE',
      {
        OrderLogisticsTracingModel: {
          logisticsId: parcel.logisticsId,
          cpCode: parcel.carrierNo,
          mailNo: parcel.mailNo,
          statusChanged: node,
          changeTime: formatChinaTime(at),
          orderLogsItems: lineModels(order, parcel),
        },
      },
      at,
      order.orderId,
      buyerOf(order),
    )
  }
  const setNextStep = (order: OrderRow, parcel: Parcel, at: number): void => {
    if (parcel.steps.at(-1)?.node === 'SIGN') return
    deps.alarms().set(`trace:${parcel.logisticsId}`, at + quirks.traceMinutes() * 60_000, {
      kind: 'trace',
      orderId: order.orderId,
      logisticsId: parcel.logisticsId,
    })
  }
  const pack = (order: OrderRow, plan: ParcelPlan, carrier: Carrier, at: number): Parcel => {
    const parcel: Parcel = {
      logisticsId: book.nextLogisticsId(),
      mailNo: book.nextMailNo(carrier.digits),
      carrierNo: carrier.no,
      lines: plan,
      shippedAt: at,
      steps: [],
    }
    for (const { subItemId, quantity } of plan) {
      const item = order.items.find((each) => each.subItemId === subItemId)
      if (item) item.shipped += quantity
    }
    order.parcels.push(parcel)
    return parcel
  }
  /** Sends one parcel per plan. When nothing is left to send, the order waits for the buyer, otherwise it is partly sent. */
  const ship = (order: OrderRow, plans: readonly ParcelPlan[], at: number): Parcel[] => {
    const carrier = CARRIERS[hash32(order.seller.openId) % CARRIERS.length]!
    const parcels = plans.filter((plan) => plan.length > 0).map((plan) => pack(order, plan, carrier, at))
    // Nothing is left to send, but something was sent before: the rest was refunded, so the order is complete.
    if (order.parcels.length === 0) return []
    const whole = planAll(order).length === 0
    if (whole) {
      order.status = 'waitbuyerreceive'
      order.shippedAt = at
      deps.alarms().cancel(`ship:${order.orderId}`)
      deps.alarms().set(`auto-confirm:${order.orderId}`, at + quirks.autoConfirmDays() * DAY_MS, {
        kind: 'auto-confirm',
        orderId: order.orderId,
      })
    }
    life.note(order, at, { kind: 'ship', by: 'seller', detail: parcels.map((parcel) => parcel.mailNo).join(',') })
    life.tell(order, whole ? 'ANNOUNCE_SENDGOODS' : 'PART_PART_SENDGOODS', at)
    for (const parcel of parcels) {
      reach(order, parcel, 'CONSIGN', at)
      setNextStep(order, parcel, at)
    }
    return parcels
  }
  /** The seller's way of sending, from the quirk `1688.shipment`; after a partial sending the rest is sent later. */
  const shipByHabit = (order: OrderRow, at: number, habit: string = quirks.shipment()): Parcel[] => {
    // A seller sends nothing before the last stage is paid.
    if (order.status !== 'waitsellersend' || nextStage(order)) return []
    const halves = habit === 'whole' ? [planAll(order)] : planHalves(order)
    const begun = order.parcels.length > 0
    const now = habit === 'partial' && !begun ? halves.slice(0, 1) : begun ? [planAll(order)] : halves
    const parcels = ship(order, now, at)
    if (order.status === 'waitsellersend' && quirks.autoShip())
      deps.alarms().set(`ship:${order.orderId}`, at + quirks.shipAfterMinutes() * 60_000, {
        kind: 'ship',
        orderId: order.orderId,
      })
    return parcels
  }
  return {
    ship,
    shipByHabit,
    /** The parcel reaches its next node. False when it has arrived. */
    advance: (order: OrderRow, logisticsId: string, at: number = core.clock.now()): boolean => {
      const parcel = order.parcels.find((each) => each.logisticsId === logisticsId)
      const node = parcel && TRACE_NODES[TRACE_NODES.indexOf(parcel.steps.at(-1)?.node ?? 'CONSIGN') + 1]
      if (!parcel || !node) return false
      reach(order, parcel, node, at)
      if (node === 'SIGN') crossBorder.arrived(order, parcel, at)
      setNextStep(order, parcel, at)
      return true
    },
    changeMailNumber: (order: OrderRow, parcel: Parcel, carrierNo: string, mailNo: string | null): void => {
      const at = core.clock.now()
      const before = { carrierNo: parcel.carrierNo, mailNo: parcel.mailNo }
      parcel.carrierNo = carrierNo
      parcel.mailNo = mailNo ?? book.nextMailNo(carrierOf(carrierNo)?.digits ?? 13)
      life.note(order, at, { kind: 'mail-number', by: 'seller', detail: `${before.mailNo} → ${parcel.mailNo}` })
      pushes.send(
        'LOGISTICS_MAIL_NO_CHANGE',
        {
          MailNoChangeModel: {
            logisticsId: parcel.logisticsId,
            oldCpCode: before.carrierNo,
            newCpCode: parcel.carrierNo,
            oldMailNo: before.mailNo,
            newMailNo: parcel.mailNo,
            eventTime: formatChinaTime(at),
            orderLogsItems: lineModels(order, parcel),
          },
        },
        at,
        order.orderId,
        buyerOf(order),
      )
    },
  }
}

export type Shipping = ReturnType<typeof openShipping>

function remarkOf(order: OrderRow, parcel: Parcel, node: TraceNode): string {
  const courier = (carrierOf(parcel.carrierNo)?.name ?? parcel.carrierNo).replace(/\(.*$/, '')
  const { seller, receiver } = order
  const words: Readonly<Record<TraceNode, string>> = {
    CONSIGN: `【${seller.city}】商家已发货，等待${courier}揽收`,
    ACCEPT: `【${seller.city}】${courier}已揽收`,
    TRANSPORT: `【${receiver.cityText}】快件已到达 ${receiver.cityText}转运中心`,
    DELIVERING: `【${receiver.cityText}】快件正在派送中，联系电话 ${carrierOf(parcel.carrierNo)?.phone ?? ''}`,
    SIGN: `【${receiver.cityText}】快件已签收，签收人：${receiver.fullName}`,
  }
  return words[node]
}
