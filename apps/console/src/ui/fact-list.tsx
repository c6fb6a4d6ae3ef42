import type { ReactNode } from 'react'
import styles from './fact-list.module.css'

/** A label and what stands behind it. */
export type LabelledFact = readonly [label: string, value: ReactNode]

type FactListProps = {
  facts: readonly LabelledFact[]
  /** `rows`: the label before its value, line by line; `tiles`: above it, as many side by side as there is room for. */
  layout: 'rows' | 'tiles'
}

/** What is known of one thing. A fact whose value is empty (null or '') is left out. */
export function FactList({ facts, layout }: FactListProps): ReactNode {
  return (
    <dl className={`${styles.list} ${styles[layout]}`}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
