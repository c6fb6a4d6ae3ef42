import { askedIn, failEach } from './failing.ts'
import { away, pressMark, timed } from './hands.ts'
import { walkLayer } from './layer.ts'
import { marksIn, see } from './marks.ts'
import type { Layer, Mark, Sight } from './marks.ts'
import { newest, openPlace } from './place.ts'
import type { Place, Screen } from './place.ts'
import { ownSuccessFault, succeedEach } from './succeeding.ts'
import type { Walker } from './walker.ts'
import { CHANGES, showsPlaceholder } from './wire.ts'

/** The most controls that are pressed on a screen: of a larger screen only the first kinds are tried. */
const MOST = 70

/** Opens an address and everything on it that can be opened, and checks what is visible by the rules. */
export async function walkScreen(walker: Walker, address: string, met: Set<string>): Promise<Screen> {
  const place = openPlace(walker, address, met)
  const { screen, restore } = place

  // The console starts again, because it keeps the pages of earlier addresses in its tabs: every check of the document would read them, and
  // each change of the theme or the width would render them again.
  const sight = await restore(true)
  const all = (await marksIn(walker.page)).find(({ kind, label }) => kind === 'tab' && /^全部\s*\d/.test(label))
  screen.rows = all && Number(all.label.replaceAll(/\D/g, ''))
  screen.isWaiting = await walker.page.evaluate(showsPlaceholder)
  await place.look([], sight, true)
  // A window that is opened by the address.
  const byAddress = sight.layers.at(-1)
  if (byAddress) {
    const reopen = async (): Promise<Layer | undefined> =>
      (await restore()).layers.at(-1) ?? (await restore(true)).layers.at(-1)
    await walkLayer(place, byAddress, [byAddress.title || '窗口'], reopen)
    return screen
  }
  await pressAll(place, sight)
  // Actions on several rows can't be pressed before some are selected.
  await restore()
  screen.isChosen = await place.chooseRows()
  if (screen.isChosen) await pressAll(place, await restore())
  return screen
}

/** Presses everything on the page that was not pressed before, and walks what it opens. */
async function pressAll(place: Place, from: Sight): Promise<void> {
  const { walker, screen, met, find, restore, samePage } = place
  const { page, wire } = walker
  const tried = new Set<string>()
  let sight = from
  for (let pressed = 0; pressed < MOST; pressed++) {
    const marks = await marksIn(page)
    if (await place.typing(marks, [])) {
      sight = await restore()
      continue
    }
    const unmet = marks.filter(({ key, kind }) => kind !== 'input' && !met.has(key))
    // The contents of a tab are tried before the next tab.
    const next = unmet.find(({ kind }) => kind !== 'tab') ?? unmet[0]
    if (!next) break
    met.add(next.key)
    if (next.label.startsWith('复制')) {
      const fault = await ownSuccessFault(walker, () => pressMark(page, next))
      if (fault !== undefined) find('成功提示', [next.label], fault)
      continue
    }
    const after = await timed(walker, 'pressing', () => place.press(next, [], sight))
    if (!after) {
      // The control could not be pressed: restore the page and try once more.
      sight = await restore(true)
      if (!tried.has(next.key)) met.delete(next.key)
      tried.add(next.key)
      continue
    }
    const opened = newest(after, sight)
    const asked = askedIn(wire)
    if (opened) {
      await walkLayer(place, opened, [next.label], async () => {
        const base = await restore()
        const again = (await marksIn(page)).find(({ key }) => key === next.key)
        if (!again || !(await pressMark(page, again))) return undefined
        await wire.rest()
        return newest(await see(page), base)
      })
      await away(walker, opened)
    } else if (samePage(after.address)) await place.look([next.label], after, next.kind === 'tab')
    if (next.kind === 'tab') screen.opened.push(`［${next.label}］`)
    await pressAgain(place, next, asked, sight)
    const now = await see(page)
    const stays =
      !place.isChoosing() &&
      samePage(now.address) &&
      now.layers.length === 0 &&
      (next.kind === 'tab' || now.address === sight.address)
    sight = stays ? now : await restore()
  }
}

/** Presses it again, so that each of its calls fails alone, and each of its changes succeeds. */
async function pressAgain(place: Place, mark: Mark, asked: readonly string[], before: Sight): Promise<void> {
  const { walker, find } = place
  const { page } = walker
  const markAgain = async (): Promise<Mark | undefined> => (await marksIn(page)).find(({ key }) => key === mark.key)
  const ready = async (path: string): Promise<(() => Promise<boolean>) | undefined> => {
    const now = await see(page)
    // A refused change had no effect, so the page need not be restored. A read is made again only if the page is restored.
    const mayStay =
      mark.kind === 'button' && CHANGES.has(path) && now.layers.length === 0 && now.address === before.address
    let again = mayStay ? await markAgain() : undefined
    if (!again) {
      await place.restore()
      again = await markAgain()
    }
    const found = again
    return found && (() => pressMark(page, found))
  }
  for (const text of await timed(walker, 'failing', () => failEach(walker, asked, ready)))
    find('失败提示', [mark.label], text)
  for (const text of await timed(walker, 'succeeding', () => succeedEach(walker, asked, ready)))
    find('成功提示', [mark.label], text)
  place.complain([mark.label])
}
