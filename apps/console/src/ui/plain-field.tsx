import type { ComponentProps, ReactNode } from 'react'
import { useId, useState } from 'react'
import styles from './plain-field.module.css'

type PlainFieldProps = ComponentProps<'input'> & {
  label: string
  /** the error, shown under the field */
  wrong?: string | undefined
  /** beside the field, e.g. a button that sends a code */
  aside?: ReactNode
}

/** A labelled field without a component library, for parts that must load fast: the login page and the password panel. */
export function PlainField({ label, wrong, aside, type, ...rest }: PlainFieldProps): ReactNode {
  const id = useId()
  const [isShown, show] = useState(false)
  const [isCaps, setCaps] = useState(false)
  const isPassword = type === 'password'
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <input
          {...rest}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
          onKeyUp={(event) => isPassword && setCaps(event.getModifierState('CapsLock'))}
        />
        {isPassword ? (
          <button type="button" className={styles.eye} aria-pressed={isShown} onClick={() => show(!isShown)}>
            {isShown ? '隐藏' : '显示'}
          </button>
        ) : null}
        {aside}
      </div>
      {isCaps ? <p className={styles.hint}>大写锁定已打开</p> : null}
      {wrong === undefined ? null : (
        <p id={`${id}-wrong`} className={styles.wrong}>
          {wrong}
        </p>
      )}
    </div>
  )
}

/** A button without a component library. */
export function PlainButton({ main = false, ...rest }: ComponentProps<'button'> & { main?: boolean }): ReactNode {
  return <button type="button" {...rest} className={styles.button} data-main={main} />
}
