import { visit } from '../visit.ts'
import { arrive } from './hands.ts'
import { forgetToasts, heard } from './heard.ts'
import type { Finding } from './rules.ts'
import type { Walker } from './walker.ts'
import { CHANGES, readingOf } from './wire.ts'
import type { Failing, Sent, Wire } from './wire.ts'

export const WAYS: readonly [Failing, string][] = [
  ['refused', '拒绝'],
  ['failed', 'HTTP 500'],
  ['unreachable', '连不上'],
]

/** How often each call was tried in each way, by path; Infinity once it was seen to fail in that way. */
export type Failed = Record<Failing, Map<string, number>>
export const nothingFailed = (): Failed => ({ refused: new Map(), failed: new Map(), unreachable: new Map() })

/** "An error toast": opens an address while all its calls are refused, then return an error, then do not reach the server. */
export async function failPage(walker: Walker, address: string): Promise<Finding[]> {
  const { page, wire } = walker
  const findings: Finding[] = []
  for (const [answering, name] of WAYS) {
    let unheard = await failing(walker, answering, () => visit(page, address))
    // A read that the page itself cancelled shows no toast: try once more.
    if (unheard.length > 0) {
      await visit(page, address)
      await wire.rest()
      unheard = await failing(walker, answering, () => visit(page, address), { isRepeated: true })
    }
    for (const text of unheard) findings.push({ rule: '失败提示', where: `${address}（${name}）`, text })
  }
  // Calls that the console makes when it starts are tested on the first page: there the console is loaded again.
  const open = (): Promise<unknown> => (address === '/' ? arrive(page, address) : visit(page, address))
  wire.sent.length = 0
  await open()
  await wire.rest()
  for (const text of await failEach(walker, askedIn(wire), async () => open))
    findings.push({ rule: '失败提示', where: address, text })
  return findings
}

/** The calls that were made, by path. */
export const askedIn = ({ sent }: Wire): string[] => [...new Set(sent.map(({ path }) => path))]

/** Attempts per call and way of failing: when one action does not make the call again, another action may. */
const TRIES = 2

/**
 * Lets each call fail alone, in each way in which it was not seen to fail yet: if all calls of a page fail, one toast shows it, and it is
 * unknown for which call. `ready` restores the state in which the action is possible, with all calls served, and returns the action, or
 * undefined if it is not possible any more.
 */
export async function failEach(
  walker: Walker,
  paths: readonly string[],
  ready: (path: string) => Promise<(() => Promise<unknown>) | undefined>,
): Promise<string[]> {
  const { wire, failed } = walker
  const unheard: string[] = []
  for (const path of paths)
    for (const [answering, name] of WAYS) {
      const tries = failed[answering].get(path) ?? 0
      if (tries >= TRIES) continue
      failed[answering].set(path, tries + 1)
      const act = await ready(path)
      if (!act) return unheard
      const stood = new Set(wire.failing)
      let texts = await failing(walker, answering, act, { only: path })
      // The action did not make the call again, so the other ways of failing cannot be tried with it.
      if (!wire.sent.some((one) => one.path === path && one.answered === answering)) break
      failed[answering].set(path, Infinity)
      if (texts.length > 0) {
        const isSeries = wire.sent.every((one) => one.path !== path || stood.has(readingOf(one)))
        const again = await failingAgain(walker, answering, ready, path, texts, isSeries)
        // A timer of the page made the call: another action may cover it.
        if (again === 'not-of-this-act') failed[answering].set(path, tries + 1)
        texts = again === 'not-of-this-act' ? [] : again
      }
      if (texts.length > 0) unheard.push(`${path}（${name}）`)
    }
  return unheard
}

/**
 * The console shows only the first of several failures in a row of a call that it repeats automatically. So the call succeeds once, and
 * then fails again. `unheard`: the finding of the first attempt, returned when the call cannot be made to fail again. A read that the
 * action does not repeat while all calls are served was made by a timer of the page; if it had failed before the action as well
 * (`isSeries`), its failures belong to an earlier series: "not-of-this-act".
 */
async function failingAgain(
  walker: Walker,
  answering: Failing,
  ready: (path: string) => Promise<(() => Promise<unknown>) | undefined>,
  path: string,
  unheard: string[],
  isSeries: boolean,
): Promise<string[] | 'not-of-this-act'> {
  const { page, wire } = walker
  // An automatic save also has to succeed once; every other change is still refused.
  if (wire.sent.some((one) => one.path === path && one.isBackground)) {
    wire.answering = 'succeeded'
    wire.only = path
  }
  wire.sent.length = 0
  try {
    const once = await ready(path)
    if (!once) return unheard
    await once()
    // Automatic saving starts some time after typing.
    await page.clock.fastForward(1_000)
    await wire.rest()
  } finally {
    wire.answering = 'served'
    wire.only = undefined
  }
  if (isSeries && !CHANGES.has(path) && !wire.sent.some((one) => one.path === path)) return 'not-of-this-act'
  const act = await ready(path)
  if (!act) return unheard
  const again = await failing(walker, answering, act, { only: path, isRepeated: true })
  return wire.sent.some((one) => one.path === path && one.answered === answering) ? again : unheard
}

/**
 * Returns the failures that no toast showed. Begins 6 s later by the page's clock, so that cached answers are outdated. A toast with the
 * same text is shown at most once in 3 s, so only refusals, each of which has its own text, can be told apart. `only`: the path of the call
 * that fails; default: all calls. `isRepeated`: all calls were served before; a read that was still failing then is repeated by the console
 * itself, and its failure was shown earlier.
 */
export async function failing(
  walker: Walker,
  answering: Failing,
  act: () => Promise<unknown>,
  { only, isRepeated = false }: { only?: string; isRepeated?: boolean } = {},
): Promise<string[]> {
  const { page, wire, session } = walker
  await page.clock.fastForward(6_000)
  await wire.rest()
  wire.sent.length = 0
  forgetToasts(walker)
  const before = new Set(isRepeated ? wire.failing : [])
  wire.answering = answering
  wire.only = only
  try {
    await act()
    await wire.rest()
    const failed = wire.sent.filter(
      (one): one is Sent & { text: string } =>
        one.text !== undefined &&
        (only === undefined || one.path === only) &&
        !(before.has(readingOf(one)) && !CHANGES.has(one.path)),
    )
    if (failed.length === 0) return []
    wire.met.失败提示 += 1
    if (answering !== 'refused') return (await heard(session, failed[0]!.text)) ? [] : [failed[0]!.text]
    // A call that is repeated automatically shows only its first failure.
    const unheard: string[] = []
    for (const path of new Set(failed.map((one) => one.path))) {
      const texts = failed.filter((one) => one.path === path).map(({ text }) => text)
      const toast = await Promise.any(
        texts.map(async (text) => (await heard(session, text)) || Promise.reject(new Error(text))),
      ).catch(() => false)
      if (!toast) unheard.push(path)
    }
    return unheard
  } finally {
    wire.answering = 'served'
    wire.only = undefined
  }
}
