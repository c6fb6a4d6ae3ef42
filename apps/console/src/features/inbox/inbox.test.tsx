// @vitest-environment happy-dom
import type { InboxMessage } from '@huoqiao/contract/inbox/inbox.endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
import InboxPage from './inbox.page.tsx'

const messageOf = (id: string): InboxMessage => ({
  id,
  source: 'shopify',
  ownerId: 's1',
  ownerName: '店',
  topic: 'orders/create',
  eventId: `event-${id}`,
  about: null,
  state: 'failed',
  attempts: 3,
  repeats: 0,
  message: '没有读到订单',
  triggeredAt: null,
  receivedAt: 0,
  handledAt: null,
  nextAt: null,
  can: { replayInbox: true },
})
let messages: InboxMessage[]
const bench = openPageBench({
  'GET /api/inbox/queryInbox': () => ({ list: messages, total: messages.length, page: 1 }),
  'GET /api/inbox/getInboxCountByState': () => ({ counts: {}, all: messages.length, capped: [] }),
  'GET /api/shopify/store/getAllShopifyStores': () => [],
  'POST /api/inbox/replayInbox'() {
    // Messages that were queued again or deleted by the clean-up are no longer in the tab of failed ones.
    messages = []
    const rows = [
      { key: 'a', ok: true, message: '已放回队列' },
      { key: 'b', ok: false, message: '消息不存在或已被清理' },
    ]
    return { succeeded: 1, failed: 1, rows }
  },
})
beforeEach(() => {
  messages = ['a', 'b'].map(messageOf)
})

test('a message that could not be replayed is named by its event, also when it has left the tab', async () => {
  showPage(bench, <InboxPage />, '/system/inbox?state=failed')
  await screen.findAllByText('没有读到订单')
  fireEvent.click(screen.getByRole('checkbox', { name: '选中本页' }))
  fireEvent.click(within(screen.getByRole('toolbar', { name: '批量操作' })).getByRole('button', { name: /^重\s*放$/ }))
  const outcome = (await screen.findByText('消息不存在或已被清理')).closest('details')!
  await waitFor(() => expect(screen.queryByText('没有读到订单')).toBeNull())
  expect(outcome.textContent).toBe('消息不存在或已被清理1 条event-b')
})
