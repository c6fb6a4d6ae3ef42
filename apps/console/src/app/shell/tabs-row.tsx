import type { MouseEvent, ReactNode, RefObject } from 'react'
import { memo, useEffect, useRef, useState } from 'react'
import type { NavigateFunction } from 'react-router'
import { useLocation, useNavigate } from 'react-router'
import { refreshAddress } from '../own-address.ts'
import type { VisitedTab } from '../tabs.rules.ts'
import { afterClose, contextMenuX, deleteAll, deleteOne, tabTitle } from '../tabs.rules.ts'
import type { TabsStore } from './tabs.store.ts'
import { AllTabs } from './all-tabs.tsx'
import { PlainLink } from './plain-link.tsx'
import styles from './tabs-row.module.css'

export type TabsRowProps = {
  tabs: readonly VisitedTab[]
  currentKey: string
  store: TabsStore
  go: (to: string) => void
}
type MenuAt = { tab: VisitedTab; x: number; y: number }

/**
 * The visited pages. The middle button or the x closes a tab that is not pinned; the right button opens the menu with the other actions.
 * They are links to pages and have buttons beside them, so they are a list in a navigation and not a tablist, which may hold neither.
 */
export const TabsRow = memo(function TabsRow({ tabs, currentKey, store, go }: TabsRowProps): ReactNode {
  const navigate = useNavigate()
  const [menu, openMenu] = useState<MenuAt>()

  const list = useRef<HTMLUListElement>(null)
  const isOver = useOverflow(list)
  const leave = useLeaving(navigate)

  /** A tab is removed only after the navigation has happened: a page with unsaved changes may refuse it, and then keeps its tab. */
  function closeWith(close: () => unknown, remaining: readonly VisitedTab[]): void {
    const next = afterClose(remaining, currentKey)
    if (next === undefined) close()
    else leave(next, close)
  }
  const close = (tab: VisitedTab): void => closeWith(() => store.close(tab.key), deleteOne(tabs, tab.key))

  const entries = menu ? menuEntries(menu.tab) : []
  function menuEntries(tab: VisitedTab): { label: string; run: () => void }[] {
    return [
      { label: '刷新页面', run: () => void navigate(refreshAddress(tab.fullPath)) },
      ...(tab.meta.affix ? [] : [{ label: '关闭当前', run: () => close(tab) }]),
      {
        label: '关闭其他',
        run() {
          if (tab.key === currentKey) store.closeOthers(tab.key)
          else leave(tab.fullPath, () => store.closeOthers(tab.key))
        },
      },
      { label: '关闭所有', run: () => closeWith(store.closeAll, deleteAll(tabs)) },
    ]
  }

  return (
    <nav className={styles.row} aria-label="打开的页面">
      <ul ref={list} className={styles.tabs}>
        {tabs.map((tab) => (
          <TabLink
            key={tab.key}
            tab={tab}
            isCurrent={tab.key === currentKey}
            go={go}
            onClose={() => close(tab)}
            onMenu={(event) => openMenu({ tab, x: event.clientX, y: event.clientY })}
          />
        ))}
      </ul>
      {isOver ? (
        <AllTabs
          tabs={tabs}
          currentKey={currentKey}
          go={go}
          onClose={close}
          onCloseOthers={() => store.closeOthers(currentKey)}
        />
      ) : null}
      {menu ? <ContextMenu at={menu} entries={entries} onClose={() => openMenu(undefined)} /> : null}
    </nav>
  )
})

/** Whether the list is wider than its place, so that some of its tabs are out of sight. */
function useOverflow(list: RefObject<HTMLUListElement | null>): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const box = list.current
    if (!box) return undefined
    const measure = (): void => setIsOver(box.scrollWidth > box.clientWidth)
    measure()
    // When the row gets narrower, the current tab must stay visible. Scrolling by hand changes no size, so it is not undone.
    const place = new ResizeObserver(() => {
      measure()
      box.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    place.observe(box)
    const titles = new MutationObserver(measure)
    titles.observe(box, { childList: true, characterData: true, subtree: true })
    return () => {
      place.disconnect()
      titles.disconnect()
    }
  }, [list])
  return isOver
}

/**
 * Navigates and, after arriving, does something with the tabs that were left. The work is identified by a number in the state of that one
 * navigation: when the navigation is refused the work is dropped, and after a reload or the back button there is none.
 */
function useLeaving(navigate: NavigateFunction): (to: string, arrived: () => unknown) => void {
  const waiting = useRef(new Map<number, () => unknown>())
  const state: unknown = useLocation().state
  const leaving = typeof state === 'object' && state !== null && 'leaving' in state ? Number(state.leaving) : undefined
  useEffect(() => {
    if (leaving === undefined) return
    const arrived = waiting.current.get(leaving)
    waiting.current.clear()
    arrived?.()
  }, [leaving])
  return (to, arrived) => {
    const id = Math.max(0, ...waiting.current.keys()) + 1 + Math.floor(performance.now())
    waiting.current.set(id, arrived)
    void navigate(to, { state: { leaving: id } })
  }
}

type TabLinkProps = Pick<TabsRowProps, 'go'> & {
  tab: VisitedTab
  isCurrent: boolean
  onClose: () => void
  onMenu: (event: MouseEvent) => void
}

function TabLink({ tab, isCurrent, go, onClose, onMenu }: TabLinkProps): ReactNode {
  const canClose = tab.meta.affix !== true
  const box = useRef<HTMLLIElement>(null)
  const title = tabTitle(tab)
  // A page that has read its data gives its tab a longer name.
  useEffect(() => {
    if (isCurrent && title !== '') box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCurrent, title])
  return (
    <li
      ref={box}
      className={styles.tab}
      data-current={isCurrent}
      onMouseDown={(event) => {
        // Without this the middle button starts scrolling instead of closing.
        if (event.button === 1) event.preventDefault()
      }}
      onAuxClick={(event) => {
        if (event.button !== 1) return
        event.preventDefault()
        if (canClose) onClose()
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(event)
      }}
    >
      <PlainLink
        to={tab.fullPath}
        go={go}
        aria-current={isCurrent ? 'page' : undefined}
        className={styles.link}
        title={title}
        onKeyDown={(event) => {
          if (event.key === 'Delete' && canClose) onClose()
        }}
      >
        {title}
      </PlainLink>
      {canClose ? (
        <button type="button" className={styles.close} aria-label={`关闭 ${title}`} onClick={onClose}>
          ×
        </button>
      ) : null}
    </li>
  )
}

type ContextMenuProps = { at: MenuAt; entries: { label: string; run: () => void }[]; onClose: () => void }

function ContextMenu({ at, entries, onClose }: ContextMenuProps): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('button')?.focus()
    const onPointer = (event: PointerEvent): void => {
      if (!list.current?.contains(event.target as Node)) onClose()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [onClose])
  return (
    <ul ref={list} className={styles.menu} role="menu" style={{ left: contextMenuX(at.x), top: at.y }}>
      {entries.map((entry) => (
        <li key={entry.label} role="none">
          <button
            type="button"
            role="menuitem"
            onClick={() => {
              onClose()
              entry.run()
            }}
          >
            {entry.label}
          </button>
        </li>
      ))}
    </ul>
  )
}
