import type { Locator } from 'playwright-core'
import { visit } from '../visit.ts'
import { accessFaults } from './accessible.ts'
import { arrive, away, drawn, pressMark, timed } from './hands.ts'
import { forgetToasts, heard } from './heard.ts'
import { LOOKED_AT, lookAt } from './looks.ts'
import { see } from './marks.ts'
import type { Layer, Mark, Sight } from './marks.ts'
import { pagerFaults } from './pagers.ts'
import { readingFaults } from './reading.ts'
import type { Finding, Rule } from './rules.ts'
import { typingFaults } from './typing.ts'
import type { Walker } from './walker.ts'

export type Screen = {
  address: string
  opened: string[]
  links: string[]
  findings: Finding[]
  pressed: number
  seconds: number
  stuck: string[]
  /** number of rows in the list according to its tab 全部; undefined: there is no such tab */
  rows?: number | undefined
  /** whether rows could be selected, so that actions on several were pressed */
  isChosen?: boolean
  /** whether it still shows a loading placeholder after everything has arrived: the content behind it is not walked */
  isWaiting?: boolean
}

/**
 * Errors that the walk itself causes: calls that it lets fail, pictures of a simulated shop that do not exist (errors of our own server are
 * recorded by the wire), and the script of the browser driver in a preview that allows no scripts.
 */
const NOT_OURS = /Failed to load resource|Blocked script execution in 'about:srcdoc'/
/** Maximum number of open windows, including the question whether typed text may be lost. */
const MOST_OPEN = 4

/** Width in pixels at which the shell's menu is still beside the page. */
const NARROW = 1024

/** A screen that is walked, what was tried and found on it, and the actions that are the same on the page and in its windows. */
export type Place = {
  walker: Walker
  screen: Screen
  /** the controls that were tried, by key */
  met: Set<string>
  samePage: (address: string) => boolean
  find: (rule: Rule, trail: readonly string[], text: string) => void
  complain: (trail: readonly string[]) => void
  /** Restores the page as it is when opened; `restart`: starts the console itself again. */
  restore: (restart?: boolean) => Promise<Sight>
  /** From now on all rows are selected whenever the page is restored; false if there are none to select. */
  chooseRows: () => Promise<boolean>
  isChoosing: () => boolean
  /** `isNew`: a page, tab or window that was not seen before, whose pager is checked as well. */
  look: (trail: readonly string[], sight: Sight, isNew: boolean) => Promise<void>
  refusalsHeard: (trail: readonly string[]) => Promise<void>
  /** Presses it and returns what is visible afterwards. A refusal or an invalid field must be shown in a toast. */
  press: (mark: Mark, trail: readonly string[], before: Sight) => Promise<Sight | undefined>
  typing: (marks: readonly Mark[], trail: readonly string[]) => Promise<boolean>
}

const isChecked = async (box: Locator): Promise<boolean> => (await box.count()) > 0 && (await box.isChecked())

export const newest = (sight: Sight, before: Sight): Layer | undefined =>
  sight.layers.filter(({ id }) => !before.layers.some((one) => one.id === id)).at(-1)

