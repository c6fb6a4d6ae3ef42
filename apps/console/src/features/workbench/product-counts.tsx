import type { ProductState } from '@huoqiao/contract/products/products.status'
import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/format.ts'
import styles from './home.module.css'

type ProductCountsProps = { counts: Partial<Record<ProductState, number>>; isCapped: boolean }

/** What waits for a person stands first, then the way that goods take. */
const TO_DO: readonly ProductState[] = ['failed', 'unknown', 'partial', 'outdated']
const WAY: readonly ProductState[] = ['draft', 'ready', 'syncing', 'online', 'offline']

const listOf = (state: ProductState): string => `/shop/product/list?state=${state}`

export function ProductCounts({ counts, isCapped }: ProductCountsProps): ReactNode {
  const waiting = TO_DO.filter((state) => (counts[state] ?? 0) > 0)
  return (
    <div className={styles.counts}>
      <section className={styles.panel}>
        <h2>需要处理</h2>
        {waiting.length === 0 ? (
          <p className={styles.calm}>没有要处理的商品</p>
        ) : (
          <Figures states={waiting} counts={counts} isCapped={isCapped} />
        )}
      </section>
      <section className={styles.panel}>
        <h2>商品</h2>
        <Figures states={WAY} counts={counts} isCapped={isCapped} />
      </section>
    </div>
  )
}

function Figures({ states, counts, isCapped }: ProductCountsProps & { states: readonly ProductState[] }): ReactNode {
  return (
    <ul className={styles.figures}>
      {states.map((state) => (
        <li key={state}>
          <Link to={listOf(state)} data-hue={PRODUCT_STATES[state].hue} className={styles.figure}>
            <b>{formatCount(counts[state] ?? 0, isCapped)}</b>
            <span>{PRODUCT_STATES[state].label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
