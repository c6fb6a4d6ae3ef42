import type { Notice, NoticeKind } from '@huoqiao/contract/notices/notices.endpoints'
import type { Hue } from '@huoqiao/contract/states'

/** The contract's words for the kinds; its module is not loaded in the browser, as its schemas stay on the server's side. */
export const KINDS: Readonly<Record<NoticeKind, string>> = {
  'price-risen': '货源涨价',
  'stock-out': '货源缺货',
  'offer-gone': '货源下架',
  'sync-failed': '同步失败',
  'order-stuck': '订单停滞',
  'token-expiring': '授权即将到期',
  'order-cut': '截单提醒',
  'return-requested': '退货申请',
  'purchase-problem': '采购异常',
  'parcel-stalled': '包裹停滞',
  'tracking-failed': '回传失败',
  'message-failed': '消息处理失败',
  'store-trouble': '店铺异常',
  'node-trouble': '节点异常',
  'approval-asked': '审批申请',
  reconciliation: '对账',
  'approval-decided': '审批结果',
  'account-security': '账号安全',
}
export const KIND_OPTIONS = (Object.keys(KINDS) as NoticeKind[]).map((value) => ({ value, label: KINDS[value] }))

/** The severity of a notice. */
export const LEVELS: Readonly<Record<Notice['level'], { label: string; hue: Hue }>> = {
  info: { label: '提示', hue: 'waiting' },
  attention: { label: '注意', hue: 'attention' },
  urgent: { label: '紧急', hue: 'failed' },
}
export const LEVEL_OPTIONS = (Object.keys(LEVELS) as Notice['level'][]).map((value) => ({
  value,
  label: LEVELS[value].label,
}))
