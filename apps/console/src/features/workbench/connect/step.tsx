import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import type { Store } from '@huoqiao/contract/stores/stores.schema'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Known, StepKey } from './connect.rules.ts'
import styles from './connect.module.css'

export type StepProps = {
  known: Known
  /** nothing is left to do in this step: the button to the next step is the primary one */
  isDone: boolean
  accounts: readonly MarketplaceAccount[]
  stores: readonly Store[]
  /** id of the consent with which 1688 redirected the browser back; null: none */
  consent: string | null
  /** changes fields of the address; undefined removes one */
  change: (fields: Partial<Record<'step' | 'account' | 'store' | 'consent', string | undefined>>) => void
  go: (step: StepKey) => void
}

/** The instructions of a step, in order. */
export function Doing({ children }: { children: ReactNode }): ReactNode {
  return <ol className={styles.doing}>{children}</ol>
}

type ActionsProps = Pick<StepProps, 'isDone'> & { children?: ReactNode; onNext?: () => void }

/** The step's own buttons, followed by the button to the next step. */
export function Actions({ isDone, children, onNext }: ActionsProps): ReactNode {
  return (
    <div className={styles.actions}>
      {children}
      {onNext ? (
        <Button type={isDone ? 'primary' : 'default'} onClick={onNext}>
          下一步
        </Button>
      ) : null}
    </div>
  )
}

/** Type of the step's own button: primary until the step is done. */
export const ownType = (isDone: boolean): 'primary' | 'default' => (isDone ? 'default' : 'primary')

type ChoiceProps = {
  label: string
  rows: readonly { id: string; name: string }[]
  value: string | undefined
  onChange: (id: string) => void
}

/** Which of several accounts or shops the guide is about; nothing while there is only one. */
export function Choice({ label, rows, value, onChange }: ChoiceProps): ReactNode {
  if (rows.length < 2 || value === undefined) return null
  return (
    <label className={styles.choice}>
      {label}
      <Select
        aria-label={label}
        value={value}
        style={{ width: 240 }}
        options={rows.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onChange}
      />
    </label>
  )
}

/** Shown instead of a step whose precondition is missing: links to the step that provides it. */
export function First({ text, label, onGo }: { text: string; label: string; onGo: () => void }): ReactNode {
  return (
    <div className={styles.first}>
      <p>{text}</p>
      <Button type="primary" onClick={onGo}>
        {label}
      </Button>
    </div>
  )
}

/** The origin of this console in this browser: 1688 redirects the person back to it. */
export const ownOrigin = (): string => window.location.origin
