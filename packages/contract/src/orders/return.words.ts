import { defineStates } from '../states.ts'

/** Why a requested return is declined (ReturnDeclineReason of reference shopify-admin); the shop's own words are a closed set. */
export type DeclineReason = 'FINAL_SALE' | 'RETURN_PERIOD_ENDED' | 'OTHER'
export const DECLINE_REASONS: Readonly<Record<DeclineReason, string>> = {
  FINAL_SALE: '不退换商品',
  RETURN_PERIOD_ENDED: '已过退货期限',
  OTHER: '其他原因',
}

/** The default return reasons of every shop, by their handles; a shop's own reasons are shown unchanged. */
const REASONS: Readonly<Record<string, string>> = {
  unknown: '未说明原因',
  color: '颜色不对',
  defective: '有瑕疵',
  'not-as-described': '与描述不符',
  other: '其他原因',
  'size-too-large': '尺码偏大',
  'size-too-small': '尺码偏小',
  style: '不喜欢款式',
  unwanted: '不想要了',
  'wrong-item': '发错货',
}
export const returnReasonWord = (handle: string): string => REASONS[handle] ?? handle

/** What we did with a return in its shop. */
export type ReturnStep = 'approve' | 'decline' | 'close' | 'refund'
export const RETURN_STEPS: Readonly<Record<ReturnStep, string>> = {
  approve: '同意退货',
  decline: '拒绝退货',
  close: '结束退货',
  refund: '退款',
}

export type ReturnActState = 'sending' | 'unknown' | 'done' | 'refused' | 'absent'
export const RETURN_ACT_STATES = defineStates<ReturnActState>('return-act', {
  sending: { label: '正在提交', hue: 'moving', next: ['unknown', 'done', 'refused', 'absent'] },
  unknown: { label: '结果未知', hue: 'attention', next: ['done', 'refused', 'absent'] },
  done: { label: '已完成', hue: 'done', next: [] },
  refused: { label: '店铺没有接受', hue: 'failed', next: [] },
  absent: { label: '店铺没有收到', hue: 'failed', next: ['done'] },
})
