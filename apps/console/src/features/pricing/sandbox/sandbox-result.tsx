import type { WhatIfRow } from '@huoqiao/contract/products/products-whatif.endpoints'
import { Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../../lib/index.ts'
import { formatPercent } from '../../../lib/index.ts'
import { MoneyRange, Picture, tablePagination } from '../../../ui/index.ts'
import styles from './sandbox.module.css'
import { lowestMargin, summed } from './sandbox.rules.ts'

type Answer = CallOutput<'tryPrices'>

/** What the tried numbers would change: in total, then product by product, the worst first. */
export function SandboxResult({ answer }: { answer: Answer }): ReactNode {
  const { rows, currency } = answer
  const sums = summed(rows)
  const kept = lowestMargin(rows, 'marginKept')
  const next = lowestMargin(rows, 'marginNext')
  const worstFirst = rows.toSorted((a, b) => (a.marginNext ?? Infinity) - (b.marginNext ?? Infinity))
  return (
    <>
      <dl className={styles.sums}>
        <Sum label="会变的价格" text={`${sums.changed} / ${sums.variants}`} />
        <Sum label="其中店铺在售" text={`${sums.liveChanged}`} />
        <Sum label="低于成本" text={`${sums.belowCost}`} isBad={sums.belowCost > 0} />
        <Sum label="低于毛利底线" text={`${sums.belowFloor}`} isBad={sums.belowFloor > 0} />
        <Sum label="不改价时最低毛利" text={formatPercent(kept)} isBad={(kept ?? 0) < 0} />
        <Sum label="改价后最低毛利" text={formatPercent(next)} isBad={(next ?? 0) < 0} />
      </dl>
      <Table<WhatIfRow>
        rowKey="productId"
        size="small"
        tableLayout="fixed"
        pagination={tablePagination(rows.length)}
        columns={columns(currency)}
        dataSource={worstFirst}
        onRow={(row) => ({ 'data-product': row.productId }) as object}
      />
      {sums.manual + sums.unpriced > 0 ? (
        <p className={styles.hint}>
          {sums.manual > 0 ? `${sums.manual} 个人工价没有动。` : ''}
          {sums.unpriced > 0 ? `${sums.unpriced} 个规格没有成本，算不出价格。` : ''}
        </p>
      ) : null}
    </>
  )
}

function Sum({ label, text, isBad = false }: { label: string; text: string; isBad?: boolean }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isBad ? styles.bad : undefined}>{text}</dd>
    </div>
  )
}

const moneyRange = (range: WhatIfRow['priceNow'], currency: string): ReactNode =>
  range === null ? null : <MoneyRange min={{ minor: range.min, currency }} max={{ minor: range.max, currency }} />

/** The price, and below it the compare-at price. */
const priced = (price: WhatIfRow['priceNow'], crossed: WhatIfRow['priceNow'], currency: string): ReactNode => (
  <>
    <div>{moneyRange(price, currency)}</div>
    {crossed === null ? null : <s className={styles.crossed}>{moneyRange(crossed, currency)}</s>}
  </>
)

const margin = (percent: number | null): ReactNode => (
  <span className={percent !== null && percent < 0 ? styles.bad : undefined}>{formatPercent(percent)}</span>
)

const columns = (currency: string): TableColumnsType<WhatIfRow> => [
  {
    title: '商品',
    key: 'product',
    render: (_, row) => (
      <span className={styles.product}>
        <Picture src={row.image} alt="" size={32} />
        <span className={styles.clip} title={row.title}>
          {row.title || '（还没有标题）'}
          {row.live ? <small> 在售</small> : null}
        </span>
      </span>
    ),
  },
  {
    title: '现价',
    key: 'now',
    width: 150,
    align: 'right',
    render: (_, row) => priced(row.priceNow, row.compareAtNow, currency),
  },
  {
    title: '新价',
    key: 'next',
    width: 150,
    align: 'right',
    render: (_, row) => priced(row.priceNext, row.compareAtNext, currency),
  },
  {
    title: '会变',
    key: 'changed',
    width: 84,
    align: 'right',
    render: (_, row) => `${row.changed} / ${row.variants}`,
  },
  { title: '现毛利', key: 'marginNow', width: 80, align: 'right', render: (_, row) => margin(row.marginNow) },
  {
    title: <span title="汇率、运费变成这样而价格不动时">不改价</span>,
    key: 'marginKept',
    width: 80,
    align: 'right',
    render: (_, row) => margin(row.marginKept),
  },
  { title: '新毛利', key: 'marginNext', width: 80, align: 'right', render: (_, row) => margin(row.marginNext) },
  {
    title: '低于成本',
    key: 'belowCost',
    width: 96,
    align: 'right',
    render: (_, row) => (row.belowCost === 0 ? '0 个' : <b className={styles.bad}>{row.belowCost} 个</b>),
  },
]
