import type { Notice } from '@huoqiao/contract/notices/notices.endpoints'
import { NOTICE_KINDS } from '@huoqiao/contract/notices/notices.status'
import type { NoticeKind } from '@huoqiao/contract/notices/notices.status'
import type { Hue } from '@huoqiao/contract/states'

export const KIND_OPTIONS = (Object.keys(NOTICE_KINDS) as NoticeKind[]).map((value) => ({
  value,
  label: NOTICE_KINDS[value],
}))

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
