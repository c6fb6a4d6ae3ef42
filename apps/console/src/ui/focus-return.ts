import { useEffect } from 'react'

/** Ant Design focuses the root of a drawer, around what has the role. */
const WINDOWS = 'dialog, [role="dialog"], .ant-drawer, .ant-modal-root'
/** What is drawn over the page for a moment: its button is what had the focus. */
const POPUPS = '.ant-dropdown, .ant-popover, .ant-select-dropdown'
const ROWS = 'li, tr, article'
const VIEW = '[data-view]'
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** An element and what it stands in, nearest first: it may be gone by the time that the window closes. */
type Trail = readonly Element[]
type Opened = { window: Element; before: Trail }

/**
 * When a window (dialog, drawer, palette) goes away with the focus in it, the focus goes back to what had it before; where that
 * is gone, to its row; where that is gone too, to the view on the screen. Windows are unmounted with their questions, so
 * nothing else does it, and the keyboard would begin at the top of the page again.
 */
export function useFocusReturn(): void {
  useEffect(() => watchFocus(document), [])
}

export function watchFocus(page: Document): () => void {
  let last: Trail = []
  let opened: Opened[] = []
  const gone = new MutationObserver(() => {
    const closed = opened.find(({ window }) => !window.isConnected)
    if (!closed) return
    opened = opened.filter(({ window }) => window.isConnected)
    if (opened.length === 0) gone.disconnect()
    last = closed.before
    // A page that puts the focus somewhere itself knows better.
    if (page.activeElement === null || page.activeElement === page.body) giveBack(page, closed.before)
  })
  function hear({ target }: Event): void {
    if (!(target instanceof Element) || target.closest(POPUPS)) return
    const window = target.closest(WINDOWS)
    if (window && !opened.some((one) => one.window === window)) {
      opened.push({ window, before: last })
      gone.observe(page.body, { childList: true, subtree: true })
    }
    last = trailOf(target)
  }
  page.addEventListener('focusin', hear)
  return () => {
    gone.disconnect()
    page.removeEventListener('focusin', hear)
  }
}

function trailOf(target: Element): Trail {
  const trail: Element[] = []
  for (let at: Element | null = target; at; at = at.parentElement) trail.push(at)
  return trail
}

function giveBack(page: Document, before: Trail): void {
  const [own] = before
  if (own && take(page, own)) return
  const row = before.find((one) => one.isConnected && one.matches(ROWS))
  if (row && [...row.querySelectorAll(FOCUSABLE)].some((one) => take(page, one))) return
  const view = [...page.querySelectorAll<HTMLElement>(VIEW)].find((one) => one.checkVisibility())
  if (!view) return
  // Reached by script alone: it is no stop of the Tab key.
  view.tabIndex = -1
  take(page, view)
}

/** False: it is gone, hidden or disabled. */
function take(page: Document, element: Element): boolean {
  if (!element.isConnected || !(element instanceof HTMLElement)) return false
  element.focus({ preventScroll: true })
  return page.activeElement === element
}
