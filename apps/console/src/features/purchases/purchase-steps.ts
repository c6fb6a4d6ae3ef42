import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { CallName } from '../../lib/contract.ts'

/** Calls that the server answers for in a purchase's `can`. */
export type PurchaseStep = Extract<
  CallName,
  | 'editPurchaseOrder'
  | 'deletePurchaseOrder'
  | 'completeReviewOrder'
  | 'backToPendingReviewStatus'
  | 'copyPurchaseOrder'
  | 'mergeOrderByPurOrderNo'
  | 'splitMerged'
  | 'settlePurchaseAlarm'
  | 'createAlibabaOrder'
  | 'acceptAlibabaPrice'
  | 'settleAlibabaOrder'
  | 'refreshAlibabaOrders'
  | 'requestPayLink'
  | 'payByProtocol'
  | 'cancelAlibabaOrder'
>

/** What may be done with purchase orders from the list or from the drawer. */
export type RowActions = {
  open: (purchaseId: string) => void
  review: (rows: readonly PurchaseCard[]) => void
  sendBack: (rows: readonly PurchaseCard[]) => void
  remove: (rows: readonly PurchaseCard[]) => void
  copy: (rows: readonly PurchaseCard[]) => void
  merge: (rows: readonly PurchaseCard[]) => void
  place: (rows: readonly PurchaseCard[]) => void
  accept: (rows: readonly PurchaseCard[]) => void
  resolve: (rows: readonly PurchaseCard[]) => void
  refresh: (rows: readonly PurchaseCard[]) => void
  pay: (rows: readonly PurchaseCard[]) => void
  payByProtocol: (rows: readonly PurchaseCard[]) => void
  cancel: (rows: readonly PurchaseCard[]) => void
}

export type StepRecord = {
  step: PurchaseStep
  label: string
  run: Exclude<keyof RowActions, 'open'>
  danger?: boolean
  says?: string
}

/** The step as it is called for a purchase order that stands here. */
export const stepLabel = ({ step, label }: StepRecord, { state }: Pick<PurchaseCard, 'state'>): string =>
  step === 'createAlibabaOrder' && state === 'place-failed' ? '重新下单' : label

/** Every step in the order in which a purchase order meets them. */
export const STEPS: readonly StepRecord[] = [
  { step: 'completeReviewOrder', label: '审核通过', run: 'review' },
  { step: 'mergeOrderByPurOrderNo', label: '合并', run: 'merge', says: '同一供应商、账号和地址的合成一单，先看省多少' },
  { step: 'createAlibabaOrder', label: '下单', run: 'place', says: '先看1688现在的价格，再下单；每张最多下一次' },
  { step: 'acceptAlibabaPrice', label: '接受价格', run: 'accept', says: '对比两边的价格，接受后继续下单' },
  { step: 'settleAlibabaOrder', label: '立即核对', run: 'resolve', says: '到1688按我们的单号查，查到就认领' },
  { step: 'requestPayLink', label: '付款', run: 'pay', says: '一个链接付多张' },
  { step: 'payByProtocol', label: '免密支付', run: 'payByProtocol' },
  { step: 'refreshAlibabaOrders', label: '刷新', run: 'refresh', says: '重新读取1688订单' },
  { step: 'copyPurchaseOrder', label: '复制为新单', run: 'copy' },
  { step: 'backToPendingReviewStatus', label: '退回待审核', run: 'sendBack' },
  { step: 'cancelAlibabaOrder', label: '取消1688订单', run: 'cancel', danger: true },
  { step: 'deletePurchaseOrder', label: '删除', run: 'remove', danger: true },
]
