// @vitest-environment happy-dom
import type { Notice } from '@huoqiao/contract/notices/notices.endpoints'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
import NoticeBell from './notice-bell.tsx'

const noticeOf = (id: string, given: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'price-risen',
  level: 'attention',
  title: '货源涨价',
  text: `杯${id}：¥1.00 → ¥1.20`,
  to: `/shop/product/radar?offer=${id}`,
  count: 1,
  read: false,
  at: 1_000_000 - Number(id),
  ...given,
})
/** Twenty-seven notices of one price change, and two other notices. */
const risen = Array.from({ length: 27 }, (_none, n) => noticeOf(String(n)))
const others = [
  noticeOf('100', { kind: 'sync-failed', title: '同步失败', text: '一个没有同步成', at: 999_998 }),
  noticeOf('101', { kind: 'order-cut', title: '截单提醒', text: '买家取消了', at: 10 }),
]
let read: string[][]
let isDown: boolean
const bench = openPageBench({
  'GET /api/warning/queryNotices'({ query }) {
    if (isDown) return { code: 500, msg: '服务器没有回答' }
    const list = [...risen.slice(0, 2), others[0]!, ...risen.slice(2), others[1]!]
    return { list: list.slice(0, Number(query.get('pageSize'))), total: list.length, page: 1, unreadCount: 29 }
  },
  'POST /api/warning/readNotices'({ body }) {
    read.push((JSON.parse(body) as { ids: string[] }).ids)
    return null
  },
})
beforeEach(() => {
  read = []
  isDown = false
})
async function open(): Promise<HTMLElement> {
  showPage(bench, <NoticeBell />, '/')
  fireEvent.click(await screen.findByRole('button', { name: '通知，29 条未读' }))
  return screen.findByRole('region', { name: '通知' })
}

it('many notices of one kind are one entry with their number, and the others are not pushed out', async () => {
  const latest = await open()
  await within(latest).findByText('27 条')
  const entries = [...latest.querySelectorAll(':scope > ul > li b')].map(({ textContent }) => textContent)
  expect(entries).toEqual(['货源涨价', '同步失败', '截单提醒'])
  expect(within(latest).getByText('杯0：¥1.00 → ¥1.20')).toBeTruthy()
  expect(within(latest).queryByText('杯1：¥1.00 → ¥1.20')).toBeNull()
  expect(within(latest).getByRole('link', { name: '看全部' }).getAttribute('href')).toBe(
    '/system/warning?tab=notices&kind=price-risen',
  )
})

it('an entry of many is unfolded, and marked as read as a whole', async () => {
  const latest = await open()
  fireEvent.click(await within(latest).findByRole('button', { name: '展开' }))
  expect(within(latest).getByText('杯26：¥1.00 → ¥1.20')).toBeTruthy()
  fireEvent.click(within(latest).getByRole('button', { name: '都标为已读' }))
  await expect.poll(() => read).toEqual([risen.map(({ id }) => id)])
})

it('notices that can’t be read are not reported as none, and can be read again', async () => {
  isDown = true
  showPage(bench, <NoticeBell />, '/')
  fireEvent.click(await screen.findByRole('button', { name: '通知' }))
  const latest = await screen.findByRole('region', { name: '通知' })
  const failure = await within(latest).findByRole('alert')
  expect(failure.textContent).toContain('服务器没有回答')
  expect(within(latest).queryByText(/^没有通知/)).toBeNull()
  isDown = false
  fireEvent.click(within(failure).getByRole('button', { name: /重\s*试/ }))
  await within(latest).findByText('27 条')
})
