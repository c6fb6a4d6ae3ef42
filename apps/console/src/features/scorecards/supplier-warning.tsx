import { declineOf, faultsOf, sentenceOf } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ReactNode } from 'react'
import type { SlotProps } from '../../lib/slots.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './scorecards.module.css'
import { judgedWindow, useScorecard } from './use-scorecards.ts'

/** In one sentence why one might buy elsewhere: what is bad, or became clearly worse than it was. Else nothing. */
export default function SupplierWarning({ next = null, ...whose }: SlotProps['supplier-warning']): ReactNode {
  const card = useScorecard(whose)
  if (!card) return null
  const window = judgedWindow(card)
  const [recent, past] = card.windows
  const faults = faultsOf(window)
  const text = faults.length > 0 ? sentenceOf(window, faults) : recent && past ? declineOf(recent, past) : ''
  if (text === '') return null
  return (
    <p className={styles.warning} role="note">
      <StateTag bare hue="attention" label={text} /> {next}
    </p>
  )
}
