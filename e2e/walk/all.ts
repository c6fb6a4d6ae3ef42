import { ENDPOINTS } from '@huoqiao/contract/registry'
import type { Endpoint } from '@huoqiao/contract/endpoint'
import type { Session } from '../browser.ts'
import type { SharedApp } from '../shared-app.ts'
import { WAYS, failPage, nothingFailed } from './failing.ts'
import { arrive, timed, turnTo } from './hands.ts'
import { forgetToasts } from './heard.ts'
import type { Screen } from './place.ts'
import { walkScreen } from './screen.ts'
import { RULES } from './rules.ts'
import type { Finding, Rule } from './rules.ts'
import type { Part, Walker } from './walker.ts'
import { CHANGES, openWire } from './wire.ts'
import type { Failing } from './wire.ts'

export type Walk = {
  screens: Screen[]
  /** the console's routes that were walked */
  routes: string[]
  findings: Finding[]
  /** how often each rule was applied */
  met: Record<Rule, number>
  /** how many calls were seen to fail individually, counted for each way of failing */
  failed: number
  /** calls that screens make and that were never seen to fail in one of the ways: "path（way）" */
  unfailed: string[]
  /** calls of screens that change something and were never seen to succeed */
  unsaid: string[]
  /** what was walked and checked by which rules, for the output */
  report: string
}

type Route = { path: string; name: string; meta?: { hidden?: boolean } }

/**
 * Walks every route of the console's route table (/pages.json, written by its build), and the same routes with other query fields if a link
 * leads there.
 */
