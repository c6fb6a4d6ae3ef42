import type { Page } from 'playwright-core'
import { calm } from './calm.ts'
import { forgetToasts } from './heard.ts'
import { see } from './marks.ts'
import type { Sight } from './marks.ts'
import type { Walker } from './walker.ts'
import { stopTime } from './typing.ts'
import { CHANGES, stays } from './wire.ts'

/** Attempts per call: when one action does not make the call again, another action may. */
const TRIES = 2
/** The number of checks for a message, 25 ms of the page's own time apart. */
const LOOKS = 60

/**
 * Lets each call that changes something succeed once, for the page: nothing is written. The success must be shown: by a toast, which stays
 * 3000 ms, by the answer on the screen, or by a window or page that opens. `ready` as in `failEach`.
 */
export async function succeedEach(
  walker: Walker,
  paths: readonly string[],
  ready: (path: string) => Promise<(() => Promise<unknown>) | undefined>,
): Promise<string[]> {
  const { page, wire, succeeded } = walker
  const faults: string[] = []
  for (const path of paths.filter((one) => CHANGES.has(one))) {
    const tries = succeeded.get(path) ?? 0
    if (tries >= TRIES) continue
    succeeded.set(path, tries + 1)
    const act = await ready(path)
    if (!act) return faults
    const before = { ...(await see(page)), states: await statesOf(page) }
    await page.clock.fastForward(6_000)
    await wire.rest()
    wire.sent.length = 0
    forgetToasts(walker)
    wire.answering = 'succeeded'
    wire.only = path
    await stopTime(page)
    try {
      await act()
      const shownBy = await whatSays(walker, before, path)
      if (!wire.sent.some((one) => one.path === path)) continue
      succeeded.set(path, Infinity)
      wire.met.成功提示 += 1
      const fault =
        shownBy === undefined ? '成功了却什么都没有说' : shownBy === 'toast' ? await lifeFault(page) : undefined
      if (fault !== undefined) faults.push(`${path}：${fault}`)
    } finally {
      wire.answering = 'served'
      wire.only = undefined
      await stays(page, () => page.clock.resume())
    }
  }
  return faults
}

/** The page's time is stopped meanwhile, and advanced a little between two checks. */
async function whatSays({ page, wire }: Walker, before: Before, path: string): Promise<'toast' | 'screen' | undefined> {
  let shownBy: 'toast' | 'screen' | undefined
  for (let look = 0; look < LOOKS && shownBy === undefined; look++)
    await stays(page, async () => {
      await calm(page)
      if (wire.sent.some((one) => one.path === path)) {
        if ((await toasts(page)).length > 0) shownBy = 'toast'
        else if (await isOnScreen(page, before)) shownBy = 'screen'
      }
      if (shownBy === undefined) await page.clock.runFor(25)
    })
  return shownBy
}

type Before = Sight & { states: string[] }
/** The save states of forms: 已保存 14:03. */
const statesOf = (page: Page): Promise<string[]> =>
  page.locator('[role=status]:not([data-kind]), [aria-live=polite]').filter({ visible: true }).allTextContents()

async function isOnScreen(page: Page, before: Before): Promise<boolean> {
  const now = await see(page)
  if (now.address.split('?')[0] !== before.address.split('?')[0]) return true
  if (now.layers.some(({ id }) => !before.layers.some((one) => one.id === id))) return true
  if ((await statesOf(page)).some((text) => text.startsWith('已') && !before.states.includes(text))) return true
  return (await page.getByText('走查成功').filter({ visible: true }).count()) > 0
}

type Toast = { shownAt: number; now: number; life: number }
/** Toasts that report a success or an outcome. A notification, which has details below its first line, stays 4500 ms: section 9. */
const toasts = (page: Page): Promise<Toast[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-kind]:not([data-kind=error])')].map((one) => ({
      shownAt: Number(one.dataset['shownAt']),
      now: Date.now(),
      life: one.querySelectorAll(':scope > div > div').length > 1 ? 4_500 : 3_000,
    })),
  )

/** "Success toast 3000 ms", by the page's own clock, which is stopped. */
async function lifeFault(page: Page): Promise<string | undefined> {
  const [toast] = await toasts(page)
  if (toast === undefined) return undefined
  // A toast with a button stays while the pointer is on it.
  await page.mouse.move(1, 1)
  await page.clock.runFor(toast.shownAt + toast.life - 1 - toast.now)
  await calm(page)
  const stays = (await toasts(page)).some(({ shownAt }) => shownAt === toast.shownAt)
  if (!stays) return `提示不到 ${toast.life} 毫秒就消失`
  await page.clock.runFor(1)
  for (let look = 0; look < 40; look++) {
    await calm(page)
    if ((await toasts(page)).every(({ shownAt }) => shownAt !== toast.shownAt)) return undefined
  }
  return `提示 ${toast.life} 毫秒后还在`
}

/** The same for something that succeeds without the server, such as copying. */
export async function ownSuccessFault(
  { page, wire }: Walker,
  act: () => Promise<boolean>,
): Promise<string | undefined> {
  // A toast with the same text that is still shown would only be extended.
  await page.clock.fastForward(6_000)
  await wire.rest()
  await stopTime(page)
  try {
    if (!(await act())) return undefined
    for (let look = 0; look < LOOKS && (await toasts(page)).length === 0; look++) {
      await calm(page)
      await page.clock.runFor(25)
    }
    if ((await toasts(page)).length === 0) return undefined
    wire.met.成功提示 += 1
    return await lifeFault(page)
  } finally {
    await page.clock.resume()
  }
}
