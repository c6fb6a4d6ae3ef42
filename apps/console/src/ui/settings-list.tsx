import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { FailureNote } from './failure-note.tsx'
import styles from './settings-list.module.css'
import { RowSkeletons } from './skeletons.tsx'

type SettingsListProps<Row> = {
  rows: readonly Row[] | undefined
  error: unknown
  onRetry: () => void
  /** the purpose of the list, in one sentence */
  hint: ReactNode
  action: ReactNode
  empty: string
  card: (row: Row) => ReactNode
}

/** A short list of things that are set up once, as wide cards with their state. */
export function SettingsList<Row extends { id: string }>(props: SettingsListProps<Row>): ReactNode {
  const { rows, error, onRetry, hint, action, empty, card } = props
  return (
    <section className={styles.list}>
      <header className={styles.head}>
        <p>{hint}</p>
        <div className={styles.action}>{action}</div>
      </header>
      {error && !rows ? <FailureNote failure={error} onRetry={onRetry} /> : null}
      {rows ? (
        rows.length === 0 ? (
          <EmptyState text={empty} action={action} />
        ) : null
      ) : error ? null : (
        <RowSkeletons count={4} />
      )}
      <ul className={styles.cards}>
        {(rows ?? []).map((row) => (
          <li key={row.id}>{card(row)}</li>
        ))}
      </ul>
    </section>
  )
}

/** `isLong`: a sentence or an address, which takes two columns. */
export type SettingsFact = { label: string; value: ReactNode; isLong?: boolean }

type SettingsCardProps = {
  edge: 'source' | 'store' | 'ours'
  title: ReactNode
  /** beside the title: environment, default */
  marks?: ReactNode
  subtitle?: ReactNode
  /** its state, in a state tag */
  health?: ReactNode
  /** the problem in words, with the next step */
  message?: ReactNode
  isIll?: boolean
  facts: readonly SettingsFact[]
  actions: ReactNode
}

export function SettingsCard(props: SettingsCardProps): ReactNode {
  return (
    <article className={styles.card} data-edge={props.edge}>
      <header className={styles.cardHead}>
        <h2>{props.title}</h2>
        {props.marks}
        <span className={styles.subtitle}>{props.subtitle}</span>
        <span className={styles.health}>{props.health}</span>
        <span className={styles.buttons}>{props.actions}</span>
      </header>
      {props.message ? (
        <div className={styles.message} data-ill={props.isIll ?? false}>
          {props.message}
        </div>
      ) : null}
      <dl className={styles.facts}>
        {props.facts.map(({ label, value, isLong }) => (
          <div key={label} data-long={isLong || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
