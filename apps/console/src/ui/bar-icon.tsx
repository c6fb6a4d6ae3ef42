import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './bar-icon.module.css'

type BarIconProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> & {
  'aria-label': string
  ref?: Ref<HTMLButtonElement>
}

/** A sign in the head of the console that is pressed. */
export const BarIcon = (props: BarIconProps): ReactNode => <button type="button" className={styles.icon} {...props} />
