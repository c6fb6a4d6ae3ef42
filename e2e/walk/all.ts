import type { Desk } from '../browser.ts'
import type { SharedHouse } from '../shared-house.ts'
import { WAYS, failPage, nothingFailed } from './failing.ts'
import { forgetToasts } from './heard.ts'
import { walkScreen } from './screen.ts'
import { RULES } from './rules.ts'
import type { Finding, Rule } from './rules.ts'
import type { Screen } from './screen.ts'
import { openWire } from './wire.ts'

export type Walk = {
  screens: Screen[]
  /** routes of the console that were walked */
  routes: string[]
  findings: Finding[]
  /** how often each rule had something to look at */
  met: Record<Rule, number>
  /** how many calls were seen to fail by themselves, each way counted */
  failed: number
  /** calls that were asked, and that were never seen to fail in one of the ways: "path（way）" */
  unfailed: string[]
  /** what was walked and by which rules, for whoever reads the output */
  report: string
}

type Route = { path: string; name: string; meta?: { hidden?: boolean } }

/** Every route of the console's own table, which its build writes beside it; those that links lead to with more in the address, too. */
export async function walkAll(house: SharedHouse, desks: readonly Desk[], only?: RegExp): Promise<Walk> {
  const routes = ((await (await fetch(`${house.url}/pages.json`)).json()) as Route[]).filter(
    ({ meta }) => !meta?.hidden,
  )
  const plain = routes.map(({ path }) => `/${path.replace(/\/:[^/]+\?$/, '')}`)
  const queue = plain.filter((address) => only === undefined || only.test(address))
  const shapes = new Set(queue.map(shapeOf))
  const known = new Set(plain)
  const screens: Screen[] = []
  const met = Object.fromEntries(Object.keys(RULES).map((rule) => [rule, 0])) as Record<Rule, number>
  const asked = new Set<string>()
  const shown = new Set<string>()
  const failed = nothingFailed()
  /** by path: a kind of thing is pressed once, whichever address showed it first */
  const pressed = new Map<string, Set<string>>()
  const metAt = (path: string): Set<string> => {
    const found = pressed.get(path) ?? new Set<string>()
    pressed.set(path, found)
    return found
  }
  let busy = 0
  await Promise.all(
    desks.map(async (desk) => {
      const { page } = desk
      // Whoever waits longer waits for what does not come.
      page.setDefaultTimeout(15_000)
      await page.clock.install()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      page.on('dialog', (dialog) => void dialog.accept())
      page.context().on('page', (other) => void other.close())
      const wire = await openWire(page)
      const walker = { page, wire, desk, failed }
      while (queue.length > 0 || busy > 0) {
        const address = queue.shift()
        if (address === undefined) {
          await new Promise((resolve) => setTimeout(resolve, 100))
          continue
        }
        busy += 1
        try {
          const screen = await walkScreen(walker, address, metAt(address.split('?')[0]!))
          if (plain.includes(address)) screen.findings.push(...(await failPage(walker, address)))
          screens.push(screen)
          for (const link of screen.links) {
            const path = link.split('?')[0]!
            if (!known.has(path) || shapes.has(shapeOf(link)) || (only && !only.test(link))) continue
            shapes.add(shapeOf(link))
            queue.push(link)
          }
        } finally {
          busy -= 1
        }
      }
      for (const text of wire.empties) screens[0]!.findings.push({ rule: '清洗', where: 'on the wire', text })
      for (const text of wire.unknown) screens[0]!.findings.push({ rule: '字段', where: 'on the wire', text })
      forgetToasts(walker)
      for (const path of wire.asked) asked.add(path)
      for (const path of wire.shown) shown.add(path)
      for (const rule of Object.keys(RULES) as Rule[]) met[rule] += wire.met[rule]
    }),
  )
  met.控制台 = screens.length
  const findings = screens.flatMap((one) => one.findings)
  const unfailed = WAYS.flatMap(([way, name]) =>
    [...asked]
      .filter((path) => failed[way].get(path) !== Infinity && !(way === 'refused' && shown.has(path)))
      .map((path) => `${path}（${name}）`),
  ).toSorted()
  const pairs = asked.size * WAYS.length - unfailed.length
  return {
    screens,
    routes: plain,
    findings,
    met,
    failed: pairs,
    unfailed,
    report: reportOf(screens, met, asked, pairs, unfailed),
  }
}

/** The path, and which fields the address has besides: /order/list?open */
function shapeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://walk')
  return `${pathname}?${[...searchParams.keys()].toSorted().join('&')}`
}

function reportOf(
  screens: readonly Screen[],
  met: Record<Rule, number>,
  asked: ReadonlySet<string>,
  failed: number,
  unfailed: readonly string[],
): string {
  const sights = screens
    .toSorted((a, b) => a.address.localeCompare(b.address))
    .map(({ address, opened, pressed }) => `  ${address}: ${pressed} pressed; opened ${opened.join(', ') || 'nothing'}`)
  const rules = Object.entries(RULES).map(([rule, text]) => `  ${rule} (${met[rule as Rule]} times): ${text}`)
  const presses = screens.reduce((sum, { pressed }) => sum + pressed, 0)
  const head = `The walk: ${screens.length} screens, ${presses} presses, ${asked.size} calls asked`
  const left = `${failed} times a call failed by itself; never seen: ${unfailed.join(', ') || 'none'}`
  return [head, ...sights, left, 'Rules, and how often each had something to look at:', ...rules].join('\n')
}
