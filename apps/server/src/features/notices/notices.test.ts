import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { noticesFeature } from './notices.feature.ts'
import type { NewNotice } from './index.ts'

let app: TestApp
let clerk: string
let now = Date.UTC(2026, 2, 3, 4)
beforeAll(async () => {
  app = await startAppAlone({ clock: { now: () => now } })
  clerk = await app.login('clerk', 'clerk888')
})
afterAll(() => app?.close())

const tell = (notice: NewNotice): Promise<void> =>
  app.db.transaction((tx) => app.composed.apiOf(noticesFeature).tell(tx, notice))
const seen = async (token?: string) => {
  const answer = await app.ok('queryNotices', {}, token ? { token } : {})
  return { texts: answer.list.map((one) => one.text), unread: answer.unreadCount, list: answer.list }
}
const ruleOf = async (kind: string) => (await app.ok('queryWarningRules')).find((one) => one.kind === kind)!
const saveRule = async (kind: NewNotice['kind'], change: object) => {
  const { title: _title, help: _help, unit: _unit, ...rule } = await ruleOf(kind)
  return app.ok('updateWarningRule', { ...rule, ...change })
}
const clear = () => app.ok('readNotices', { all: true })

describe('a rule', () => {
  it('applies from its threshold on, in its own direction, and not when it is off', async () => {
    await tell({ kind: 'price-risen', about: 'p1', text: '涨4%', value: 4 })
    await tell({ kind: 'price-risen', about: 'p2', text: '涨5%', value: 5 })
    await tell({ kind: 'stock-out', about: 's1', text: '剩11件', value: 11 })
    await tell({ kind: 'stock-out', about: 's2', text: '剩3件', value: 3 })
    expect((await seen()).texts.toSorted()).toEqual(['剩3件', '涨5%'].toSorted())
    await saveRule('price-risen', { threshold: 20 })
    await saveRule('stock-out', { enabled: false })
    await tell({ kind: 'price-risen', about: 'p3', text: '涨19%', value: 19 })
    await tell({ kind: 'stock-out', about: 's3', text: '剩0件', value: 0 })
    expect((await seen()).texts).toHaveLength(2)
  })

  it('notifies only accounts with its roles, and administrators', async () => {
    const role = await app.ok('addRole', { name: '采购主管', note: '' })
    await saveRule('sync-failed', { roleIds: [role.id], level: 'urgent' })
    await tell({ kind: 'sync-failed', about: 't1', text: '只给主管' })
    expect((await seen()).texts).toContain('只给主管')
    expect((await seen(clerk)).texts).not.toContain('只给主管')
    const { list } = await app.ok('pagingQuery', { keyword: 'clerk' })
    await app.ok('grantAuthorityToActor', { userId: list[0]!.id, roleIds: [role.id] })
    expect((await seen(clerk)).list.find((one) => one.text === '只给主管')).toMatchObject({ level: 'urgent' })
  })

  it('shows the current values to the second of two who save it, and names an impossible threshold', async () => {
    const { title: _title, help: _help, unit: _unit, ...rule } = await ruleOf('order-stuck')
    await app.ok('updateWarningRule', { ...rule, threshold: 48 })
    expect(await app.call('updateWarningRule', { ...rule, threshold: 12 })).toMatchObject({
      code: 409,
      data: { refusal: 'stale', current: { threshold: 48, version: 1 } },
    })
    expect(await app.call('updateWarningRule', { ...rule, version: 1, threshold: null })).toMatchObject({
      code: 422,
      data: { fields: { threshold: '请填写阈值' } },
    })
    const log = await app.ok('findOperationLog', { kind: 'warning-rule', objectId: 'order-stuck', outcome: 'ok' })
    expect(log.list[0]).toMatchObject({ changes: [{ field: 'threshold', before: 24, after: 48 }] })
  })
})

