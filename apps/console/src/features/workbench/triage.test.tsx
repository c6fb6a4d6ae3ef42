// @vitest-environment happy-dom
import type { Remedy, TriageItem } from '@huoqiao/contract/workbench/workbench.schema'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { beforeEach, expect, it } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../test/page-bench.tsx'
import { globalKeys } from '../../../test/global-keys.tsx'
import { toast } from '../../lib/client.ts'
import TriagePage from './triage.page.tsx'

const RETRY = `POST ${CALLS.replayInbox.path}`
const HOLD = `POST ${CALLS.holdOrders.path}`
const SNOOZE = `POST ${CALLS.snoozeTriage.path}`

const remedy = (key: string, label: string, over: Partial<Remedy>): Remedy => ({
  key,
  label,
  call: 'replayInbox',
  to: null,
  input: {},
  confirm: null,
  allowed: true,
  ...over,
})
const item = (n: number, remedies: Remedy[]): TriageItem => ({
  key: `message-failed:${n}`,
  kind: 'message-failed',
  severity: 'urgent',
  title: `消息 ${n}`,
  why: '内容读不懂',
  since: Date.now() - 60_000,
  to: `/system/inbox?id=${n}`,
  remedies,
  snoozedUntil: null,
})
let items: TriageItem[]
const remove = (key: string): void => {
  items = items.filter((one) => one.key !== key)
}
const bench = openPageBench({
  [`GET ${CALLS.getTriageQueue.path}`]: () => ({ list: items, total: items.length, page: 1 }),
  [`GET ${CALLS.getTriageCounts.path}`]: () => ({
    kinds: { 'message-failed': items.length },
    all: items.length,
    snoozed: 0,
    capped: [],
  }),
  [RETRY]: () => {
    remove('message-failed:2')
    return { rows: [{ id: 'm2', ok: true }], succeeded: 1 }
  },
  [HOLD]: () => ({ rows: [{ id: 'o1', ok: true }], succeeded: 1 }),
  [SNOOZE]: ({ body }) => {
    for (const key of (JSON.parse(body) as { keys: string[] }).keys) remove(key)
    return null
  },
})
beforeEach(() => {
  items = [
    item(1, [remedy('h', '搁置', { call: 'holdOrders', input: { orderIds: ['o1'] }, confirm: '采购会停下' })]),
    item(2, [remedy('a', '重试', { input: { ids: ['m2'] } })]),
    item(3, [remedy('a', '重试', { allowed: '没有操作权限' })]),
  ]
})

const open = async (): Promise<void> => {
  showPage(bench, globalKeys(<TriagePage />), '/workbench')
  await screen.findByText('消息 1')
}
/** The key goes to what is focused, as from a keyboard. */
const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const focused = (): string | null | undefined => document.activeElement?.textContent
const bodies = (name: string): unknown[] =>
  bench.app.asked.filter((one) => one.name === name).map(({ body }) => JSON.parse(body) as unknown)

it('j and k move the focus over the titles, and stop at both ends', async () => {
  await open()
  const seen: unknown[] = []
  for (const key of ['j', 'j', 'j', 'j', 'k', 'k', 'k', 'k']) {
    press(key)
    seen.push(focused())
  }
  expect(seen).toEqual(['消息 1', '消息 2', '消息 3', '消息 3', '消息 2', '消息 1', '消息 1', '消息 1'])
})

it('a letter makes the call of the focused item, and the focus goes on to the item that takes its place', async () => {
  await open()
  press('j')
  press('j')
  press('a')
  await waitFor(() => expect(screen.queryByText('消息 2')).toBeNull())
  expect(bodies(RETRY)).toEqual([{ ids: ['m2'] }])
  await waitFor(() => expect(focused()).toBe('消息 3'))
  expect(toasts()).toContain('消息 2：重试')
})

it('a letter that the item does not offer, or that the person may not use, makes no call and says why', async () => {
  await open()
  press('a')
  press('j')
  press('a')
  press('k')
  press('d')
  press('j')
  press('j')
  press('a')
  expect(toast.get()).toMatchObject([{ text: '重试', detail: '没有操作权限' }])
  expect([bodies(RETRY), bodies(HOLD), bodies(SNOOZE)]).toEqual([[], [], []])
})

it('an action with consequences is asked about first, and refused it does nothing', async () => {
  await open()
  press('j')
  press('h')
  await screen.findByText('采购会停下')
  fireEvent.click(screen.getByRole('button', { name: /取\s*消/ }))
  await waitFor(() => expect(screen.queryByText('采购会停下')).toBeNull())
  expect(bodies(HOLD)).toEqual([])
  screen.getByText('消息 1').focus()
  press('h')
  await screen.findByText('采购会停下')
  const ok = screen.getAllByRole('button', { name: /搁\s*置$/ }).at(-1)!
  fireEvent.click(ok)
  await waitFor(() => expect(bodies(HOLD)).toEqual([{ orderIds: ['o1'] }]))
})

it('s puts the focused item away until nine o’clock of the next morning in China, and the next one is focused', async () => {
  await open()
  press('j')
  press('s')
  await waitFor(() => expect(screen.queryByText('消息 1')).toBeNull())
  const [asked] = bodies(SNOOZE) as { keys: string[]; until: number }[]
  expect(asked!.keys).toEqual(['message-failed:1'])
  const morning = new Date(asked!.until + 8 * 3_600_000)
  expect([morning.getUTCHours(), morning.getUTCMinutes()]).toEqual([9, 0])
  const hours = (asked!.until - Date.now()) / 3_600_000
  expect(hours > 9 && hours <= 33).toBe(true)
  await waitFor(() => expect(focused()).toBe('消息 2'))
})

it('letters that are typed in the search are text', async () => {
  await open()
  const search = screen.getByPlaceholderText('单号、运单号、商品、原因')
  search.focus()
  for (const key of ['j', 'a', 's']) press(key)
  expect(document.activeElement).toBe(search)
  expect([bodies(RETRY), bodies(SNOOZE)]).toEqual([[], []])
})
