import { defineStates } from '../states.ts'

/** A message from outside (beyond, item 11): stored first, handled once, replayed by a person. */
export type InboxState = 'waiting' | 'handled' | 'ignored' | 'failed'

export const INBOX_STATES = defineStates<InboxState>('inbox-message', {
  waiting: { label: '待处理', hue: 'waiting', next: ['handled', 'ignored', 'failed'] },
  handled: { label: '已处理', hue: 'done', next: ['waiting'] },
  // Nothing of the app cares about its topic.
  ignored: { label: '无需处理', hue: 'done', next: ['waiting'] },
  failed: { label: '处理失败', hue: 'failed', next: ['waiting'] },
})
