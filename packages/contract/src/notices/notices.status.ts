import type { Hue } from '../states.ts'

/** The kinds of notices (decisions, section 3: notice). */
export const NOTICE_KINDS = {
  'price-risen': '货源涨价',
  'stock-out': '货源缺货',
  'offer-gone': '货源下架',
  'sync-failed': '同步失败',
  'order-stuck': '订单停滞',
  'token-expiring': '授权即将到期',
  'order-cut': '截单提醒',
  'return-requested': '退货申请',
  'return-unsettled': '退货处理没有结果',
  'purchase-problem': '采购异常',
  'parcel-stalled': '包裹停滞',
  'tracking-failed': '回传失败',
  'message-failed': '消息处理失败',
  'store-trouble': '店铺异常',
  'node-trouble': '节点异常',
  'alert-failed': '告警没有发出',
  'approval-asked': '审批申请',
  reconciliation: '对账',
  'approval-decided': '审批结果',
  'account-security': '账号安全',
  'weekly-report': '每周报表',
} as const
export type NoticeKind = keyof typeof NOTICE_KINDS
/** Always sent to the person concerned; not controlled by 预警配置. */
export const PERSONAL_NOTICES = [
  'account-security',
  'approval-decided',
  'weekly-report',
] as const satisfies readonly NoticeKind[]
export type PersonalKind = (typeof PERSONAL_NOTICES)[number]
export type RuleKind = Exclude<NoticeKind, PersonalKind>

/** Whether the person who asks has read a notice. */
export type NoticeReadState = 'unread' | 'read'
export const NOTICE_READ_STATES: Readonly<Record<NoticeReadState, { label: string; hue: Hue }>> = {
  unread: { label: '未读', hue: 'attention' },
  read: { label: '已读', hue: 'done' },
}

/** The severity of a notice. */
export type NoticeLevel = 'info' | 'attention' | 'urgent'
export const NOTICE_LEVELS: Readonly<Record<NoticeLevel, { label: string; hue: Hue }>> = {
  info: { label: '提示', hue: 'waiting' },
  attention: { label: '注意', hue: 'attention' },
  urgent: { label: '紧急', hue: 'failed' },
}
