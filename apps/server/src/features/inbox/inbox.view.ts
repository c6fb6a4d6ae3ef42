import type { InboxMessage } from '@huoqiao/contract/inbox/inbox.endpoints'
import type { ListedMessage } from './inbox.store.ts'

export const messageView = (row: ListedMessage, owners: ReadonlyMap<string, string>): InboxMessage => ({
  id: row.id,
  source: row.source,
  ownerId: row.ownerId,
  ownerName: owners.get(row.ownerId) ?? (row.source === 'shopify' ? '已删除的店铺' : '已删除的1688账号'),
  topic: row.topic,
  eventId: row.eventId,
  about: row.about,
  state: row.state,
  attempts: row.attempts,
  repeats: row.repeats,
  message: row.message,
  triggeredAt: row.triggeredAt?.getTime() ?? null,
  receivedAt: row.receivedAt.getTime(),
  handledAt: row.handledAt?.getTime() ?? null,
  nextAt: row.state === 'waiting' && row.attempts > 0 ? row.nextAt.getTime() : null,
  can: { replayInbox: row.state === 'waiting' ? '正在等待处理' : true },
})
