import type { Page } from 'playwright-core'
import { calm } from './calm.ts'
import { forgetToasts } from './heard.ts'
import type { Walker } from './walker.ts'
import type { Sent } from './wire.ts'

/** What is typed. */
const FIRST = '8'
const WHOLE = '88'
/** The whole of it as a value of its own, or as an amount in minor units: identifiers and instants hold such digits by chance. */
const WHOLE_ALONE = /(?<![0-9a-z-])88(00)?(?![0-9a-z-])/i
/** The first key as a value of its own, or as an amount in minor units. */
const FIRST_ALONE = /"8(00)?"|[:[]8(00)?[,\]}]/
/** Looks at what was sent, for whoever has to be sure that nothing is. */
const PATIENT = 300

/**
 * "Debounce delay 500 ms": types twice and watches what is asked, by the page's own clock, which stands still meanwhile. A field that asks
 * nothing has nothing to answer for.
 */
export async function typingFaults(walker: Walker, selector: string, looks = 5): Promise<string[]> {
  const { page, wire } = walker
  const field = page.locator(selector)
  if (!(await field.isEditable({ timeout: 500 }).catch(() => false))) return []
  await field.fill('', { timeout: 800 }).catch(() => undefined)
  let isLate = false
  await stopTime(page)
  try {
    // What was done before is over: it is not what is typed now that asks.
    await calm(page)
    await page.clock.runFor(2_000)
    await calm(page)
    wire.sent.length = 0
    await field.focus({ timeout: 800 })
    await page.keyboard.type(FIRST)
    await calm(page)
    await page.clock.runFor(300)
    await page.keyboard.type(WHOLE.slice(FIRST.length))
    // What counts the time begins to count when the page has drawn what was typed.
    await calm(page)
    await page.clock.runFor(499)
    await calm(page)
    const early = [...wire.sent]
    await page.clock.runFor(1)
    await calm(page)
    // Time stands: what is late is on its way, not later than it should be.
    for (let look = 0; look < looks && wire.sent.length === early.length; look++) await calm(page)
    const due = wire.sent.slice(early.length)
    await page.clock.runFor(1_500)
    await calm(page)
    const late = wire.sent.slice(early.length + due.length)
    const answersTyping = ({ fields }: { fields: string }): boolean => WHOLE_ALONE.test(fields)
    const paths = new Set(wire.sent.filter(answersTyping).map(({ path }) => path))
    const of = (path: string, some: readonly Sent[]): Sent[] =>
      some.filter((one) => one.path === path && answersTyping(one))
    if (paths.size > 0) wire.met.防抖 += 1
    const faults: string[] = []
    for (const path of paths) {
      // What the first key asked for is early as well; what the page asks by itself from time to time has nothing typed in it.
      if (early.some((one) => one.path === path && (answersTyping(one) || FIRST_ALONE.test(one.fields))))
        faults.push(`${path} 在最后一次按键后 500 毫秒之前就发出`)
      // The same twice; a call that waits for another's answer comes when that is here, and once.
      const same = [...of(path, due), ...of(path, late)].map(({ fields }) => fields)
      if (new Set(same).size !== same.length) faults.push(`${path} 为同一次输入发出 ${same.length} 次`)
    }
    if (paths.size > 0 && faults.length === 0 && ![...paths].some((path) => of(path, due).length > 0)) isLate = true
    if (isLate && looks === PATIENT) faults.push(`${[...paths].join('、')} 不是在最后一次按键后 500 毫秒发出`)
    if (!isLate || looks === PATIENT) return faults
  } catch (error) {
    if (/Timeout|detached|closed/.test(String(error))) return []
    throw error
  } finally {
    await page.clock.resume()
    forgetToasts(walker)
    await field.fill('', { timeout: 1_000 }).catch(() => undefined)
    // The choices that typing opened stand over what is below.
    await field.blur({ timeout: 1_000 }).catch(() => undefined)
  }
  // Or the machine was too busy to send it at once: again, with patience, while the page's own time stands.
  return typingFaults(walker, selector, PATIENT)
}

/** From now on the page's time moves only when it is told to, until it is let go again. On a busy machine it moves on while it is read. */
export async function stopTime(page: Page, ahead = 1_000): Promise<void> {
  const at = (await page.evaluate(() => Date.now())) + ahead
  await page.clock.pauseAt(at).catch((error: unknown) => {
    if (ahead > 60_000 || !String(error).includes('to the past')) throw error
    return stopTime(page, ahead * 2)
  })
}