export async function walkAll(app: SharedApp, sessions: readonly Session[], only?: RegExp): Promise<Walk> {
  const routes = ((await (await fetch(`${app.url}/pages.json`)).json()) as Route[]).filter(({ meta }) => !meta?.hidden)
  const plain = routes.map(({ path }) => `/${path.replace(/\/:[^/]+\?$/, '')}`)
  const queue = plain.filter((address) => only === undefined || only.test(address))
  if (queue.length === 0) throw new Error(`no address of the console matches ${only}`)
  const shapes = new Set(queue.map(shapeOf))
  const known = new Set(plain)
  const screens: Screen[] = []
  const broken: Finding[] = []
  const met = Object.fromEntries(Object.keys(RULES).map((rule) => [rule, 0])) as Record<Rule, number>
  const asked = new Set<string>()
  const failed = nothingFailed()
  const succeeded = new Map<string, number>()
  /** by path: each kind of control is pressed once, on the first address that shows it */
  const pressed = new Map<string, Set<string>>()
  const metAt = (path: string): Set<string> => {
    const found = pressed.get(path) ?? new Set<string>()
    pressed.set(path, found)
    return found
  }
  const isFailed = (path: string, way: Failing): boolean => failed[way].get(path) === Infinity

  async function walkQueue(walker: Walker): Promise<void> {
    const { wire } = walker
    while (queue.length > 0 || busy > 0) {
      const address = queue.shift()
      if (address === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      busy += 1
      try {
        const since = performance.now()
        const screen = await walkScreen(walker, address, metAt(address.split('?')[0]!))
        if (plain.includes(address))
          screen.findings.push(...(await timed(walker, 'failing pages', () => failPage(walker, address))))
        screen.seconds = (performance.now() - since) / 1000
        screens.push(screen)
        for (const link of screen.links) {
          const path = link.split('?')[0]!
          if (!known.has(path) || shapes.has(shapeOf(link)) || (only && !only.test(link))) continue
          shapes.add(shapeOf(link))
          queue.push(link)
        }
      } catch (error) {
        // The other walkers continue: the error is reported together with their findings.
        await walker.page.clock.resume().catch(() => undefined)
        walker.wire.answering = 'served'
        walker.wire.only = undefined
        await arrive(walker.page, address)
        broken.push({ rule: '控制台', where: address, text: String(error).slice(0, 300) })
      } finally {
        busy -= 1
      }
    }
    for (const path of wire.asked) asked.add(path)
    forgetToasts(walker)
    turnTo(walker, 'else')
  }

  let busy = 0
  const checked = new Set<string>()
  const spent = new Map<Part, number>()
  const walkers = await Promise.all(
    sessions.map((session) => openWalker({ session, failed, succeeded, checked, spent })),
  )
  await Promise.all(walkers.map((walker) => walkQueue(walker)))

  for (const { wire } of walkers) {
    for (const text of wire.empties) screens[0]!.findings.push({ rule: '清洗', where: 'on the wire', text })
    for (const text of wire.unknown) screens[0]!.findings.push({ rule: '字段', where: 'on the wire', text })
    for (const rule of Object.keys(RULES) as Rule[]) met[rule] += wire.met[rule]
  }
  met.控制台 = screens.length
  const sent = await sendable(app)
  const unfailed = WAYS.flatMap(([way, name]) =>
    sent.filter((path) => !isFailed(path, way)).map((path) => `${path}（${name}）`),
  ).toSorted()
  const unsaid = sent.filter((path) => CHANGES.has(path) && succeeded.get(path) !== Infinity)
  const pairs = sent.length * WAYS.length - unfailed.length
  return {
    screens,
    routes: plain,
    findings: [...broken, ...screens.flatMap((one) => one.findings)],
    met,
    failed: pairs,
    unfailed,
    unsaid,
    report: reportOf(screens, met, { asked: asked.size, failed: pairs, unfailed, unsaid, spent }),
  }
}

/**
 * The paths of the calls that the console's code contains (/calls.json, written by its build). Public calls are left out, because the
 * walkers are logged in.
 */
async function sendable({ url }: SharedApp): Promise<string[]> {
  const names = (await (await fetch(`${url}/calls.json`)).json()) as (keyof typeof ENDPOINTS)[]
  const calls: Endpoint[] = names.map((name) => ENDPOINTS[name])
  return calls.filter(({ right }) => right !== 'public').map(({ path }) => path)
}

async function openWalker(parts: Omit<Walker, 'page' | 'wire' | 'doing'>): Promise<Walker> {
  const { page } = parts.session
  await page.clock.install()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  page.on('dialog', (dialog) => void dialog.accept())
  page.context().on('page', (other) => void other.close())
  return { ...parts, page, wire: await openWire(page), doing: { part: 'else', since: performance.now() } }
}

/** The path, and the names of the address's fields: /order/list?open */
function shapeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://walk')
  return `${pathname}?${[...searchParams.keys()].toSorted().join('&')}`
}

type Left = { asked: number; failed: number; unfailed: string[]; unsaid: string[]; spent: Map<Part, number> }
function reportOf(screens: readonly Screen[], met: Record<Rule, number>, left: Left): string {
  const sights = screens
    .toSorted((a, b) => a.address.localeCompare(b.address))
    .map(
      ({ address, opened, pressed, seconds, isChosen = false }) =>
        `  ${address}: ${seconds.toFixed(0)} s, ${pressed} pressed${isChosen ? ', also with selected rows' : ''}; opened ${opened.join(', ') || 'nothing'}`,
    )
  const rules = Object.entries(RULES).map(([rule, text]) => `  ${rule} (${met[rule as Rule]} times): ${text}`)
  const presses = screens.reduce((sum, { pressed }) => sum + pressed, 0)
  return [
    `The walk: ${screens.length} screens, ${presses} presses, ${left.asked} calls asked`,
    ...sights,
    `Seconds of all walkers by what they did: ${[...left.spent].map(([part, ms]) => `${part} ${(ms / 1000).toFixed(0)}`).join(', ')}`,
    `${left.failed} times a call failed by itself; never seen: ${left.unfailed.join(', ') || 'none'}`,
    `never seen to succeed: ${left.unsaid.join(', ') || 'none'}`,
    'Rules, and how often each had something to look at:',
    ...rules,
  ].join('\n')
}
