import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './bar-icon.module.css'

type BarIconProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  'aria-label': string
  ref?: Ref<HTMLButtonElement>
}

/** An icon button in the head of the console. Callers may add a class of their own. */
export const BarIcon = ({ className = '', ...props }: BarIconProps): ReactNode => (
  <button type="button" className={`${styles.icon} ${className}`} {...props} />
)
