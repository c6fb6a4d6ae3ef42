import type { ReactNode } from 'react'
import { useState } from 'react'
import { firstFocus } from '../../ui/first-focus.ts'
import { tabTitle } from '../tabs.rules.ts'
import type { AllTabsProps } from './all-tabs.tsx'
import { PlainLink } from './plain-link.tsx'
import styles from './all-tabs-list.module.css'

const inSight = (item: HTMLLIElement | null): void => item?.scrollIntoView({ block: 'nearest' })

type AllTabsListProps = AllTabsProps & { onLeave: () => void }

/** All open pages, with a search. */
export default function AllTabsList({
  tabs,
  currentKey,
  go,
  onClose,
  onCloseOthers,
  onLeave,
}: AllTabsListProps): ReactNode {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = tabs.filter((tab) => tabTitle(tab).toLowerCase().includes(wanted))
  const visit = (to: string): void => {
    onLeave()
    go(to)
  }
  return (
    <div className={styles.box} role="dialog" aria-label="全部打开的页面">
      <input
        className={styles.search}
        type="search"
        aria-label="搜索打开的页面"
        placeholder="搜索打开的页面，回车前往"
        value={text}
        ref={firstFocus}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key !== 'Enter' || !first || event.nativeEvent.isComposing) return
          // The focus returns to the button of the list: without this the same key press would open the list again.
          event.preventDefault()
          visit(first.fullPath)
        }}
      />
      {found.length === 0 ? (
        <p className={styles.none}>没有打开名字里有“{text.trim()}”的页面</p>
      ) : (
        <ul className={styles.list}>
          {found.map((tab) => (
            <li
              key={tab.key}
              className={styles.item}
              data-current={tab.key === currentKey}
              ref={tab.key === currentKey ? inSight : undefined}
            >
              <PlainLink
                to={tab.fullPath}
                go={visit}
                className={styles.link}
                aria-current={tab.key === currentKey ? 'page' : undefined}
              >
                {tabTitle(tab)}
              </PlainLink>
              {tab.meta.affix === true ? null : (
                <button
                  type="button"
                  className={styles.close}
                  aria-label={`关闭 ${tabTitle(tab)}`}
                  onClick={() => onClose(tab)}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <footer className={styles.foot}>
        <button
          type="button"
          onClick={() => {
            onLeave()
            onCloseOthers()
          }}
        >
          关闭其他
        </button>
      </footer>
    </div>
  )
}
