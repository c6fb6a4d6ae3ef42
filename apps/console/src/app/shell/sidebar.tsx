import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import type { ComponentProps, ReactNode } from 'react'
import { createContext, memo, use, useState } from 'react'
import { Logo } from '../logo.tsx'
import { MenuIcon } from '../../ui/menu-icon.tsx'
import styles from './sidebar.module.css'
import { PlainLink } from './plain-link.tsx'
import type { Ways } from './use-ways.ts'
import { UserButton } from './user-popover.tsx'

type SidebarProps = {
  menu: readonly MenuItem[]
  isPending: boolean
  trail: readonly MenuItem[]
  isCollapsed: boolean
  /** keeps its identity: the menu is rendered again only when the address changes */
  ways: Ways
}

const address = (url: string): string => (url.startsWith('/') ? url : `/${url}`)
const NO_WAYS: Ways = {
  openAt: () => undefined,
  go: () => undefined,
  coming: () => undefined,
  notComing: () => undefined,
}
const WaysContext = createContext(NO_WAYS)

type WayProps = Omit<ComponentProps<typeof PlainLink>, 'to' | 'go' | 'resolve'> & { url: string }

/** A page that is already open is shown as it was left; the entry of the visible page opens it from the beginning. */
function Way({ url, ...link }: WayProps): ReactNode {
  const { openAt, go, coming, notComing } = use(WaysContext)
  const path = address(url)
  return (
    <PlainLink
      {...link}
      to={path}
      resolve={() => openAt(path) ?? path}
      go={go}
      onPointerEnter={() => coming(path, false)}
      onPointerDown={() => coming(path, true)}
      onPointerLeave={notComing}
      onFocus={() => coming(path, false)}
      onBlur={notComing}
    />
  )
}

/** The menu from the server, 200 px wide or collapsed to 64; one group is open at a time. */
export const Sidebar = memo(function Sidebar({ menu, isPending, trail, isCollapsed, ways }: SidebarProps): ReactNode {
  const currentGroup = trail[0]?.id
  const [open, setOpen] = useState<{ id: string | undefined; asOf: string | undefined }>({
    id: currentGroup,
    asOf: currentGroup,
  })
  // Opening a page of another group opens that group; after that the person decides what is open.
  if (open.asOf !== currentGroup) setOpen({ id: currentGroup ?? open.id, asOf: currentGroup })
  return (
    <aside className={styles.sidebar} data-collapsed={isCollapsed} aria-label="主菜单">
      <WaysContext value={ways}>
        <Brand />
        <UserButton isCollapsed={isCollapsed} />
        <nav className={styles.menu}>
          {isPending ? <MenuSkeleton /> : null}
          {menu.map((item) => (
            <Entry
              key={item.id}
              item={item}
              trail={trail}
              isOpen={open.id === item.id}
              onToggle={() => setOpen({ id: open.id === item.id ? undefined : item.id, asOf: currentGroup })}
            />
          ))}
        </nav>
      </WaysContext>
    </aside>
  )
})

function Brand(): ReactNode {
  return (
    <Way url="/" className={styles.brand} aria-label="货桥 首页">
      <Logo size={30} deck="var(--hq-sidebar-text-strong)" />
      <span>货桥</span>
    </Way>
  )
}

type EntryProps = { item: MenuItem; trail: readonly MenuItem[]; isOpen: boolean; onToggle: () => void }

function Entry({ item, trail, isOpen, onToggle }: EntryProps): ReactNode {
  const children = item.children ?? []
  const isHere = trail.some((one) => one.id === item.id)
  if (children.length === 0) {
    return (
      <Way
        url={item.url}
        className={styles.entry}
        title={item.name}
        aria-current={trail.at(-1)?.id === item.id ? 'page' : undefined}
      >
        <span className={styles.icon} aria-hidden>
          <MenuIcon name={item.menuIcon} text={item.name} />
        </span>
        <span className={styles.name}>{item.name}</span>
      </Way>
    )
  }
  return (
    <div className={styles.group} data-open={isOpen}>
      <button
        type="button"
        className={styles.entry}
        title={item.name}
        aria-expanded={isOpen}
        data-here={isHere}
        onClick={onToggle}
      >
        <span className={styles.icon} aria-hidden>
          <MenuIcon name={item.menuIcon} text={item.name} />
        </span>
        <span className={styles.name}>{item.name}</span>
        <span className={styles.arrow} aria-hidden>
          ›
        </span>
      </button>
      <div className={styles.flyout}>
        <div className={styles.flyoutTitle}>{item.name}</div>
        <SubEntries items={children} trail={trail} />
      </div>
    </div>
  )
}

/** Deeper levels are listed below their heading, indented; they cannot be collapsed. */
function SubEntries({ items, trail }: { items: readonly MenuItem[]; trail: readonly MenuItem[] }): ReactNode {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {item.children?.length ? (
            <>
              <div className={styles.heading}>{item.name}</div>
              <SubEntries items={item.children} trail={trail} />
            </>
          ) : (
            <SubEntry item={item} isHere={trail.at(-1)?.id === item.id} />
          )}
        </li>
      ))}
    </ul>
  )
}

const SubEntry = memo(function SubEntry({ item, isHere }: { item: MenuItem; isHere: boolean }): ReactNode {
  return (
    <Way url={item.url} className={styles.sub} aria-current={isHere ? 'page' : undefined}>
      {item.name}
    </Way>
  )
})

function MenuSkeleton(): ReactNode {
  return (
    <div className={styles.waiting} aria-busy="true" aria-label="加载菜单">
      {[72, 56, 64, 48, 60].map((width) => (
        <span key={width} style={{ width }} />
      ))}
    </div>
  )
}
