import type { SourceChange } from '@huoqiao/contract/collection/radar.endpoints'
import type { ReactNode } from 'react'
import { MoneyText } from '../../../ui/index.ts'
import styles from './radar.module.css'

type Figures = Pick<SourceChange, 'kind' | 'before' | 'after' | 'beforeText' | 'afterText'>

const isPrice = ({ kind }: Figures): boolean => kind === 'price-up' || kind === 'price-down' || kind === 'sku-new'

function Figure({ change, value }: { change: Figures; value: number | null }): ReactNode {
  if (value === null) return '不等'
  return isPrice(change) ? <MoneyText amount={{ minor: value, currency: 'CNY' }} /> : `${value} 件`
}

/** The price change in percent of the former price. */
export const percentOf = ({ before, after }: Pick<SourceChange, 'before' | 'after'>): number | undefined =>
  before === null || after === null || before === 0 ? undefined : Math.round(((after - before) * 1000) / before) / 10

/** The former and the new value, in the unit of the kind. */
export function RadarFigures({ change }: { change: Figures }): ReactNode {
  const { kind } = change
  if (kind === 'offer-gone' || kind === 'offer-back' || kind === 'sku-gone') return <span>–</span>
  if (kind === 'supplier')
    return (
      <span>
        {change.beforeText || '未知'} → <b>{change.afterText || '未知'}</b>
      </span>
    )
  if (kind === 'sku-new') return <Figure change={change} value={change.after} />
  const percent = kind === 'price-up' || kind === 'price-down' ? percentOf(change) : undefined
  return (
    <span className={styles.figures}>
      <Figure change={change} value={change.before} />
      {' → '}
      <b>
        <Figure change={change} value={change.after} />
      </b>
      {percent === undefined ? null : (
        <span className={percent > 0 ? styles.up : styles.down}>
          {percent > 0 ? '+' : ''}
          {percent}%
        </span>
      )}
    </span>
  )
}
