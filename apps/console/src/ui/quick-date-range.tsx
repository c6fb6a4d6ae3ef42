import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import type { QuickDateRangeProps } from './date-range-picker.tsx'
import styles from './skeletons.module.css'

const DateRangePicker = lazy(() => import('./date-range-picker.tsx'))

/** A time range with quick ranges. The calendar's code is as large as a page, so it is loaded after the list. */
export function QuickDateRange(props: QuickDateRangeProps): ReactNode {
  return (
    <Suspense fallback={<span className={styles.bar} style={{ width: props.width ?? 320, height: 24 }} />}>
      <DateRangePicker {...props} />
    </Suspense>
  )
}
