import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useOpenedBox } from '../../ui/opened-box.ts'
import type { VisitedTab } from '../tabs.rules.ts'
import type { TabsRowProps } from './tabs-row.tsx'
import styles from './all-tabs.module.css'

const AllTabsList = lazy(() => import('./all-tabs-list.tsx'))

export type AllTabsProps = Pick<TabsRowProps, 'tabs' | 'currentKey' | 'go'> & {
  onClose: (tab: VisitedTab) => void
  onCloseOthers: () => void
}

/** Opens the list of all open pages, for when the row does not show them all. */
export function AllTabs(props: AllTabsProps): ReactNode {
  const { isOpen, setOpen, box } = useOpenedBox()
  return (
    <div className={styles.place} ref={box}>
      <button
        type="button"
        className={styles.open}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isOpen)}
      >
        全部 {props.tabs.length} 页
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AllTabsList {...props} onLeave={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
