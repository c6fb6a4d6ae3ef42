import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './bar-icon.module.css'

type BarIconProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  'aria-label': string
  ref?: Ref<HTMLButtonElement>
}

/** A sign in the head of the console that is pressed. What opens from it may mark it with a class of its own. */
export const BarIcon = ({ className = '', ...props }: BarIconProps): ReactNode => (
  <button type="button" className={`${styles.icon} ${className}`} {...props} />
)