export function openPlace(walker: Walker, address: string, met: Set<string>): Place {
  const { page, wire, session } = walker
  const screen: Screen = { address, opened: [], links: [], findings: [], pressed: 0, seconds: 0, stuck: [] }
  const find = (rule: Rule, trail: readonly string[], text: string): void => {
    const where = [address, ...trail].join(' › ')
    if (!screen.findings.some((one) => one.rule === rule && one.text === text))
      screen.findings.push({ rule, where, text })
  }

  async function restore(restart = false): Promise<Sight> {
    // A window over the page would stay open, and starting again takes five times as long as closing it.
    for (let closed = 0; !restart && closed < MOST_OPEN; closed++) {
      const top = (await see(page)).layers.at(-1)
      if (top === undefined) break
      await timed(walker, 'closing', () => away(walker, top))
    }
    if (restart || (await see(page)).layers.length > 0) await timed(walker, 'loading', () => arrive(page, address))
    else await timed(walker, 'opening', () => visit(page, address))
    await timed(walker, 'drawing', () => drawn(walker))
    if (isChoosing) await chooseAll()
    return see(page)
  }

  let isChoosing = false
  const shown = page.locator('[data-view]:visible')
  const everyRow = shown
    .locator(
      'thead input[type=checkbox], input[type=checkbox][aria-label^="选中本页"], label:has-text("选中本页") input',
    )
    .first()
  // A list of cards offers 选中本页 when one is selected.
  const oneRow = shown.locator('input[type=checkbox]:is([aria-label^="选择 "], [aria-label^="选中 "]):enabled').first()
  async function chooseAll(): Promise<boolean> {
    for (const box of [everyRow, oneRow, everyRow]) {
      if ((await box.count()) === 0) continue
      await box.check({ force: true, timeout: 1_000 }).catch(() => undefined)
      await wire.rest()
    }
    return (await Promise.all([everyRow, oneRow].map(isChecked))).includes(true)
  }
  async function chooseRows(): Promise<boolean> {
    isChoosing = await chooseAll()
    return isChoosing
  }

  async function look(trail: readonly string[], sight: Sight, isNew: boolean): Promise<void> {
    const { faults, met: seen } = await timed(walker, 'looking', () => lookAt(page))
    for (const { rule, text } of faults) find(rule, trail, text)
    for (const rule of LOOKED_AT) wire.met[rule] += seen[rule]
    if (isNew) {
      if (sight.layers.length === 0) await lookNarrow(trail)
      // Not for a tab of the page, which shows other rows of the same kind.
      if (trail.length === 0 || sight.layers.length > 0) await lookAccessible(trail)
      await lookReading(trail)
      const of = sight.layers.length === 0 ? address : undefined
      for (const text of await timed(walker, 'looking', () => pagerFaults(walker, of))) find('分页', trail, text)
    }
    greyed(trail, sight)
    screen.links.push(...sight.links)
    complain(trail)
  }
  async function lookAccessible(trail: readonly string[]): Promise<void> {
    const { faults, met: passed } = await timed(walker, 'accessible', () => accessFaults(page, walker.checked))
    for (const text of faults) find('可访问', trail, text)
    wire.met.可访问 += passed
  }
  async function lookReading(trail: readonly string[]): Promise<void> {
    const { faults, met: read } = await timed(walker, 'looking', () => readingFaults(page))
    for (const text of faults) find('阅读次序', trail, text)
    wire.met.阅读次序 += read
  }
  /** Also checks overflow at half the width of a laptop's screen: at full width all tables have room, and an overflow does not show. */
  async function lookNarrow(trail: readonly string[]): Promise<void> {
    const wide = page.viewportSize()!
    await page.setViewportSize({ ...wide, width: NARROW })
    try {
      const { faults } = await timed(walker, 'looking', () => lookAt(page))
      for (const { rule, text } of faults) if (rule === '溢出') find(rule, trail, `${text}（${NARROW} 宽）`)
    } finally {
      await page.setViewportSize(wide)
    }
  }
  function complain(trail: readonly string[]): void {
    for (const text of session.complaints.splice(0)) if (!NOT_OURS.test(text)) find('控制台', trail, text.slice(0, 160))
    for (const text of wire.missing.splice(0)) find('控制台', trail, text)
  }

  const greyed = (trail: readonly string[], { grey }: Sight): void => {
    for (const label of grey) find('校验提示', trail, `按不下的提交按钮：${label.replace(/\d+/g, '#')}`)
  }

  async function refusalsHeard(trail: readonly string[]): Promise<void> {
    for (const { text, path, isBackground } of wire.sent.slice()) {
      if (text === undefined) continue
      // Of a call that the console repeats by itself, such as the saving of a draft, only the first failure is shown.
      wire.met.失败提示 += 1
      if (await heard(session, text)) walker.failed.refused.set(path, Infinity)
      else if (!(isBackground && wire.shown.has(path))) find('失败提示', trail, `${path}：${text.replace(/\d+/, '')}`)
    }
  }

  async function press(mark: Mark, trail: readonly string[], before: Sight): Promise<Sight | undefined> {
    wire.sent.length = 0
    // The same text is not shown again within three seconds.
    if (mark.isMain) await page.clock.fastForward(3_100)
    forgetToasts(walker)
    screen.pressed += 1
    if (!(await pressMark(page, mark))) {
      screen.stuck.push([...trail, mark.label].join(' › '))
      return undefined
    }
    await wire.rest()
    let sight = await see(page)
    await refusalsHeard([...trail, mark.label])
    // A submitted form must show its errors, even those that it showed before.
    const wrong = mark.isMain ? sight.wrong : sight.wrong.filter((one) => !before.wrong.includes(one))
    if (wrong.length > 0) wire.met.校验提示 += 1
    if (wrong.length > 0 && !(await heard(session, wrong[0]!))) {
      // The answer may have changed the form after the press: check again now that everything has loaded.
      const unsaid = mark.isMain ? await unsaidAgain(mark, wrong[0]!) : wrong[0]
      if (unsaid !== undefined) find('校验提示', [...trail, mark.label], unsaid)
    }
    if (wire.sent.some(({ text }) => text !== undefined)) sight = await see(page)
    complain([...trail, mark.label])
    return sight
  }

  /** Presses again and returns the error that no toast showed. `unsaid`: the error of the first press, returned when the second one shows none. */
  async function unsaidAgain(mark: Mark, unsaid: string): Promise<string | undefined> {
    await page.clock.fastForward(3_100)
    forgetToasts(walker)
    if (!(await pressMark(page, mark))) return unsaid
    await wire.rest()
    const [first] = (await see(page)).wrong
    if (first === undefined) return unsaid
    return (await heard(session, first)) ? undefined : first
  }

  async function typing(marks: readonly Mark[], trail: readonly string[]): Promise<boolean> {
    let typed = false
    for (const mark of marks.filter(({ kind, key }) => kind === 'input' && !met.has(key))) {
      met.add(mark.key)
      typed = true
      for (const text of await timed(walker, 'typing', () => typingFaults(walker, mark.selector)))
        find('防抖', [...trail, mark.label], text)
      // The field is empty now, so a required value may be missing: the submit button must be enabled nevertheless.
      greyed([...trail, mark.label], await see(page))
    }
    return typed
  }

  const samePage = (now: string): boolean => now.split('?')[0] === address.split('?')[0]
  return {
    walker,
    screen,
    met,
    samePage,
    find,
    complain,
    restore,
    chooseRows,
    isChoosing: () => isChoosing,
    look,
    refusalsHeard,
    press,
    typing,
  }
}
