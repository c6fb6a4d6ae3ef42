import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './coming-page.module.css'
import { EmptyState } from './empty-state.tsx'

type ComingPageProps = {
  title: string
  /** one sentence: that it is not here yet, and what serves meanwhile */
  text: string
  /** what the page will do */
  will: readonly string[]
  /** what can be done today */
  links: readonly { label: string; to: string }[]
}

/** A page that the menu names and that is still to come: says so, and leads to what there is. */
export function ComingPage({ title, text, will, links }: ComingPageProps): ReactNode {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <div className={styles.sheet}>
        <EmptyState
          text={text}
          action={
            <nav className={styles.links} aria-label="现在可以">
              {links.map(({ label, to }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
            </nav>
          }
        />
        <h2>这里将会有</h2>
        <ul>
          {will.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
