import type { PurchaseDetail, PurchaseWarning } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './minimum.module.css'

type MinimumProps = { minimum: PurchaseDetail['minimum']; quantity: number; goodsMinor: number }

/** How much is missing to the supplier's minimum: as a bar and in words. */
export function Minimum({ minimum, quantity, goodsMinor }: MinimumProps): ReactNode {
  if (minimum.met) return <StateTag bare hue="done" label={minimum.text || '已满足起批'} />
  const wanted = minimum.missingQuantity > 0 ? quantity + minimum.missingQuantity : goodsMinor + minimum.missingMinor
  const has = minimum.missingQuantity > 0 ? quantity : goodsMinor
  const percent = wanted === 0 ? 0 : Math.round((has / wanted) * 100)
  return (
    <div className={styles.minimum}>
      <div className={styles.track} role="meter" aria-label="离起批还差" aria-valuenow={percent} aria-valuemax={100}>
        <span style={{ width: `${percent}%` }} />
      </div>
      <StateTag bare hue="attention" label={minimum.text} />
    </div>
  )
}

type WarningsProps = { warnings: readonly PurchaseWarning[]; minimum: PurchaseDetail['minimum'] }

/** Warnings for the person, without those that the bar of the minimum shows already. */
export function Warnings({ warnings, minimum }: WarningsProps): ReactNode {
  const unsaid = warnings.filter(({ message }) => minimum.met || message !== minimum.text)
  if (unsaid.length === 0) return null
  return (
    <ul className={styles.warnings}>
      {unsaid.map((warning) => (
        <li key={`${warning.word} ${warning.offerId ?? ''} ${warning.message}`}>
          <StateTag
            bare
            hue={warning.word === 'supplier-blacklisted' || warning.word === 'offer-gone' ? 'failed' : 'attention'}
            label={warning.message}
          />
        </li>
      ))}
    </ul>
  )
}
