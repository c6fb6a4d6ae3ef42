import { askedIn, failEach } from './failing.ts'
import { fillAndSend } from './filling.ts'
import { away, pressMark, timed } from './hands.ts'
import { marksIn, see } from './marks.ts'
import type { Layer, Mark } from './marks.ts'
import { newest } from './place.ts'
import type { Place } from './place.ts'
import { succeedEach } from './succeeding.ts'
import { CHANGES } from './wire.ts'

/** Maximum number of controls pressed in one window: of a larger window only the first kinds are tried. */
const MOST = 14
/** Maximum depth of windows over one another. */
const DEEPEST = 2

/** Walks everything in a window that was just opened; returns when it is closed, or everything in it was tried. */
export async function walkLayer(
  place: Place,
  layer: Layer,
  trail: readonly string[],
  reopen: () => Promise<Layer | undefined>,
): Promise<void> {
  const { walker, screen, met, find } = place
  const { page, wire } = walker
  screen.opened.push([...trail.slice(0, -1), layer.title || trail.at(-1)!].join(' › '))
  let at: Layer = layer
  const stands = async (): Promise<boolean> => {
    const now = await see(page)
    if (now.layers.at(-1)?.id === at.id && place.samePage(now.address)) return true
    const again = await reopen()
    if (again) at = again
    return again !== undefined
  }
  let sight = await see(page)
  await place.look(trail, sight, true)
  if (layer.kind === 'choices' || trail.length > DEEPEST) return
  for (let pressed = 0; pressed < MOST; pressed++) {
    const marks = await marksIn(page, at.id)
    if (await place.typing(marks, trail)) {
      // The walk empties fields, which then show errors: these are not new errors of the next press.
      sight = await see(page)
      continue
    }
    const unmet = marks.filter(({ key, kind }) => kind !== 'input' && !met.has(key))
    const next = unmet.find(({ isMain }) => isMain) ?? unmet.find(({ kind }) => kind !== 'tab') ?? unmet[0]
    if (!next) return
    met.add(next.key)
    const after = await timed(walker, 'pressing', () => place.press(next, trail, sight))
    if (!after) continue
    let asked = askedIn(wire)
    const opened = newest(after, sight)
    if (opened) {
      await walkLayer(place, opened, [...trail, next.label], async () => {
        if (!(await pressMark(page, next))) return undefined
        await wire.rest()
        return newest(await see(page), sight)
      })
      await away(walker, opened)
    } else if (after.layers.some(({ id }) => id === at.id))
      await place.look([...trail, next.label], after, next.kind === 'tab')
    if (!(await stands())) return
    const isForm = next.isMain && !asked.some((path) => CHANGES.has(path)) && (await see(page)).wrong.length > 0
    const fill = (mark: Mark): Promise<boolean> =>
      timed(walker, 'filling', () => fillAndSend(walker, () => pressMark(page, mark)))
    if (isForm && (await fill(next))) {
      asked = [...asked, ...askedIn(wire)]
      await place.refusalsHeard([...trail, next.label])
    }
    let filled = isForm ? at.id : undefined
    // Finds the control again in the same window, which is opened again if it was closed.
    const ready = async (): Promise<(() => Promise<boolean>) | undefined> => {
      if (!(await stands())) return undefined
      const again = (await marksIn(page, at.id)).find(({ key }) => key === next.key)
      if (again && isForm && filled !== at.id) {
        filled = at.id
        await pressMark(page, again)
        await wire.rest()
        await fill(again)
      }
      return again && (() => pressMark(page, again))
    }
    for (const text of await timed(walker, 'failing', () => failEach(walker, asked, ready)))
      find('失败提示', [...trail, next.label], text)
    for (const text of await timed(walker, 'succeeding', () => succeedEach(walker, asked, ready)))
      find('成功提示', [...trail, next.label], text)
    if (!(await stands())) return
    sight = await see(page)
  }
}
