import type { ReactNode } from 'react'
import type { Amount } from '../lib/format.ts'
import { moneyParts } from '../lib/format.ts'
import styles from './money-text.module.css'

type MoneyTextProps = { amount: Amount | null | undefined; strong?: boolean; struck?: boolean }

/** An amount with its sign, digits aligned in columns, the currency small; no amount shows blank. */
export function MoneyText({ amount, strong = false, struck = false }: MoneyTextProps): ReactNode {
  if (!amount) return null
  const { sign, symbol, whole, fraction } = moneyParts(amount)
  return (
    <span className={styles.money} data-strong={strong} data-struck={struck} title={amount.currency}>
      {sign}
      <span className={styles.symbol}>{symbol}</span>
      {whole}
      <span className={styles.minor}>{fraction}</span>
    </span>
  )
}

/** A price range; one figure when both ends are equal. */
export function MoneyRange({ min, max }: { min: Amount | null; max: Amount | null }): ReactNode {
  if (!min || !max || min.minor === max.minor) return <MoneyText amount={min ?? max} />
  return (
    <span className={styles.money}>
      <MoneyText amount={min} />
      <span className={styles.minor}> – </span>
      <MoneyText amount={max} />
    </span>
  )
}
