import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { openSessionStorage } from '../../lib/local-storage.ts'
import { readPreference, usePreferencesInStep, writePreference } from '../../lib/preferences.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Slot } from '../../lib/slots.tsx'
import { chooseScheme } from '../../theme/scheme.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { crumbsOf, pathOf, trailTo } from '../menu.rules.ts'
import { ownAddress } from '../own-address.ts'
import { findPage, isLost, NOT_FOUND_PATH, viewKey } from '../pages.ts'
import { progress } from '../progress.store.ts'
import { pages } from '../registry.ts'
import type { VisitedTab } from '../tabs.rules.ts'
import { tabTitle } from '../tabs.rules.ts'
import { focusContent } from './focus-content.ts'
import { keepPlacesOf } from './kept-scroll.ts'
import { useGlobalKeys } from './global-keys.ts'
import { RequirePasswordChange } from './require-password-change.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebarCollapse } from './sidebar-collapse.ts'
import styles from './console.module.css'
import { TabsRow } from './tabs-row.tsx'
import type { TabsStore } from './tabs.store.ts'
import { createTabsStore } from './tabs.store.ts'
import { TaskSign } from './task-sign.tsx'
import { TopBar } from './top-bar.tsx'
import { useQueryMenuByRoleId, useSafe_userMession } from './use-menu.ts'
import { useWays } from './use-ways.ts'
import { Views } from './views.tsx'
import { menuPaths, useWarmPages } from './warm-pages.ts'

const Palette = lazy(() => import('./palette.tsx'))
const KeysHelp = lazy(() => import('./keys-help.tsx'))

const APP = '货桥'
const TABS = 'tabs'
const NO_TABS: readonly VisitedTab[] = []

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
    createTabsStore({
      storage: openSessionStorage(),
      key: `huoqiao:tabs:${personId}`,
      pinned,
      keep: (tabs) => writePreference(TABS, tabs),
    }),
  )
  const isInStep = useRememberedTabs(store)
  const who = useSafe_userMession()
  const { menu, whole, isPending } = useQueryMenuByRoleId(who.data)
  const { pathname, search } = useLocation()
  useWarmPages(
    useMemo(() => menuPaths(menu), [menu]),
    warm,
  )
  const trail = useMemo(() => trailTo(menu, pathname, search), [menu, pathname, search])
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const { isCollapsed, toggle } = useSidebarCollapse(frame, pathname)
  const { isHelpOpen, setHelp, isPaletteOpen, setPalette } = useGlobalKeys()
  const here = useHere(store)
  const openKeys = here?.openKeys
  const { ways, ahead } = useWays(store, { currentKey: here?.view.key, openKeys })
  const showKeys = useCallback(() => setHelp(true), [setHelp])
  const showPalette = useCallback(() => setPalette(true), [setPalette])
  const commands = useMemo(() => globalCommands(showKeys), [showKeys])
  useEffect(() => {
    if (isInStep && openKeys) keepPlacesOf(openKeys)
  }, [isInStep, openKeys])
  if (!here) return <Navigate to={`${NOT_FOUND_PATH}?from=${encodeURIComponent(pathname)}`} replace />
  return (
    <div className={styles.frame} ref={setFrame}>
      <button type="button" className={styles.skip} onClick={focusContent}>
        跳到内容
      </button>
      <Sidebar menu={menu} isPending={isPending} trail={trail} isCollapsed={isCollapsed} ways={ways} />
      <div className={styles.main}>
        <TopBar
          isCollapsed={isCollapsed}
          onToggle={toggle}
          crumbs={crumbsOf(trailTo(whole, pathname, search), pathname, here.title)}
          environment={who.data?.environment}
          onKeys={showKeys}
          onSearch={showPalette}
        >
          {SIGNS}
        </TopBar>
        <TabsRow tabs={here.tabs} currentKey={here.view.key} store={store} go={ways.go} />
        <main className={styles.stage} tabIndex={-1}>
          {who.data && isInStep ? (
            <RequirePasswordChange>
              <Views
                current={here.view}
                ahead={ahead}
                openKeys={here.openKeys}
                refreshKey={here.refreshKey}
                rename={store.rename}
              />
            </RequirePasswordChange>
          ) : who.isError ? (
            <div className={styles.fault}>
              <FailureNote failure={who.error} onRetry={() => void who.refetch()} />
            </div>
          ) : null}
        </main>
      </div>
      {isPaletteOpen ? (
        <Suspense fallback={null}>
          <Palette menu={menu} tabs={here.tabs} commands={commands} onClose={() => setPalette(false)} />
        </Suspense>
      ) : null}
      {isHelpOpen ? (
        <Suspense fallback={null}>
          <KeysHelp onClose={() => setHelp(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

const warm = async (path: string): Promise<void> => findPage(pages, pathOf(path))?.warm()

/** A constant element: the icons in the head do not depend on the current page, so they are not rendered again. */
const SIGNS = (
  <>
    <Slot name="order-tasks" />
    <TaskSign />
    <Slot name="notice-bell" />
  </>
)

/** Commands of the palette that do not open a page. */
const globalCommands = (showKeys: () => void): { title: string; run: () => void }[] => [
  { title: '切换到深色', run: () => chooseScheme('dark') },
  { title: '切换到浅色', run: () => chooseScheme('light') },
  { title: '列出快捷键', run: showKeys },
]

/** A new window opens the tabs of the last window; a reloaded window keeps its own. */
function useRememberedTabs(store: TabsStore): boolean {
  const restore = useCallback(() => {
    if (store.isFresh()) store.restore(readPreference(TABS, NO_TABS))
  }, [store])
  return usePreferencesInStep(restore)
}

/** The page of the current address with its tab and view; undefined when no page has the address. */
function useHere(store: TabsStore) {
  const location = useLocation()
  const tabs = useSyncExternalStore(store.subscribe, store.get)
  const page = findPage(pages, location.pathname)
  const lost = isLost(page, location.pathname)
  const key = page && !lost ? viewKey(page, location.pathname) : undefined
  const isHelper = page?.meta?.hidden === true
  // Starts the code right away, not after the first answers: code that has loaded by then is rendered at once, without a skeleton.
  useEffect(() => page?.start(), [page])

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
    // A refreshed page reads its data again, even when the cached answers are still fresh.
    if (refreshKey !== undefined) void queryClient.invalidateQueries({ refetchType: 'none' })
  }, [refreshKey])

  const tab = tabs.find((one) => one.key === key)
  const title = tab ? tabTitle(tab) : (page?.title ?? '')
  const windowTitle = page?.windowTitle ?? title
  useEffect(() => {
    document.title = windowTitle === '' ? APP : `${windowTitle} · ${APP}`
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
