import type { Page } from 'playwright-core'
import { calm } from './calm.ts'
import { forgetToasts } from './heard.ts'
import type { Walker } from './walker.ts'
import type { Sent } from './wire.ts'

/** The first character that is typed. */
const FIRST = '8'
const WHOLE = '88'
/** The typed digits as a whole value, or as an amount in minor units: ids and times contain such digits by chance. */
const WHOLE_ALONE = /(?<![0-9a-z-])88(00)?(?![0-9a-z-])/i
/** The first character as a whole value, or as an amount in minor units. */
const FIRST_ALONE = /"8(00)?"|[:[]8(00)?[,\]}]/
/** The number of checks to be sure that nothing is sent. */
const PATIENT = 300

/**
 * "Debounce delay 500 ms": types twice and records the requests, by the page's own clock, which is stopped meanwhile. A field without
 * requests has no fault.
 */
export async function typingFaults(walker: Walker, selector: string, looks = 5): Promise<string[]> {
  const { page, wire } = walker
  const field = page.locator(selector)
  if (!(await field.isEditable({ timeout: 500 }).catch(() => false))) return []
  await field.fill('', { timeout: 800 }).catch(() => undefined)
  let isLate = false
  await stopTime(page)
  try {
    // Earlier actions are finished, so later requests come from the typing.
    await calm(page)
    await page.clock.runFor(2_000)
    await calm(page)
    wire.sent.length = 0
    await field.focus({ timeout: 800 })
    await page.keyboard.type(FIRST)
    await calm(page)
    await page.clock.runFor(300)
    await page.keyboard.type(WHOLE.slice(FIRST.length))
    // The timer of the debounce starts when the page has rendered what was typed.
    await calm(page)
    await page.clock.runFor(499)
    await calm(page)
    const early = [...wire.sent]
    await page.clock.runFor(1)
    await calm(page)
    // The page's time is stopped: a request that arrives during these checks was sent in time.
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
      // A request for the first character is too early as well; requests that the page repeats by itself do not contain what was typed.
      if (early.some((one) => one.path === path && (answersTyping(one) || FIRST_ALONE.test(one.fields))))
        faults.push(`${path} 在最后一次按键后 500 毫秒之前就发出`)
      // The fault is that the same input is sent twice. A call that waits for another one's answer is sent later, but only once.
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
    // Closes the options that typing opened: they cover the controls below.
    await field.blur({ timeout: 1_000 }).catch(() => undefined)
  }
  // The machine may have been too busy to send it at once: try again with more checks while the page's time is stopped.
  return typingFaults(walker, selector, PATIENT)
}

/**
 * From now on the page's time moves only when the test advances it, until it is resumed. On a busy machine the time to pause at may have
 * passed already: then it tries again with a larger margin.
 */
export async function stopTime(page: Page, ahead = 1_000): Promise<void> {
  const at = (await page.evaluate(() => Date.now())) + ahead
  await page.clock.pauseAt(at).catch((error: unknown) => {
    if (ahead > 60_000 || !String(error).includes('to the past')) throw error
    return stopTime(page, ahead * 2)
  })
}
