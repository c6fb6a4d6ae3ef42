import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import styles from './progress-bar.module.css'
import { progress } from './progress.store.ts'

/** The thin bar at the top of the window while a page is loading (specification, section 2). */
export function ProgressBar(): ReactNode {
  const underway = useSyncExternalStore(progress.subscribe, progress.get)
  return (
    <div
      className={styles.bar}
      data-underway={underway}
      role="progressbar"
      aria-hidden={!underway}
      aria-label="页面加载中"
    />
  )
}
