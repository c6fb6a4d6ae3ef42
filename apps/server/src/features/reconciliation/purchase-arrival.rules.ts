import { yuanText } from '@huoqiao/kit'
import { alibabaObject, purchaseObject, spanOf } from './objects.rules.ts'
import { aboutPurchase, liveOrders } from './purchase-facts.rules.ts'
import type { PurchaseFacts } from './purchase-facts.rules.ts'
import type { Patience } from './reconciliation.rules.ts'
import type { Finding } from './reconciliation.types.ts'

const OVER = ['done', 'ended', 'cancelled', 'merged']

/** Compares what the carrier and 1688 report as arrived with what was received. */
export const compareArrival = (purchase: PurchaseFacts, now: number, patience: Patience): Finding[] => [
  ...signed(purchase, now, patience),
  ...received(purchase),
  ...short(purchase),
]

const missing = (purchase: PurchaseFacts): number =>
  purchase.lines.reduce((total, line) => total + Math.max(0, line.quantity - line.received - line.defects), 0)

const signed = (purchase: PurchaseFacts, now: number, patience: Patience): Finding[] =>
  OVER.includes(purchase.state) || missing(purchase) === 0
    ? []
    : purchase.parcels
        .filter(
          ({ signedAt, receipts }) => signedAt !== null && receipts === 0 && now - signedAt.getTime() > patience.signed,
        )
        .map((parcel) => ({
          ...aboutPurchase(purchase),
          kind: 'signed-not-received' as const,
          about: parcel.id,
          what: `包裹 ${parcel.trackingNo ?? '（无运单号）'} 签收 ${spanOf(now - (parcel.signedAt?.getTime() ?? now))}了，还没有收货入库`,
          why: '货到了没有人登记，或签收的不是本仓',
          affects: `采购单 ${purchase.number} 的货不能分配给订单`,
          next: '在包裹页扫描运单号收货；没有收到就联系承运商',
          objects: [
            purchaseObject(purchase),
            { kind: 'parcel' as const, id: parcel.id, label: parcel.trackingNo ?? '包裹', to: null },
          ],
        }))

/** Receiving more than was bought is no difference: it needs a reason, which is recorded with it. */
function received(purchase: PurchaseFacts): Finding[] {
  const apart = purchase.lines.filter((line) => line.received !== line.receipts)
  if (apart.length === 0) return []
  return [
    {
      ...aboutPurchase(purchase),
      kind: 'receipt-count',
      about: purchase.id,
      what: `采购单 ${purchase.number} 的收货数量和收货记录对不上`,
      why: '采购单上的数量和逐笔收货记录的合计不相等',
      affects: apart.map((line) => `${line.title}：采购单 ${line.received}，记录 ${line.receipts}`).join('；'),
      next: '核对实物，冲销错误的收货后重收',
      objects: [purchaseObject(purchase)],
      figures: apart.map((line) => ({ label: line.title, ours: line.received, theirs: line.receipts, unit: 'pieces' })),
    },
  ]
}

function short(purchase: PurchaseFacts): Finding[] {
  const orders = liveOrders(purchase)
  const rest = missing(purchase)
  if (OVER.includes(purchase.state) || rest === 0 || orders.length === 0) return []
  if (!orders.every((order) => order.status === 'success')) return []
  const worth = purchase.lines.reduce(
    (total, line) => total + Math.max(0, line.quantity - line.received - line.defects) * (line.unitPriceMinor ?? 0),
    0,
  )
  return [
    {
      ...aboutPurchase(purchase),
      kind: 'success-short',
      about: purchase.id,
      what: `采购单 ${purchase.number} 在1688已交易成功，还有 ${rest} 件没有收到`,
      why: '1688自动确认了收货，或卖家少发了',
      affects: `约 ${yuanText(worth)} 的货，等它的订单发不出去`,
      next: '收到了就登记收货；没有收到就找卖家补发，或终止剩余后重新采购',
      objects: [purchaseObject(purchase), ...orders.map(({ orderId }) => alibabaObject(orderId))],
      figures: [
        {
          label: '收货 / 采购',
          ours: purchase.lines.reduce((total, line) => total + line.received, 0),
          theirs: purchase.lines.reduce((total, line) => total + line.quantity, 0),
          unit: 'pieces',
        },
      ],
      amountMinor: worth,
      repair: { name: 'terminateRest', input: { purchaseIds: [purchase.id], reason: '对账：1688已成功，货没有收齐' } },
    },
  ]
}
