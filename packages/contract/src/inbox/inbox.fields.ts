import type { FieldsOf } from '../fields.ts'
import { CAN, ID } from '../fields.ts'
import type { InboxMessage } from './inbox.endpoints.ts'
import { INBOX_STATES } from './inbox.status.ts'

export const INBOX_FIELDS = {
  id: ID,
  source: { label: '来源', format: 'choice', choices: { shopify: 'Shopify', '1688': '1688' } },
  ownerId: { label: '来自', format: 'reference' },
  ownerName: { label: '来自', format: 'text' },
  topic: { label: '消息', format: 'text' },
  eventId: { label: '事件编号', format: 'text' },
  about: { label: '关于', format: 'text' },
  state: { label: '状态', format: 'choice', choices: INBOX_STATES },
  attempts: { label: '处理', format: 'count' },
  repeats: { label: '重复', format: 'count' },
  message: { label: '结果', format: 'text' },
  triggeredAt: { label: '发生', format: 'time' },
  receivedAt: { label: '收到', format: 'time' },
  handledAt: { label: '处理时间', format: 'time' },
  nextAt: { label: '下次处理', format: 'time' },
  can: CAN,
} satisfies FieldsOf<InboxMessage>
