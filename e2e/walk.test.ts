import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, openSession } from './browser.ts'
import type { Session } from './browser.ts'
import type { LeasedApp } from './leased-apps.ts'
import { takeApp } from './app-pool.ts'
import { walkAll } from './walk/all.ts'
import type { Walk } from './walk/all.ts'
import { RULES } from './walk/rules.ts'
import type { Rule } from './walk/rules.ts'
import { furnish } from './walk/world.ts'

/** Only some screens, for work on them: a pattern of addresses. Then the minimum counts are not checked. */
const ONLY = process.env['HUOQIAO_WALK']
/** The number of parallel walkers: each waits about as long as it computes. */
const WALKERS = 3
/** Time limit of the walk: several hundred waits for a browser, one after another, on a busy machine. */
const PATIENCE = 60 * 60_000
/** Minimum number of individual failures, counted by call and by way of failing: fewer mean that something is no longer called. */
const LEAST_FAILED = 420
/** Screens with a list, screens on which rows were selected, and controls pressed: a lower number means that something is not seen. */
const LEAST_LISTS = 15
const LEAST_CHOSEN = 15
const LEAST_PRESSES = 900
/**
 * How often each rule must be applied at least, three quarters of what two walks counted: a lower number means that something is no longer
 * opened.
 */
const LEAST: Readonly<Record<Rule, number>> = {
  分页: 80,
  防抖: 40,
  失败提示: 520,
  成功提示: 45,
  校验提示: 30,
  清洗: 5_000,
  字段: 5_000,
  时间: 2_300,
  金额: 5_200,
  空值: 90_000,
  词语: 90_000,
  溢出: 11_500,
  标签: 360,
  搜索: 220,
  可访问: 5_200,
  阅读次序: 23_000,
  控制台: 60,
}

/**
 * Checks each rule about all screens on all screens: every route of the console's route table, on an installation with something in every
 * list, and everything that can be opened there. A new screen is included automatically.
 */
describe('every screen of the console', () => {
  let app: LeasedApp
  let walk: Walk
  const sessions: Session[] = []

  beforeAll(async () => {
    app = await takeApp()
    for (let n = 0; n < WALKERS; n++) {
      const session = await openSession(app.url)
      sessions.push(session)
      await enter(session.page, app.url, 'admin', 'admin888')
    }
    await furnish(app, sessions[0]!.page)
    walk = await walkAll(app, sessions, ONLY === undefined ? undefined : new RegExp(ONLY))
    console.log(walk.report)
  }, PATIENCE)
  afterAll(async () => {
    for (const session of sessions) await session.close()
    await app?.stop()
  })

  it.skipIf(ONLY)('is opened, those that a menu may link to as well as the others', async () => {
    const token = await sessions[0]!.page.evaluate(() => localStorage.getItem('token') ?? '')
    const answer = await fetch(`${app.url}/admin/role/getAllMenuPageUrl`, { headers: { authorization: token } })
    const { data } = (await answer.json()) as { data: { url: string }[] }
    expect(data.length).toBeGreaterThanOrEqual(31)
    expect(walk.routes).toEqual(expect.arrayContaining(data.map(({ url }) => url)))
    expect(walk.screens.map(({ address }) => address)).toEqual(expect.arrayContaining(walk.routes))
  })

  it('has something in every list, and selects rows wherever that is possible', () => {
    // Only the routes themselves: a link with more query fields may open an empty list.
    const lists = walk.screens.filter(({ address, rows }) => rows !== undefined && walk.routes.includes(address))
    expect(lists.filter(({ rows }) => rows === 0).map(({ address }) => address)).toEqual([])
    if (ONLY !== undefined) return
    expect(lists.length).toBeGreaterThanOrEqual(LEAST_LISTS)
    expect(walk.screens.filter(({ isChosen }) => isChosen).length).toBeGreaterThanOrEqual(LEAST_CHOSEN)
    expect(walk.screens.reduce((sum, { pressed }) => sum + pressed, 0)).toBeGreaterThanOrEqual(LEAST_PRESSES)
  })

  it('has no screen that is still loading when everything has arrived', () => {
    expect(walk.screens.length).toBeGreaterThan(0)
    expect(walk.screens.filter(({ isWaiting }) => isWaiting !== false).map(({ address }) => address)).toEqual([])
  })

  it.skipIf(ONLY)('shows each call’s failure by itself: refused, with HTTP 500, and unreachable', () => {
    expect(walk.failed).toBeGreaterThanOrEqual(LEAST_FAILED)
  })

  it.each(Object.entries(RULES) as [Rule, string][])('follows the rule %s, %s', (rule) => {
    expect(walk.findings.filter((one) => one.rule === rule).map(({ where, text }) => `${where}: ${text}`)).toEqual([])
    if (ONLY === undefined) expect(walk.met[rule]).toBeGreaterThanOrEqual(LEAST[rule])
  })
})
