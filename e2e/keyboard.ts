import type { Locator, Page } from 'playwright-core'
import { PATIENCE_MS } from './patience.ts'

type Stop = {
  /** description of the element with the focus; empty: no element has it */
  words: string
  /** the same element as after the last key */
  isSame: boolean
  faults: string[]
}

/** Maximum number of Tab presses to reach one control. */
const FAR = 120
/** Maximum number of tab stops on one page. */
const LONG = 600

/**
 * A person who has no mouse. After every key the element with the focus must be on the screen, in front of everything else, and look
 * different from how it looks without the focus; the faults are collected.
 */
export type Keyboard = {
  readonly faults: string[]
  press: (key: string) => Promise<void>
  type: (text: string) => Promise<void>
  /** Tab until the element has the focus; `back` with Shift. */
  tabTo: (target: Locator, back?: boolean) => Promise<void>
  /** Tab to the element, and Enter. */
  enter: (target: Locator, back?: boolean) => Promise<void>
  /** Presses Tab until the end of the page and returns the descriptions of all stops. Throws if Tab does not leave a stop. */
  tour: () => Promise<string[]>
  has: (target: Locator) => Promise<boolean>
  /** Whether the focus is in the window. Ant Design focuses the root of a drawer, which contains the element with the role. */
  isIn: (window: Locator) => Promise<boolean>
  /** how often a mouse or a finger was used */
  pointers: () => Promise<number>
}

export async function openKeyboard(page: Page): Promise<Keyboard> {
  const faults: string[] = []
  await page.addInitScript(() => {
    const counted = window as unknown as { pointers: number }
    counted.pointers = 0
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      document.addEventListener(kind, () => (counted.pointers += 1), true)
  })

  async function stop(): Promise<Stop> {
    const found = await page.evaluate(atFocus)
    for (const text of found.faults) if (!faults.includes(text)) faults.push(text)
    return found
  }
  const press = async (key: string): Promise<Stop> => {
    await page.keyboard.press(key)
    return stop()
  }
  const has = (target: Locator): Promise<boolean> =>
    target.evaluate((one) => one === document.activeElement || one.contains(document.activeElement))

  async function tabTo(target: Locator, back = false): Promise<void> {
    await target.waitFor({ timeout: PATIENCE_MS })
    const met: string[] = []
    for (let presses = 0; presses < FAR; presses++) {
      if (await has(target)) return
      const now = await press(back ? 'Shift+Tab' : 'Tab')
      met.push(now.words)
      if (now.isSame && now.words !== '') throw new Error(`Tab does not leave ${now.words}`)
    }
    throw new Error(`Tab does not reach ${String(target)}: ${met.join(' → ')}`)
  }

  return {
    faults,
    has,
    isIn: (window) =>
      window.evaluate((one) => {
        const own = one.closest('.ant-drawer, .ant-modal-root') ?? one
        return own.contains(document.activeElement)
      }),
    tabTo,
    press: async (key) => void (await press(key)),
    async type(text) {
      await page.keyboard.type(text)
      await stop()
    },
    async enter(target, back) {
      await tabTo(target, back)
      await press('Enter')
    },
    async tour() {
      const met: string[] = []
      for (let presses = 0; presses < LONG; presses++) {
        const { words, isSame } = await press('Tab')
        if (words === '') return met
        if (isSame) throw new Error(`Tab does not leave ${words}`)
        met.push(words)
      }
      throw new Error(`the page has no end: ${met.slice(-20).join(' → ')}`)
    },
    pointers: () => page.evaluate(() => (window as unknown as { pointers: number }).pointers),
  }
}

/** Runs in the page. */
async function atFocus(): Promise<Stop> {
  // React draws the focus ring within the next two frames.
  for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
  type Watched = { one: Element; looks: string }
  const kept = window as unknown as { watchedFocus?: Watched }
  const faults: string[] = []
  const wordsOf = (one: Element): string => {
    const named = ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name)).find(Boolean)
    const text = named ?? one.textContent ?? ''
    return `${one.tagName.toLowerCase()}「${text.trim().replaceAll(/\s+/g, ' ').slice(0, 30)}」`
  }
  /** Elements that may show the focus: a field's ring is drawn around its box, that of a checkbox or radio button on the input's sibling. */
  const partsOf = (one: Element): Element[] => {
    const parts: Element[] = [one]
    if (one.nextElementSibling) parts.push(one.nextElementSibling)
    // A range picker has two fields in one box: this bar is below the field that has the focus.
    const bar = one.closest('.ant-picker-range')?.querySelector('.ant-picker-active-bar')
    if (bar) parts.push(bar)
    for (let at = one.parentElement; at && parts.length < 7; at = at.parentElement) parts.push(at)
    return parts
  }
  const looksOf = (one: Element): string =>
    partsOf(one)
      .map((part) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
          getComputedStyle(part)
        const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`
        const place = part.matches('.ant-picker-active-bar') ? part.getBoundingClientRect().left : ''
        return [outline, boxShadow, borderColor, backgroundColor, place].join(' ')
      })
      .join('; ')

  const one = document.activeElement
  const before = kept.watchedFocus
  // The box of a field rightly keeps its ring while a button inside it has the focus.
  const isInBox = before?.one.closest('.ant-select, .ant-input-affix-wrapper')?.contains(one) ?? false
  if (before && before.one !== one && !isInBox && before.one.isConnected && before.one.checkVisibility()) {
    if (looksOf(before.one) === before.looks) faults.push(`不看得出焦点：${wordsOf(before.one)}`)
  }
  // A page or window that has the focus as a whole is no stop: the next Tab moves the focus into it.
  const isWhole = one === null || one.matches('body, main, [data-view], [role=dialog], .ant-drawer, .ant-modal, dialog')
  if (isWhole) {
    delete kept.watchedFocus
    return { words: one === null || one === document.body ? '' : wordsOf(one), isSame: false, faults }
  }
  const drawn = one.matches('[type=checkbox], [type=radio]') ? (one.closest('label, .ant-segmented-item') ?? one) : one
  const { left, top, right, bottom } = drawn.getBoundingClientRect()
  const [x, y] = [
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  ]
  const at = document.elementFromPoint(x, y)
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight)
    faults.push(`焦点不在屏幕上：${wordsOf(one)}`)
  else if (at && !drawn.contains(at) && !at.contains(drawn)) faults.push(`焦点被 ${wordsOf(at)} 盖住：${wordsOf(one)}`)
  const isSame = before?.one === one
  kept.watchedFocus = { one, looks: looksOf(one) }
  return { words: wordsOf(one), isSame, faults }
}
