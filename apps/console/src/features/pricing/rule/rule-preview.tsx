import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import type { CallOutput } from '../../../lib/index.ts'
import { formatPercent, formatWeight, useRead } from '../../../lib/index.ts'
import { useDebouncedData } from '../../../lib/use-debounced.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { FailureNote, MoneyText, PriceField, TextSkeleton } from '../../../ui/index.ts'
import styles from './rule-preview.module.css'
import { untryable } from '../sandbox/sandbox.rules.ts'

type Row = CallOutput<'previewPriceRule'>[number]

/** Sample costs in fen and weights in grams: a small, a usual, an expensive and a heavy product. */
const COSTS = [500, 2_000, 5_000, 12_000]
const WEIGHTS = [100, 500, 2_000]

/** The prices that the rule in the form gives for sample costs and for one cost that the person types. */
export function RulePreview({ rule }: { rule: PriceRuleFields }): ReactNode {
  const [own, setOwn] = useState({ costMinor: 3_500, weightGrams: 300 })
  const asked = useDebouncedData({ rule, own })
  const why = untryable(asked.rule)
  const input = useMemo(() => previewOf(asked.rule, asked.own), [asked])
  const { data, error, refetch } = useRead('previewPriceRule', input, {
    enabled: why === undefined,
    staleTime: 60_000,
  })
  if (why !== undefined) return <p className={styles.hint}>{why}</p>
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <TextSkeleton lines={6} />
  const ownRow = data.at(-1)
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>成本 ＼ 重量</th>
            {WEIGHTS.map((grams) => (
              <th key={grams}>{formatWeight(grams)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COSTS.map((costMinor, line) => (
            <tr key={costMinor}>
              <th scope="row">
                <MoneyText amount={{ minor: costMinor, currency: 'CNY' }} />
              </th>
              {WEIGHTS.map((grams, at) => (
                <Cell key={grams} row={data[line * WEIGHTS.length + at]} currency={asked.rule.currency} />
              ))}
            </tr>
          ))}
          <tr className={styles.own}>
            <th scope="row">
              <PriceField
                currency="CNY"
                aria-label="试算成本"
                value={own.costMinor}
                onChange={(minor) => setOwn({ ...own, costMinor: minor ?? 0 })}
              />
            </th>
            <td>
              <CountField
                label="试算重量（克）"
                least={0}
                most={1_000_000}
                suffix="g"
                value={own.weightGrams}
                onChange={(grams) => setOwn({ ...own, weightGrams: grams ?? 0 })}
              />
            </td>
            <Cell row={ownRow} currency={asked.rule.currency} />
            <td className={styles.hint}>
              {ownRow?.compareAtMinor === null || !ownRow ? (
                '没有划线价'
              ) : (
                <>
                  划线价 <MoneyText amount={{ minor: ownRow.compareAtMinor, currency: asked.rule.currency }} struck />
                </>
              )}
            </td>
          </tr>
        </tbody>
      </table>
      <p className={styles.hint}>毛利 =（售价 − 成本 − 运费 − 手续费）÷ 售价，不含税。</p>
    </div>
  )
}

function Cell({ row, currency }: { row: Row | undefined; currency: string }): ReactNode {
  if (!row) return <td />
  return (
    <td data-below={row.belowFloor}>
      <MoneyText amount={{ minor: row.priceMinor, currency }} />
      <span className={styles.margin}>
        {row.belowFloor ? '✕ ' : ''}
        {formatPercent(row.marginPercent)}
      </span>
    </td>
  )
}

/** A rule without a name can be previewed too. */
const previewOf = (rule: PriceRuleFields, own: { costMinor: number; weightGrams: number }) => ({
  rule: { ...rule, name: rule.name.trim() || '试算' },
  items: [...COSTS.flatMap((costMinor) => WEIGHTS.map((weightGrams) => ({ costMinor, weightGrams }))), own],
})
