import type { ReactNode } from 'react'
import styles from './open-button.module.css'

/** The name of a row as a button that opens it. */
export function OpenButton(props: { title?: string; onOpen: () => void; children: ReactNode }): ReactNode {
  return (
    <button type="button" className={styles.open} title={props.title} onClick={props.onOpen}>
      {props.children}
    </button>
  )
}
