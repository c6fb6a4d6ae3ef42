import { defineStates } from '../states.ts'
import type { Hue } from '../states.ts'

/** The two sides of a comparison: for money, and for products (beyond, item 8). */
export type DifferenceGroup =
  | 'order-purchase'
  | 'purchase-alibaba'
  | 'alibaba-payment'
  | 'purchase-receipt'
  | 'receipt-fulfilment'
  | 'source-product'
  | 'product-store'
  | 'ledger'

export const DIFFERENCE_GROUPS: Readonly<Record<DifferenceGroup, string>> = {
  'order-purchase': '订单 ↔ 采购',
  'purchase-alibaba': '采购 ↔ 1688',
  'alibaba-payment': '1688 ↔ 付款',
  'purchase-receipt': '采购 ↔ 收货',
  'receipt-fulfilment': '收货 ↔ 发货',
  'source-product': '货源 ↔ 商品',
  'product-store': '商品 ↔ 店铺',
  ledger: '凭证账本',
}

/** `urgent`: money or goods may be lost; `attention`: something is stuck; `notice`: for information. */
export type Severity = 'urgent' | 'attention' | 'notice'
export const SEVERITIES: Readonly<Record<Severity, { label: string; hue: Hue }>> = {
  urgent: { label: '紧急', hue: 'failed' },
  attention: { label: '需处理', hue: 'attention' },
  notice: { label: '提示', hue: 'waiting' },
}

export type DifferenceKind =
  | 'unbought'
  | 'bought-twice'
  | 'bought-for-cancelled'
  | 'purchase-count'
  | 'placement-open'
  | 'order-absent-here'
  | 'order-absent-there'
  | 'unknown-order'
  | 'surplus-order'
  | 'failed-lines'
  | 'quantity-differs'
  | 'price-differs'
  | 'total-differs'
  | 'state-differs'
  | 'paid-outside'
  | 'paid-amount'
  | 'unpaid-overdue'
  | 'refund-unseen'
  | 'signed-not-received'
  | 'success-short'
  | 'receipt-count'
  | 'received-unshipped'
  | 'shipped-outside'
  | 'shipped-count'
  | 'tracking-failed'
  | 'source-gone'
  | 'source-sku-gone'
  | 'source-price'
  | 'shop-product-gone'
  | 'shop-changed'
  | 'shop-price'
  | 'shop-status'
  | 'ledger-broken'

type KindEntry = { readonly label: string; readonly group: DifferenceGroup; readonly severity: Severity }

export const DIFFERENCE_KINDS: Readonly<Record<DifferenceKind, KindEntry>> = {
  unbought: { label: '已付款未采购', group: 'order-purchase', severity: 'attention' },
  'bought-twice': { label: '重复采购', group: 'order-purchase', severity: 'urgent' },
  'bought-for-cancelled': { label: '给已取消的订单采购', group: 'order-purchase', severity: 'urgent' },
  'purchase-count': { label: '采购数量对不上', group: 'order-purchase', severity: 'urgent' },
  'placement-open': { label: '下单结果未核对', group: 'purchase-alibaba', severity: 'urgent' },
  'order-absent-here': { label: '采购单没有1688订单', group: 'purchase-alibaba', severity: 'urgent' },
  'order-absent-there': { label: '1688上找不到订单', group: 'purchase-alibaba', severity: 'urgent' },
  'unknown-order': { label: '1688上有未登记的订单', group: 'purchase-alibaba', severity: 'urgent' },
  'surplus-order': { label: '1688上多出的订单', group: 'purchase-alibaba', severity: 'urgent' },
  'failed-lines': { label: '有规格没有下成单', group: 'purchase-alibaba', severity: 'attention' },
  'quantity-differs': { label: '下单数量不一致', group: 'purchase-alibaba', severity: 'urgent' },
  'price-differs': { label: '单价不一致', group: 'purchase-alibaba', severity: 'notice' },
  'total-differs': { label: '订单金额不一致', group: 'purchase-alibaba', severity: 'attention' },
  'state-differs': { label: '1688状态不一致', group: 'purchase-alibaba', severity: 'attention' },
  'paid-outside': { label: '没有付款记录', group: 'alibaba-payment', severity: 'notice' },
  'paid-amount': { label: '付款金额不一致', group: 'alibaba-payment', severity: 'urgent' },
  'unpaid-overdue': { label: '超过付款期限', group: 'alibaba-payment', severity: 'attention' },
  'refund-unseen': { label: '退款未登记', group: 'alibaba-payment', severity: 'attention' },
  'signed-not-received': { label: '已签收未入库', group: 'purchase-receipt', severity: 'attention' },
  'success-short': { label: '1688已完成但没收齐', group: 'purchase-receipt', severity: 'urgent' },
  'receipt-count': { label: '收货数量对不上', group: 'purchase-receipt', severity: 'urgent' },
  'received-unshipped': { label: '到货未发', group: 'receipt-fulfilment', severity: 'attention' },
  'shipped-outside': { label: '店铺里另外发了货', group: 'receipt-fulfilment', severity: 'notice' },
  'shipped-count': { label: '店铺里的发货数量不一致', group: 'receipt-fulfilment', severity: 'attention' },
  'tracking-failed': { label: '运单号回传失败', group: 'receipt-fulfilment', severity: 'attention' },
  'source-gone': { label: '在卖的商品货源没有了', group: 'source-product', severity: 'urgent' },
  'source-sku-gone': { label: '在卖的规格货源没有了', group: 'source-product', severity: 'urgent' },
  'source-price': { label: '货源价格变了', group: 'source-product', severity: 'attention' },
  'shop-product-gone': { label: '店铺里的商品被删除', group: 'product-store', severity: 'attention' },
  'shop-changed': { label: '店铺里改过内容', group: 'product-store', severity: 'attention' },
  'shop-price': { label: '售价不一致', group: 'product-store', severity: 'urgent' },
  'shop-status': { label: '上下架状态不一致', group: 'product-store', severity: 'attention' },
  'ledger-broken': { label: '账本校验不通过', group: 'ledger', severity: 'urgent' },
}

