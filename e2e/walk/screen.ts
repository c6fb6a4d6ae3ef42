import type { Page } from 'playwright-core'
import type { Desk } from '../browser.ts'
import { visit } from '../visit.ts'
import { askedIn, failEach } from './failing.ts'
import type { Failed } from './failing.ts'
import { away, drawn, strike, timed } from './hands.ts'
import { fillAndSend } from './filling.ts'
import { forgetToasts, heard } from './heard.ts'
import { lookAt } from './looks.ts'
import { marksIn, see } from './marks.ts'
import type { Layer, Mark, Sight } from './marks.ts'
import type { Finding, Rule } from './rules.ts'
import { pagerFaults } from './pagers.ts'
import { ownSuccessFault, succeedEach } from './succeeding.ts'
import { typingFaults } from './typing.ts'
import { CHANGES } from './wire.ts'
import type { Wire } from './wire.ts'

export type Screen = {
  address: string
  opened: string[]
  links: string[]
  findings: Finding[]
  pressed: number
  seconds: number
  stuck: string[]
}
/** What the walk does, for whoever asks where its time goes. */
export type Part =
  | 'opening'
  | 'looking'
  | 'pressing'
  | 'typing'
  | 'filling'
  | 'failing'
  | 'succeeding'
  | 'failing pages'

export type Walker = {
  page: Page
  wire: Wire
  desk: Desk
  failed: Failed
  /** how often each call that changes something was tried to succeed, by path; Infinity once it did */
  succeeded: Map<string, number>
  /** milliseconds by what they were spent on */
  spent: Map<Part, number>
}

/**
 * What the walk itself brings about: calls that it fails, pictures of a pretend shop that stand nowhere (what our own server misses is
 * listed by the wire), and the driver's own script in a preview that runs none.
 */
const NOT_OURS = /Failed to load resource|Blocked script execution in 'about:srcdoc'/

/** So much is pressed in a screen, and in a window over it: a screen that offers more is walked by its first kinds of things. */
const MOST = 70
const MOST_IN_LAYER = 14
const DEEPEST = 2

