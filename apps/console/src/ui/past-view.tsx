import type { ReactNode } from 'react'
import { FactList } from './fact-list.tsx'
import type { LabelledFact } from './fact-list.tsx'
import styles from './past-view.module.css'

type PastViewProps = {
  /** which moment it is of, where the place does not say it */
  since?: ReactNode
  facts: readonly LabelledFact[]
  /** pictures, and the table of what it was made of */
  children: ReactNode
}

/** A thing as it stood at a moment (beyond, item 3). A look: nothing is changed by it. */
export function PastView({ since, facts, children }: PastViewProps): ReactNode {
  return (
    <section className={styles.past} aria-label="当时的样子">
      {since}
      <FactList layout="tiles" facts={facts} />
      {children}
    </section>
  )
}