/** The state of a difference. The same difference exists once: a `closed` one opens again when it is found again. */
export type DifferenceState = 'open' | 'ignored' | 'closed'
export const DIFFERENCE_STATES = defineStates<DifferenceState>('difference', {
  open: { label: '待处理', hue: 'attention', next: ['ignored', 'closed'] },
  ignored: { label: '已忽略', hue: 'waiting', next: ['open', 'closed'] },
  closed: { label: '已消除', hue: 'done', next: ['open'] },
})

export type ReconciliationState = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled'
export const RECONCILIATION_STATES = defineStates<ReconciliationState>('reconciliation', {
  queued: { label: '排队中', hue: 'waiting', next: ['running', 'cancelled'] },
  running: { label: '对账中', hue: 'moving', next: ['succeeded', 'partial', 'failed', 'cancelled'] },
  succeeded: { label: '已完成', hue: 'done', next: [] },
  partial: { label: '部分完成', hue: 'attention', next: [] },
  failed: { label: '失败', hue: 'failed', next: [] },
  cancelled: { label: '已取消', hue: 'waiting', next: [] },
})

/** The walks of one run, in their order. */
export type ReconciliationPass = 'marketplace' | 'orders' | 'purchases' | 'ledger' | 'sources' | 'shops'
export const RECONCILIATION_PASSES: Readonly<Record<ReconciliationPass, string>> = {
  marketplace: '读取1688订单',
  orders: '核对订单',
  purchases: '核对采购单',
  ledger: '校验账本',
  sources: '核对货源',
  shops: '核对店铺商品',
}

/** Repairs that a difference may propose: a call of the app, or one of this feature. */
export type RepairName =
  | 'refreshAlibabaOrders'
  | 'settleAlibabaOrder'
  | 'cancelAlibabaOrder'
  | 'adoptAlibabaOrder'
  | 'settlePurchaseAlarm'
  | 'recountOrderLine'
  | 'refreshOrder'
  | 'retryShipments'
  | 'terminateRest'
  | 'withdrawShipments'
  | 'takeSource'
  | 'takeOffSale'
  | 'createInShop'
  | 'overwriteShop'
  | 'takeShopStatus'

export const REPAIRS: Readonly<Record<RepairName, string>> = {
  refreshAlibabaOrders: '刷新1688订单',
  settleAlibabaOrder: '核对下单结果',
  cancelAlibabaOrder: '取消未付款的1688订单',
  adoptAlibabaOrder: '认领这个1688订单',
  settlePurchaseAlarm: '留作库存',
  recountOrderLine: '按采购单改正数量',
  refreshOrder: '从店铺刷新订单',
  retryShipments: '重试回传',
  terminateRest: '终止剩余',
  withdrawShipments: '撤销这里的发货记录',
  takeSource: '按货源更新商品',
  takeOffSale: '在店铺下架',
  createInShop: '在店铺重新创建',
  overwriteShop: '用这里的内容覆盖',
  takeShopStatus: '按店铺的状态更新',
}
