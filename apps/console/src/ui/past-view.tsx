import type { ReactNode } from 'react'
import { FactList } from './fact-list.tsx'
import type { LabelledFact } from './fact-list.tsx'
import styles from './past-view.module.css'

type PastViewProps = {
  /** which moment it shows, where the page does not say it */
  since?: ReactNode
  facts: readonly LabelledFact[]
  /** pictures, and the table of its parts */
  children: ReactNode
}

/** An object as it was at a moment (beyond, item 3). Read only: it changes nothing. */
export function PastView({ since, facts, children }: PastViewProps): ReactNode {
  return (
    <section className={styles.past} aria-label="当时的样子">
      {since}
      <FactList layout="tiles" facts={facts} />
      {children}
    </section>
  )
}
