import { declineOf, faultsOf, sentenceOf } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ReactNode } from 'react'
import type { SlotProps } from '../../lib/slots.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './scorecards.module.css'
import { useScorecard } from '../../pickers/use-scorecards.ts'

/** One sentence on why to buy elsewhere: the figures that are bad, or that became clearly worse. Otherwise nothing. */
export default function SupplierWarning({ next = null, ...whose }: SlotProps['supplier-warning']): ReactNode {
  const card = useScorecard(whose)
  if (card === undefined || card === 'unasked') return null
  const { windows } = card
  const [recent, past] = windows
  const faults = faultsOf(windows)
  const text = faults.length > 0 ? sentenceOf(windows, faults) : recent && past ? declineOf(recent, past) : ''
  if (text === '') return null
  return (
    <p className={styles.warning} role="note">
      <StateTag bare hue="attention" label={text} /> {next}
    </p>
  )
}
