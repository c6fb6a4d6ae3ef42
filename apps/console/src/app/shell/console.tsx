import type { ReactNode } from 'react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { queryClient } from '../../lib/query-client.ts'
import { Slot } from '../../lib/slots.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { trailTo } from '../menu.rules.ts'
import { ownAddress } from '../own-address.ts'
import { findPage, isLost, NOT_FOUND_PATH, viewKey } from '../pages.ts'
import { progress } from '../progress.store.ts'
import { pages } from '../registry.ts'
import type { VisitedTab } from '../tabs.rules.ts'
import { tabTitle } from '../tabs.rules.ts'
import { KeysHelp, useHouseKeys } from './keys-help.tsx'
import { PasswordGate } from './password-gate.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebarCollapse } from './sidebar-collapse.ts'
import styles from './console.module.css'
import { TabsRow } from './tabs-row.tsx'
import type { TabsStore } from './tabs.store.ts'
import { createTabsStore } from './tabs.store.ts'
import { TaskSign } from './task-sign.tsx'
import { TopBar } from './top-bar.tsx'
import { useMenu, useWhoAmI } from './use-menu.ts'
import { Views } from './views.tsx'

const HOUSE = '货桥'

const pinned: readonly VisitedTab[] = pages
  .filter((page) => page.meta?.affix)
  .map((page) => ({
    key: viewKey(page, `/${page.path}`),
    path: `/${page.path}`,
    fullPath: `/${page.path}`,
    query: {},
    name: page.name,
    meta: page.meta ?? {},
    ...(page.title === undefined ? {} : { title: page.title }),
  }))

/** The console of one person: sidebar, top bar, visited tabs, and the page on the screen with the kept ones behind it. */
export function Console({ personId }: { personId: string }): ReactNode {
  const [store] = useState(() =>
    createTabsStore({ storage: window.sessionStorage, key: `huoqiao:tabs:${personId}`, pinned }),
  )
  const who = useWhoAmI()
  const { menu, isPending } = useMenu(who.data?.roleIds)
  const { pathname, search } = useLocation()
  const trail = useMemo(() => trailTo(menu, pathname, search), [menu, pathname, search])
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const { isCollapsed, toggle } = useSidebarCollapse(frame)
  const { isHelpOpen, setHelp } = useHouseKeys()
  const here = useHere(store)
  if (!here) return <Navigate to={`${NOT_FOUND_PATH}?from=${encodeURIComponent(pathname)}`} replace />
  return (
    <div className={styles.frame} ref={setFrame}>
      <Sidebar menu={menu} isPending={isPending} trail={trail} isCollapsed={isCollapsed} />
      <div className={styles.main}>
        <TopBar
          isCollapsed={isCollapsed}
          onToggle={toggle}
          trail={trail}
          title={here.title}
          environment={who.data?.environment}
          onKeys={() => setHelp(true)}
        >
          <TaskSign />
          <Slot name="notice-bell" />
        </TopBar>
        <TabsRow tabs={here.tabs} currentKey={here.view.key} store={store} />
        <div className={styles.stage}>
          {who.data ? (
            <PasswordGate>
              <Views current={here.view} openKeys={here.openKeys} refreshKey={here.refreshKey} rename={store.rename} />
            </PasswordGate>
          ) : who.isError ? (
            <div className={styles.fault}>
              <FailureNote failure={who.error} onRetry={() => void who.refetch()} />
            </div>
          ) : null}
        </div>
      </div>
      {isHelpOpen ? <KeysHelp onClose={() => setHelp(false)} /> : null}
    </div>
  )
}

/** Where the person is: the page of the address, its tab and view; undefined where the address leads nowhere. */
function useHere(store: TabsStore) {
  const location = useLocation()
  const tabs = useSyncExternalStore(store.subscribe, store.get)
  const page = findPage(pages, location.pathname)
  const lost = isLost(page, location.pathname)
  const key = page && !lost ? viewKey(page, location.pathname) : undefined
  const isHelper = page?.meta?.hidden === true

  useEffect(() => {
    progress.start()
    if (!page || key === undefined || isHelper) return
    store.visit({
      key,
      path: location.pathname,
      fullPath: location.pathname + location.search,
      query: Object.fromEntries(new URLSearchParams(location.search)),
      name: page.name,
      meta: page.meta ?? {},
      ...(page.title === undefined ? {} : { title: page.title }),
    })
  }, [store, page, key, isHelper, location])

  const refreshKey = page?.name === 'redirect' ? refreshed(location.search) : undefined
  useEffect(() => {
    // A refreshed page asks again for what it shows, however fresh the kept answers are.
    if (refreshKey !== undefined) void queryClient.invalidateQueries({ refetchType: 'none' })
  }, [refreshKey])

  const tab = tabs.find((one) => one.key === key)
  const title = tab ? tabTitle(tab) : (page?.title ?? '')
  const windowTitle = page?.windowTitle ?? title
  useEffect(() => {
    document.title = windowTitle === '' ? HOUSE : `${windowTitle} · ${HOUSE}`
  }, [windowTitle])

  const openKeys = useMemo(() => new Set(tabs.map((one) => one.key)), [tabs])
  if (!page || key === undefined) return undefined
  return { tabs, title, openKeys, refreshKey, view: { key, page, location } }
}

function refreshed(search: string): string | undefined {
  const target = new URL(ownAddress(new URLSearchParams(search).get('path')), window.location.origin)
  const page = findPage(pages, target.pathname)
  return page ? viewKey(page, target.pathname) : undefined
}
