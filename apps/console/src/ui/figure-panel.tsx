import type { Hue } from '@huoqiao/contract/states'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../lib/format.ts'
import styles from './figure-panel.module.css'

export type Figure = {
  key: string
  label: string
  count: number
  /** shown in place of the count, e.g. an amount */
  text?: string
  /** shown below it, smaller */
  note?: string
  to: string
  hue?: Hue
  isCapped?: boolean
}

/** A few counts that link to their lists; one grey sentence when there are none. A zero needs no action, so it has no colour. */
export function FigurePanel({
  title,
  figures,
  calm,
}: {
  title: string
  figures: readonly Figure[]
  calm?: string
}): ReactNode {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {figures.length === 0 ? <p className={styles.calm}>{calm}</p> : null}
      <ul className={styles.figures}>
        {figures.map(({ key, label, count, text, note, to, hue, isCapped }) => (
          <li key={key}>
            <Link to={to} data-hue={count === 0 ? undefined : hue} className={styles.figure}>
              <b>{text ?? formatCount(count, isCapped ?? false)}</b>
              <span>{label}</span>
              {note === undefined ? null : <small>{note}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