/** Opens an address and everything on it that can be opened, and holds each sight against the rules. */
export async function walkScreen(walker: Walker, address: string, met: Set<string>): Promise<Screen> {
  const { page, wire, desk } = walker
  const screen: Screen = { address, opened: [], links: [], findings: [], pressed: 0, seconds: 0, stuck: [] }
  const find = (rule: Rule, trail: readonly string[], text: string): void => {
    const where = [address, ...trail].join(' › ')
    if (!screen.findings.some((one) => one.rule === rule && one.text === text))
      screen.findings.push({ rule, where, text })
  }

  async function restore(anew = false): Promise<Sight> {
    // What stands over the page would stay there.
    if (anew || (await see(page)).layers.length > 0) await page.goto(address)
    else await visit(page, address)
    await drawn(walker)
    return see(page)
  }

  /** `isNew`: a page, a tab or a window that was not seen before, whose pager is looked at as well. */
  async function look(trail: readonly string[], sight: Sight, isNew: boolean): Promise<void> {
    const { faults, met: seen } = await timed(walker, 'looking', lookAt(page))
    for (const { rule, text } of faults) find(rule, trail, text)
    for (const rule of ['时间', '金额', '空值', '词语'] as const) wire.met[rule] += seen[rule]
    if (isNew)
      for (const text of await pagerFaults(walker, sight.layers.length === 0 ? address : undefined))
        find('分页', trail, text)
    greyed(trail, sight)
    screen.links.push(...sight.links)
    complain(trail)
  }
  function complain(trail: readonly string[]): void {
    for (const text of desk.complaints.splice(0)) if (!NOT_OURS.test(text)) find('控制台', trail, text.slice(0, 160))
    for (const text of wire.missing.splice(0)) find('控制台', trail, text)
  }

  const greyed = (trail: readonly string[], { grey }: Sight): void => {
    for (const label of grey) find('校验提示', trail, `按不下的提交按钮：${label.replace(/\d+/g, '#')}`)
  }

  async function refusalsHeard(trail: readonly string[]): Promise<void> {
    for (const { text, path, isBackground } of wire.sent.slice()) {
      if (text === undefined) continue
      // What the console repeats by itself, such as the saving of a draft, is shown with its first failure.
      wire.met.失败提示 += 1
      if (await heard(desk, text)) walker.failed.refused.set(path, Infinity)
      else if (!(isBackground && wire.shown.has(path))) find('失败提示', trail, `${path}：${text.replace(/\d+/, '')}`)
    }
  }

  /** Presses it, and says what became of it. What was refused and what was typed wrongly has to be said in a toast. */
  async function press(mark: Mark, trail: readonly string[], before: Sight): Promise<Sight | undefined> {
    wire.sent.length = 0
    // The same text is not shown again within three seconds.
    if (mark.isMain) await page.clock.fastForward(3_100)
    forgetToasts(walker)
    screen.pressed += 1
    if (!(await strike(page, mark))) {
      screen.stuck.push([...trail, mark.label].join(' › '))
      return undefined
    }
    await wire.rest()
    let sight = await see(page)
    await refusalsHeard([...trail, mark.label])
    // A form that is submitted says what is wrong with it, though it stood there before.
    const wrong = mark.isMain ? sight.wrong : sight.wrong.filter((one) => !before.wrong.includes(one))
    if (wrong.length > 0) wire.met.校验提示 += 1
    if (wrong.length > 0 && !(await heard(desk, wrong[0]!))) {
      // What an answer changed after the press was not what was wrong at it: now everything is here.
      const unsaid = mark.isMain ? await unsaidAgain(mark, wrong[0]!) : wrong[0]
      if (unsaid !== undefined) find('校验提示', [...trail, mark.label], unsaid)
    }
    if (wire.sent.some(({ text }) => text !== undefined)) sight = await see(page)
    complain([...trail, mark.label])
    return sight
  }

  /** `unsaid`, what was found before, stands unless the same press says something else aloud. */
  async function unsaidAgain(mark: Mark, unsaid: string): Promise<string | undefined> {
    await page.clock.fastForward(3_100)
    forgetToasts(walker)
    if (!(await strike(page, mark))) return unsaid
    await wire.rest()
    const [first] = (await see(page)).wrong
    if (first === undefined) return unsaid
    return (await heard(desk, first)) ? undefined : first
  }

  const newest = (sight: Sight, before: Sight): Layer | undefined =>
    sight.layers.filter(({ id }) => !before.layers.some((one) => one.id === id)).at(-1)

  async function typing(marks: readonly Mark[], trail: readonly string[]): Promise<boolean> {
    let typed = false
    for (const mark of marks.filter(({ kind, key }) => kind === 'input' && !met.has(key))) {
      met.add(mark.key)
      typed = true
      for (const text of await timed(walker, 'typing', typingFaults(walker, mark.selector)))
        find('防抖', [...trail, mark.label], text)
      // The field is empty now: a form without what it needs.
      greyed([...trail, mark.label], await see(page))
    }
    return typed
  }

  /** Everything in a window that was just opened; answers when it stands no more, or when everything in it was met. */
  async function walkLayer(
    layer: Layer,
    trail: readonly string[],
    reopen: () => Promise<Layer | undefined>,
  ): Promise<void> {
    screen.opened.push([...trail.slice(0, -1), layer.title || trail.at(-1)!].join(' › '))
    let at: Layer = layer
    const stands = async (): Promise<boolean> => {
      const now = await see(page)
      if (now.layers.at(-1)?.id === at.id && samePage(now.address)) return true
      const again = await reopen()
      if (again) at = again
      return again !== undefined
    }
    let sight = await see(page)
    await look(trail, sight, true)
    if (layer.kind === 'choices' || trail.length > DEEPEST) return
    for (let pressed = 0; pressed < MOST_IN_LAYER; pressed++) {
      const marks = await marksIn(page, at.id)
      if (await typing(marks, trail)) {
        // A field that was emptied says so while it is typed in: that is no submission.
        sight = await see(page)
        continue
      }
      const unmet = marks.filter(({ key, kind }) => kind !== 'input' && !met.has(key))
      const next = unmet.find(({ isMain }) => isMain) ?? unmet.find(({ kind }) => kind !== 'tab') ?? unmet[0]
      if (!next) return
      met.add(next.key)
      const after = await timed(walker, 'pressing', press(next, trail, sight))
      if (!after) continue
      let asked = askedIn(wire)
      const opened = newest(after, sight)
      if (opened) {
        await walkLayer(opened, [...trail, next.label], async () => {
          if (!(await strike(page, next))) return undefined
          await wire.rest()
          return newest(await see(page), sight)
        })
        await away(walker, opened)
      } else if (after.layers.some(({ id }) => id === at.id))
        await look([...trail, next.label], after, next.kind === 'tab')
      if (!(await stands())) return
      const isForm = next.isMain && !asked.some((path) => CHANGES.has(path)) && (await see(page)).wrong.length > 0
      if (
        isForm &&
        (await timed(
          walker,
          'filling',
          fillAndSend(walker, () => strike(page, next)),
        ))
      ) {
        asked = [...asked, ...askedIn(wire)]
        await refusalsHeard([...trail, next.label])
      }
      let filled = isForm ? at.id : undefined
      // In the same window, opened anew where it is gone.
      const ready = async (): Promise<(() => Promise<boolean>) | undefined> => {
        if (!(await stands())) return undefined
        const again = (await marksIn(page, at.id)).find(({ key }) => key === next.key)
        if (again && isForm && filled !== at.id) {
          filled = at.id
          await strike(page, again)
          await wire.rest()
          await timed(
            walker,
            'filling',
            fillAndSend(walker, () => strike(page, again)),
          )
        }
        return again && (() => strike(page, again))
      }
      for (const text of await timed(walker, 'failing', failEach(walker, asked, ready)))
        find('失败提示', [...trail, next.label], text)
      for (const text of await timed(walker, 'succeeding', succeedEach(walker, asked, ready)))
        find('成功提示', [...trail, next.label], text)
      if (!(await stands())) return
      sight = await see(page)
    }
  }
  const tried = new Set<string>()
  const samePage = (now: string): boolean => now.split('?')[0] === address.split('?')[0]

  /** The same once more, its calls failing one by one, and what they change succeeding. */
  async function pressAnew(mark: Mark, asked: readonly string[], before: Sight): Promise<void> {
    const markAgain = async (): Promise<Mark | undefined> => (await marksIn(page)).find(({ key }) => key === mark.key)
    const ready = async (path: string): Promise<(() => Promise<boolean>) | undefined> => {
      const now = await see(page)
      // What was refused changed nothing, and the page may stay; what it shows is asked anew only by a page that is built anew.
      const mayStay =
        mark.kind === 'button' && CHANGES.has(path) && now.layers.length === 0 && now.address === before.address
      let again = mayStay ? await markAgain() : undefined
      if (!again) {
        await restore()
        again = await markAgain()
      }
      const found = again
      return found && (() => strike(page, found))
    }
    for (const text of await timed(walker, 'failing', failEach(walker, asked, ready)))
      find('失败提示', [mark.label], text)
    for (const text of await timed(walker, 'succeeding', succeedEach(walker, asked, ready)))
      find('成功提示', [mark.label], text)
    complain([mark.label])
  }

  let sight = await restore()
  await look([], sight, true)
  // A window that the address opens.
  const byAddress = sight.layers.at(-1)
  if (byAddress) {
    await walkLayer(byAddress, [byAddress.title || '窗口'], async () => (await restore()).layers.at(-1))
    return screen
  }
  for (let pressed = 0; pressed < MOST; pressed++) {
    const marks = await marksIn(page)
    if (await typing(marks, [])) {
      sight = await restore()
      continue
    }
    const unmet = marks.filter(({ key, kind }) => kind !== 'input' && !met.has(key))
    // What a tab shows is met before the next tab is.
    const next = unmet.find(({ kind }) => kind !== 'tab') ?? unmet[0]
    if (!next) break
    met.add(next.key)
    if (next.label.startsWith('复制')) {
      const fault = await ownSuccessFault(walker, () => strike(page, next))
      if (fault !== undefined) find('成功提示', [next.label], fault)
      continue
    }
    const after = await timed(walker, 'pressing', press(next, [], sight))
    if (!after) {
      // Whatever stood before it is gone now; once more.
      sight = await restore(true)
      if (!tried.has(next.key)) met.delete(next.key)
      tried.add(next.key)
      continue
    }
    const opened = newest(after, sight)
    const asked = askedIn(wire)
    if (opened) {
      await walkLayer(opened, [next.label], async () => {
        const base = await restore()
        const again = (await marksIn(page)).find(({ key }) => key === next.key)
        if (!again || !(await strike(page, again))) return undefined
        await wire.rest()
        return newest(await see(page), base)
      })
      await away(walker, opened)
    } else if (samePage(after.address)) await look([next.label], after, next.kind === 'tab')
    if (next.kind === 'tab') screen.opened.push(`［${next.label}］`)
    await pressAnew(next, asked, sight)
    const now = await see(page)
    const stays =
      samePage(now.address) && now.layers.length === 0 && (next.kind === 'tab' || now.address === sight.address)
    sight = stays ? now : await restore()
  }
  return screen
}
