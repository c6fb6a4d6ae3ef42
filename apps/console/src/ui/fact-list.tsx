import type { ReactNode } from 'react'
import styles from './fact-list.module.css'

/** A label and its value. */
export type LabelledFact = readonly [label: string, value: ReactNode]

type FactListProps = {
  facts: readonly LabelledFact[]
  /** `rows`: the label before its value, one per line; `tiles`: the label above it, as many per line as fit. */
  layout: 'rows' | 'tiles'
}

/** The known facts of one object. A fact with an empty value (null or '') is left out. */
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
