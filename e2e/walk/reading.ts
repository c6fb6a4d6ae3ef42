import type { Page } from 'playwright-core'

type Read = { faults: string[]; met: number }

/** Checks the order of the tab stops and the headings: in the topmost window, otherwise in the whole page. */
export const readingFaults = (page: Page): Promise<Read> => page.evaluate(read)

/** Runs in the page. */
function read(): Read {
  const FOCUSABLE =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]'
  const LAYER =
    '.ant-drawer-section, [role=dialog], dialog[open], .ant-modal, .ant-dropdown:not(.ant-dropdown-hidden), .ant-picker-dropdown:not(.ant-picker-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)'
  const SLACK = 2
  const isSeen = (one: Element): boolean => one.checkVisibility({ visibilityProperty: true })
  const layer = [...document.querySelectorAll(LAYER)].filter(isSeen).at(-1)
  const root = layer ?? document.body
  const faults: string[] = []
  const words = (one: Element): string => {
    const text = one.getAttribute('aria-label') ?? one.getAttribute('placeholder') ?? one.textContent ?? ''
    return `${one.tagName.toLowerCase()}「${text.trim().replaceAll(/\d+/g, '#').slice(0, 24)}」`
  }

  type Edges = { left: number; right: number; top: number; bottom: number }
  const isStop = (one: Element): one is HTMLElement =>
    one instanceof HTMLElement &&
    one.tabIndex >= 0 &&
    !one.matches(':disabled') &&
    one.closest('[inert], [aria-hidden=true]') === null &&
    isSeen(one)
  /** Of a link with two lines the first line counts. Of a checkbox or radio button the label counts, because the input has no size of its own. */
  const edgesOf = (one: HTMLElement): Edges => {
    const drawn = one.matches('[type=checkbox], [type=radio]') ? (one.closest('label') ?? one) : one
    const { left, right, top, bottom } = drawn.getClientRects()[0] ?? drawn.getBoundingClientRect()
    return { left, right, top, bottom }
  }
  const styleOf = (one: Element): CSSStyleDeclaration => getComputedStyle(one)
  function ancestors(one: Element, until: Element): Element[] {
    const found: Element[] = []
    for (let at: Element | null = one; at && at !== until; at = at.parentElement) found.push(at)
    return found
  }
  /** An element that is scrolled out of a box counts as being at the edge of the box. */
  function within(edges: Edges, boxes: readonly Element[]): Edges {
    let now = edges
    for (const box of boxes) {
      const { overflow, contentVisibility } = styleOf(box) as CSSStyleDeclaration & { contentVisibility: string }
      // With `content-visibility: auto`, content that is not drawn counts as being inside the space that is reserved for it.
      if (overflow === 'visible' && contentVisibility !== 'auto') continue
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)
      now = {
        left: clamp(now.left, left, right),
        right: clamp(now.right, left, right),
        top: clamp(now.top, top, bottom),
        bottom: clamp(now.bottom, top, bottom),
      }
    }
    return now
  }
  /** Stays in place while the others are scrolled. */
  const isPinned = (boxes: readonly Element[]): boolean =>
    boxes.some((box) => ['fixed', 'sticky'].includes(styleOf(box).position))
  function commonAncestor(a: Element, b: Element): Element {
    let at: Element = a
    while (!at.contains(b)) at = at.parentElement!
    return at
  }
  /** Whether `next` is placed before `former`: above it and not in a column to the right of it, or on its line and to the left of it. */
  function isBefore(next: Edges, former: Edges): boolean {
    const height = Math.min(next.bottom - next.top, former.bottom - former.top)
    const shared = Math.min(next.bottom, former.bottom) - Math.max(next.top, former.top)
    if (shared > height / 2) return next.right <= former.left + SLACK
    return next.bottom <= former.top + SLACK && next.left < former.right - SLACK
  }

  const stops = [...root.querySelectorAll(FOCUSABLE)].filter(isStop)
  for (const [at, former] of stops.entries()) {
    const next = stops[at + 1]
    if (!next || former.contains(next) || next.contains(former)) continue
    const shared = commonAncestor(former, next)
    const [around, beside] = [ancestors(former, shared), ancestors(next, shared)]
    if (isPinned(around) || isPinned(beside)) continue
    const [from, to] = [within(edgesOf(former), around), within(edgesOf(next), beside)]
    if (isBefore(to, from)) faults.push(`Tab 先到 ${words(former)} 再到排在它前面的 ${words(next)}`)
  }
  for (const one of document.querySelectorAll<HTMLElement>('[tabindex]'))
    if (one.tabIndex > 0) faults.push(`tabindex ${one.tabIndex}：${words(one)}`)

  const headings = [...root.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(isSeen)
  const levelOf = (one: Element): number => Number(one.tagName.slice(1))
  // A window is named by its title, which counts as a heading of level 2.
  let level = layer ? 2 : 0
  for (const one of headings) {
    if (levelOf(one) > level + 1) faults.push(`标题从 ${level} 级跳到 ${levelOf(one)} 级：${words(one)}`)
    level = levelOf(one)
  }
  if (!layer) {
    const count = headings.filter((one) => levelOf(one) === 1).length
    if (count !== 1) faults.push(`一级标题有 ${count} 个`)
    const mains = [...document.querySelectorAll('main, [role=main]')].filter(isSeen)
    const view = [...document.querySelectorAll('[data-view]')].find(isSeen)
    if (mains.length !== 1 || (view && !mains[0]?.contains(view))) faults.push('页面不在唯一的 main 里')
    if (![...document.querySelectorAll('nav, [role=navigation]')].some(isSeen)) faults.push('没有导航 nav')
  }
  return { faults, met: stops.length + headings.length }
}
