import { orderObject, purchaseObject, spanOf } from './objects.rules.ts'
import type { Patience } from './reconciliation.rules.ts'
import type { Finding } from './reconciliation.types.ts'

/** Sale quantities of one line: its counters, and the sums of the rows that they count. */
export type OrderLineFacts = {
  id: string
  sku: string
  title: string
  current: number
  /** of the sent pieces, those that came back with a refund */
  returned: number
  /** at the shop, by anybody */
  fulfilled: number
  asksForGoods: boolean
  hasSource: boolean
  purchased: number
  received: number
  shipped: number
  /** sum of the purchases' demand for it */
  held: number
  /** sum of the goods allocated to it */
  allocated: number
  /** sum that shipments reported to the shop, long enough ago */
  reported: number
  /** when goods were last allocated to it */
  allocatedAt: Date | null
  purchases: { id: string; number: string; alarm: boolean }[]
}
export type ShipmentFacts = { id: string; state: string; numbers: string[]; reason: string; updatedAt: Date }
export type OrderFacts = {
  id: string
  number: string
  state: string
  paid: boolean
  cancelled: boolean
  orderedAt: Date
  lines: OrderLineFacts[]
  /** shipments that did not reach the shop, or whose outcome is unknown */
  shipments: ShipmentFacts[]
  /** shipments that the shop accepted, long enough ago */
  sentIds: string[]
}

const nameOf = (line: OrderLineFacts): string => line.sku || line.title

/** Pieces that have to come from us; the same rule as in orders.rules. */
const wantedOf = (line: OrderLineFacts): number =>
  line.asksForGoods ? Math.max(0, line.current + line.returned - Math.max(0, line.fulfilled - line.shipped)) : 0

/** Compares one order with its purchases, and its receipts with its fulfilments. */
export function compareOrder(order: OrderFacts, now: number, patience: Patience): Finding[] {
  return [
    ...unbought(order, now, patience),
    ...order.lines.flatMap((line) => [
      ...counts(order, line),
      ...boughtTooMuch(order, line),
      ...fulfilled(order, line),
    ]),
    ...unshipped(order, now, patience),
    ...failedTracking(order, now, patience),
  ]
}

const about = (order: OrderFacts, line?: OrderLineFacts): Pick<Finding, 'subject' | 'orderIds' | 'purchaseIds'> => ({
  subject: order.id,
  orderIds: [order.id],
  purchaseIds: (line ? line.purchases : []).map(({ id }) => id),
})

function unbought(order: OrderFacts, now: number, patience: Patience): Finding[] {
  const waited = now - order.orderedAt.getTime()
  if (!order.paid || !['to-buy', 'pending', 'buying'].includes(order.state) || waited < patience.unbought) return []
  const open = order.lines.filter((line) => wantedOf(line) > line.purchased)
  if (open.length === 0) return []
  const blind = open.filter((line) => !line.hasSource)
  const sum = (of: (line: OrderLineFacts) => number): number => open.reduce((total, line) => total + of(line), 0)
  return [
    {
      ...about(order),
      kind: 'unbought',
      about: order.id,
      what: `订单 ${order.number} 付款 ${spanOf(waited)}了，还有 ${sum((line) => wantedOf(line) - line.purchased)} 件没有采购`,
      why:
        blind.length > 0
          ? `${blind.map(nameOf).slice(0, 5).join('、')} 没有关联货源`
          : order.state === 'pending'
            ? '订单的风险或地址还没有确认'
            : '还没有人给它生成采购单',
      affects: open.map(nameOf).slice(0, 10).join('、'),
      next: blind.length > 0 ? '打开订单，关联货源后采购' : '打开订单，确认后生成采购单',
      objects: [orderObject(order)],
      figures: [{ label: '采购 / 需要', ours: sum((line) => line.purchased), theirs: sum(wantedOf), unit: 'pieces' }],
    },
  ]
}

/** Compares a counter of the line with the rows that it counts. */
function counts(order: OrderFacts, line: OrderLineFacts): Finding[] {
  const found: Finding[] = []
  const objects = [orderObject(order), ...line.purchases.map(purchaseObject)]
  if (line.purchased !== line.held)
    found.push({
      ...about(order, line),
      kind: 'purchase-count',
      about: line.id,
      what: `订单 ${order.number} 的 ${nameOf(line)} 记着已采购 ${line.purchased} 件，采购单里是 ${line.held} 件`,
      why: '订单上的数量和采购单里的需求明细不相等，其中一处没有随另一处改动',
      affects: '少记会重复采购，多记会漏采购',
      next: '按采购单改正订单上的数量',
      objects,
      figures: [{ label: '已采购', ours: line.purchased, theirs: line.held, unit: 'pieces' }],
      repair: {
        name: 'recountOrderLine',
        input: { lineId: line.id, counter: 'purchased' },
      },
    })
  if (line.received !== line.allocated)
    found.push({
      ...about(order, line),
      kind: 'receipt-count',
      about: `line ${line.id}`,
      what: `订单 ${order.number} 的 ${nameOf(line)} 记着已到货 ${line.received} 件，分配给它的是 ${line.allocated} 件`,
      why: '订单上的到货数量和收货分配不相等',
      affects: '会多发或少发给买家',
      next: '按收货分配改正订单上的数量',
      objects,
      figures: [{ label: '已到货', ours: line.received, theirs: line.allocated, unit: 'pieces' }],
      repair: {
        name: 'recountOrderLine',
        input: { lineId: line.id, counter: 'received' },
      },
    })
  return found
}

