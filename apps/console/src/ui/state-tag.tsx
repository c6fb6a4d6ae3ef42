import type { Hue } from '@huoqiao/contract/states'
import type { ReactNode } from 'react'
import styles from './state-tag.module.css'

/** A different shape for each hue, so that a state is never shown by colour alone. */
const MARKS: Readonly<Record<Hue, string>> = { waiting: '○', moving: '◔', done: '✓', attention: '!', failed: '✕' }

type StateTagProps = { hue: Hue; label: ReactNode; title?: string; bare?: boolean }

/** A state in one of the five hues; `bare` leaves out the background, for dense rows. */
export function StateTag({ hue, label, title, bare = false }: StateTagProps): ReactNode {
  return (
    <span className={styles.tag} data-hue={hue} data-bare={bare} title={title}>
      <span className={styles.mark} aria-hidden>
        {MARKS[hue]}
      </span>
      {label}
    </span>
  )
}

/** The state of a table of the contract: `<TableStateTag table={PRODUCT_STATES} code={row.state} />`. */
export function TableStateTag<Code extends string>({
  table,
  code,
  title,
}: {
  table: Readonly<Record<Code, { label: string; hue: Hue }>>
  code: Code
  title?: string
}): ReactNode {
  const entry = table[code] as { label: string; hue: Hue } | undefined
  return <StateTag hue={entry?.hue ?? 'waiting'} label={entry?.label ?? code} {...(title ? { title } : {})} />
}
