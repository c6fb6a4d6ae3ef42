import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import type { CallName } from '../../lib/contract.ts'
import type { Allowed } from '../../lib/permission.tsx'
import { ofAny, useAllowed, useMayCall } from '../../lib/permission.tsx'

/** The calls that a purchase's `can` has an entry for. */
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

/** Actions on purchase orders in the list or in the drawer. */
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
  /** requests an approval from people who may spend */
  ask: (kind: ApprovalKind, rows: readonly PurchaseCard[]) => void
}

export type StepRecord = {
  step: PurchaseStep
  label: string
  run: Exclude<keyof RowActions, 'open' | 'ask'>
  danger?: boolean
  says?: string
}

/** The label of the action for a purchase order in this state. */
export const stepLabel = ({ step, label }: StepRecord, { state }: Pick<PurchaseCard, 'state'>): string =>
  step === 'createAlibabaOrder' && state === 'place-failed' ? '重新下单' : label

/** All actions, in the order in which a purchase order passes through them. */
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

/** The approval to request if the person may not do the step, or not for such an amount per day. */
const ASKED: Partial<Record<PurchaseStep, { kind: ApprovalKind; label: string }>> = {
  createAlibabaOrder: { kind: 'place', label: '申请下单' },
  requestPayLink: { kind: 'pay', label: '申请付款' },
}
const ASKS = '请有权限的人核对金额后批准，结果会通知你'

/** Whether an approval can be requested for at least one of the rows. */
function mayAskFor(rows: readonly PurchaseCard[], kind: ApprovalKind, step: PurchaseStep): Allowed {
  const reasons = rows.map((row) => (row.askedFor === kind ? '已申请，等待审批' : row.can[step]))
  return reasons.every((one) => typeof one === 'string') ? reasons[0] : true
}

/** A step as it is offered to the person who is logged in. */
export type Offer = { key: string; label: string; says?: string; danger: boolean; allowed: Allowed; run: () => void }

export function useOffers(actions: RowActions) {
  const may = useMayCall()
  const allowed = useAllowed()
  const mayAsk = may('requestApproval')
  const asking = (
    { kind, label }: { kind: ApprovalKind; label: string },
    step: PurchaseStep,
    rows: readonly PurchaseCard[],
  ): Offer => ({
    key: `ask-${kind}`,
    label,
    says: ASKS,
    danger: false,
    allowed: mayAskFor(rows, kind, step),
    run: () => actions.ask(kind, rows),
  })
  return {
    /** The step itself, or the request for approval if the person has no right to it. */
    offer: (record: StepRecord, rows: readonly PurchaseCard[]): Offer => {
      const { step, label, says, danger = false, run } = record
      const asked = ASKED[step]
      if (asked && !may(step) && mayAsk) return asking(asked, step, rows)
      const [only] = rows.length === 1 ? rows : []
      return {
        key: step,
        label: only ? stepLabel(record, only) : label,
        ...(says === undefined ? {} : { says }),
        danger,
        allowed: ofAny(rows, allowed, step),
        run: () => actions[run](rows),
      }
    },
    /** Requests for approval, for people who may do the step themselves up to their limit. */
    asks: (rows: readonly PurchaseCard[]): Offer[] =>
      (Object.keys(ASKED) as PurchaseStep[]).flatMap((step) =>
        mayAsk && may(step) ? [asking(ASKED[step]!, step, rows)] : [],
      ),
  }
}

/** The offer as a menu item. */
export const menuItemOf = ({ key, label, danger, allowed, run }: Offer) => ({
  key,
  label,
  danger,
  disabled: typeof allowed === 'string',
  ...(typeof allowed === 'string' ? { title: allowed } : {}),
  onClick: run,
})
