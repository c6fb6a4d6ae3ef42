import { Button } from 'antd'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { checklist } from './connect.rules.ts'
import type { StepProps } from './step.tsx'
import styles from './connect.module.css'

/** What works already, and for the rest the step that provides it. */
export function ResultStep({ known, go }: StepProps): ReactNode {
  return (
    <ul className={styles.checklist}>
      {checklist(known).map(({ key, title, state, at, says, step }) => (
        <li key={key} data-check={key} data-hue={state.hue}>
          <StateTag hue={state.hue} label={state.label} />
          <strong>{title}</strong>
          <span>
            {at === null ? (
              says
            ) : (
              <>
                上次 <RelativeTime at={at} ago />
              </>
            )}
          </span>
          {state.hue === 'waiting' ? (
            <Button type="link" size="small" onClick={() => go(step)}>
              去处理
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
