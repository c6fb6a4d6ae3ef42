import { defineStates } from '../states.ts'

/** A message of a vendor (beyond, item 11): stored first, handled once, can be replayed by a person. */
export type InboxState = 'waiting' | 'handled' | 'ignored' | 'failed'

export const INBOX_STATES = defineStates<InboxState>('inbox-message', {
  waiting: { label: '待处理', hue: 'waiting', next: ['handled', 'ignored', 'failed'] },
  handled: { label: '已处理', hue: 'done', next: ['waiting'] },
  // No feature handles its topic.
  ignored: { label: '无需处理', hue: 'done', next: ['waiting'] },
  failed: { label: '处理失败', hue: 'failed', next: ['waiting'] },
})
