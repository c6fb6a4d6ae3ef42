import { useEffect } from 'react'

/** Ant Design focuses the root of a drawer, which is outside the element with the role. */
const WINDOWS = 'dialog, [role="dialog"], .ant-drawer, .ant-modal-root'
/** Menus and other popups: the element that had the focus is their button. */
const POPUPS = '.ant-dropdown, .ant-popover, .ant-select-dropdown'
const ROWS = 'li, tr, article'
const VIEW = '[data-view]'
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** An element and its ancestors, nearest first: the element may be gone when the window closes. */
type Trail = readonly Element[]
type Opened = { window: Element; before: Trail }

/**
 * When a window (dialog, drawer, palette) closes with the focus in it, the focus returns to the element that had it before; when that is
 * gone, to its row; when that is gone too, to the visible view. Windows are unmounted when they close, so nothing else restores the focus,
 * and the keyboard would start at the top of the page again.
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
    // The page has set the focus itself.
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
  // Only focused by script: it is not reached by the Tab key.
  view.tabIndex = -1
  take(page, view)
}

/** False: the element is gone, hidden or disabled. */
function take(page: Document, element: Element): boolean {
  if (!element.isConnected || !(element instanceof HTMLElement)) return false
  element.focus({ preventScroll: true })
  return page.activeElement === element
}