/** Received goods stay with the app in any case, so only goods still to come count. */
function boughtTooMuch(order: OrderFacts, line: OrderLineFacts): Finding[] {
  const needed = Math.max(line.shipped, line.received, order.cancelled ? 0 : wantedOf(line))
  const over = line.held - needed
  if (over <= 0 || line.purchases.length === 0) return []
  const elsewhere = line.fulfilled - line.shipped
  const shippedThere = !order.cancelled && elsewhere > 0 && line.current + line.returned >= line.held
  const alarmed = line.purchases.find(({ alarm }) => alarm)
  const twice = line.purchases.length > 1
  const why = order.cancelled
    ? '店铺取消了订单，采购单里还留着它要的货'
    : shippedThere
      ? `店铺里另外发了 ${elsewhere} 件，不是从这里发的`
      : twice
        ? `${line.purchases.length} 张采购单都在给它买：${line.purchases.map(({ number }) => number).join('、')}`
        : '买家减少了数量，或采购时多买了'
  return [
    {
      ...about(order, line),
      kind: order.cancelled ? 'bought-for-cancelled' : shippedThere ? 'shipped-outside' : 'bought-twice',
      about: line.id,
      what: `订单 ${order.number} 的 ${nameOf(line)} 多采购了 ${over} 件`,
      why,
      affects: `${over} 件货没有买家要，货款会压在库存里`,
      next: alarmed ? '留作库存，或打开采购单减少数量、取消1688订单' : '打开采购单减少数量，或取消1688订单',
      objects: [orderObject(order), ...line.purchases.map(purchaseObject)],
      figures: [{ label: '采购 / 需要', ours: line.held, theirs: needed, unit: 'pieces' }],
      ...(alarmed
        ? { repair: { name: 'settlePurchaseAlarm', input: { purchaseId: alarmed.id, action: 'keep' } } }
        : {}),
    },
  ]
}

function fulfilled(order: OrderFacts, line: OrderLineFacts): Finding[] {
  if (line.reported <= line.fulfilled) return []
  // Which of our shipments the shop cancelled is only certain if it shows none of the sent pieces: then all of them.
  const isAllGone = order.lines.every((one) => one.reported === 0 || one.fulfilled === 0)
  return [
    {
      ...about(order),
      kind: 'shipped-count',
      about: line.id,
      what: `订单 ${order.number} 的 ${nameOf(line)} 我们回传了 ${line.reported} 件，店铺里只发了 ${line.fulfilled} 件`,
      why: '店铺里的发货被撤销了，或店铺的变动还没有读回来',
      affects: '买家看不到运单号，平台可能按未发货处理',
      next: isAllGone
        ? '撤销这里的发货记录（先读一次店铺，店铺里还有发货就不撤销），再重新发货'
        : '从店铺刷新订单；仍不一致就到发货记录里撤销后重发',
      objects: [orderObject(order)],
      figures: [{ label: '已发货', ours: line.reported, theirs: line.fulfilled, unit: 'pieces' }],
      repair: isAllGone
        ? { name: 'withdrawShipments', input: { orderId: order.id, shipmentIds: order.sentIds } }
        : { name: 'refreshOrder', input: { orderId: order.id } },
    },
  ]
}

function unshipped(order: OrderFacts, now: number, patience: Patience): Finding[] {
  if (!['to-ship', 'part-shipped', 'part-arrived'].includes(order.state)) return []
  const ready = order.lines.filter((line) => Math.min(line.received, wantedOf(line)) > line.shipped)
  const since = Math.max(...ready.map((line) => line.allocatedAt?.getTime() ?? 0))
  if (ready.length === 0 || since === 0 || now - since < patience.shipping) return []
  const sum = (of: (line: OrderLineFacts) => number): number => ready.reduce((total, line) => total + of(line), 0)
  return [
    {
      ...about(order),
      kind: 'received-unshipped',
      about: order.id,
      what: `订单 ${order.number} 的货到了 ${spanOf(now - since)}，还没有发出`,
      why: order.state === 'part-arrived' ? '可能在等其余的货到齐' : '货已到仓，没有人发货',
      affects: ready.map(nameOf).slice(0, 10).join('、'),
      next: '打开订单，发货并回传运单号',
      objects: [orderObject(order)],
      figures: [
        {
          label: '发货 / 到货',
          ours: sum((line) => line.shipped),
          theirs: sum((line) => line.received),
          unit: 'pieces',
        },
      ],
    },
  ]
}

const failedTracking = (order: OrderFacts, now: number, patience: Patience): Finding[] =>
  order.shipments
    .filter(
      ({ state, updatedAt }) =>
        state === 'failed' || (state === 'unknown' && now - updatedAt.getTime() > patience.placement),
    )
    .map((one) => ({
      ...about(order),
      kind: 'tracking-failed' as const,
      about: one.id,
      what: `订单 ${order.number} 的运单号 ${one.numbers.join('、')} 没有传到店铺`,
      why: one.reason || (one.state === 'unknown' ? '请求已发出，没有收到结果' : '店铺拒绝了'),
      affects: '买家收不到物流信息',
      next: '重试；系统会先到店铺核对，不会重复发货',
      objects: [orderObject(order), { kind: 'shipment' as const, id: one.id, label: one.numbers.join('、'), to: null }],
      repair: { name: 'retryShipments' as const, input: { shipmentIds: [one.id] } },
    }))