describe('a notice', () => {
  it('about one thing is created once a day, counts repetitions, and stays read', async () => {
    await clear()
    now += 1000
    await tell({ kind: 'offer-gone', about: 'o1', text: '第一次', to: '/shop/product/list' })
    const { list } = await seen()
    expect(list[0]).toMatchObject({ text: '第一次', read: false, count: 1, to: '/shop/product/list' })
    await app.ok('readNotices', { ids: [list[0]!.id] })
    await tell({ kind: 'offer-gone', about: 'o1', text: '第二次' })
    expect((await seen()).list[0]).toMatchObject({ text: '第二次', read: true, count: 2 })
    now += 86_400_000
    clerk = await app.login('clerk', 'clerk888')
    const admin = await app.login('admin', 'admin888')
    await tell({ kind: 'offer-gone', about: 'o1', text: '第二天' })
    expect((await seen(admin)).list[0]).toMatchObject({ text: '第二天', read: false, count: 1 })
  })

  it('is read by each person separately, one by one or all at once', async () => {
    const admin = await app.login('admin', 'admin888')
    await app.ok('readNotices', { all: true }, { token: admin })
    await app.ok('readNotices', { all: true }, { token: clerk })
    now += 1000
    await tell({ kind: 'offer-gone', about: 'o7', text: '甲' })
    await tell({ kind: 'offer-gone', about: 'o8', text: '乙' })
    const { list } = await seen(clerk)
    await app.ok('readNotices', { ids: [list[0]!.id] }, { token: clerk })
    expect([(await seen(clerk)).unread, (await seen(admin)).unread]).toEqual([1, 2])
    expect((await app.ok('queryNotices', { unread: 'true' }, { token: clerk })).total).toBe(1)
    await app.ok('readNotices', { all: true }, { token: admin })
    expect([(await seen(clerk)).unread, (await seen(admin)).unread]).toEqual([1, 0])
  })

  it('is gone when its transaction was rolled back', async () => {
    const undone = app.db.transaction(async (tx) => {
      await app.composed.apiOf(noticesFeature).tell(tx, { kind: 'offer-gone', about: 'never', text: '没发生' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await seen(clerk)).texts).not.toContain('没发生')
  })
})

describe('the list of notices', () => {
  it('is searched by words of the title and the text, and its tabs count what this person has read', async () => {
    // Later than anything that was marked as read.
    now += 1000
    await tell({ kind: 'offer-gone', about: 'k1', title: '货源下架', text: '陶瓷花瓶 Vase 已下架' })
    await tell({ kind: 'stock-out', about: 'k2', text: '陶瓷碗只剩1件', value: 1 })
    const found = async (input: { keyword: string; unread?: 'true' }, token: string) => {
      const { list } = await app.ok('queryNotices', input, { token })
      return list.map(({ text }) => text)
    }
    expect(await found({ keyword: '下架 vase' }, clerk)).toEqual(['陶瓷花瓶 Vase 已下架'])
    expect(await found({ keyword: '没有的' }, clerk)).toEqual([])
    const { list } = await app.ok('queryNotices', { keyword: '花瓶' }, { token: clerk })
    await app.ok('readNotices', { ids: [list[0]!.id] }, { token: clerk })
    expect(await found({ keyword: '陶瓷', unread: 'true' }, clerk)).not.toContain('陶瓷花瓶 Vase 已下架')
    const counts = (token: string) => app.ok('getNoticeCountByState', { keyword: '花瓶' }, { token })
    expect(await counts(clerk)).toEqual({ counts: { read: 1 }, all: 1, capped: [] })
    const admin = await app.login('admin', 'admin888')
    expect(await counts(admin)).toEqual({ counts: { unread: 1 }, all: 1, capped: [] })
    const { all } = await app.ok('getNoticeCountByState', { kind: 'offer-gone' }, { token: clerk })
    expect(all).toBe((await app.ok('queryNotices', { kind: 'offer-gone' }, { token: clerk })).total)
  })
})
