import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import type { QuickDateRangeProps } from './date-range-picker.tsx'
import styles from './skeletons.module.css'

const DateRangePicker = lazy(() => import('./date-range-picker.tsx'))

/** A span of time with the quick ranges. The calendar is as heavy as a page, so it comes after the list that it filters. */
export function QuickDateRange(props: QuickDateRangeProps): ReactNode {
  return (
    <Suspense fallback={<span className={styles.bar} style={{ width: props.width ?? 320, height: 24 }} />}>
      <DateRangePicker {...props} />
    </Suspense>
  )
}
