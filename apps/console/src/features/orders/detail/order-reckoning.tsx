import type { OrderProfit } from '@huoqiao/contract/orders/orders.schema'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { TextSkeleton } from '../../../ui/skeletons.tsx'
import { yuan } from '../../../lib/format.ts'
import styles from '../list/order-profit.module.css'

/** How the profit of one order was calculated, read only when somebody opens it. */
export default function Reckoning({ orderId }: { orderId: string }): ReactNode {
  const { data, error } = useRead('getOrder', { orderId }, { staleTime: 30_000, keepPrevious: false })
  if (error && !data) return <FailureNote failure={error} />
  if (!data) return <TextSkeleton />
  return <ProfitTable profit={data.profit} missing={data.profitMissing} currency={data.currency} />
}

type ProfitTableProps = { profit: OrderProfit | null; missing: string | null; currency: string }

const BASIS: Readonly<Record<OrderProfit['basis'], string>> = { expected: '预估', part: '部分预估', actual: '实际' }
const FREIGHT: Readonly<Record<OrderProfit['basis'], string>> = {
  expected: '国内运费（未计）',
  part: '国内运费（实付，未下单的未计）',
  actual: '国内运费（实付）',
}

const ABROAD: Readonly<Record<OrderProfit['abroadBasis'], string>> = {
  entered: '国际运费（录入）',
  estimated: '国际运费（按定价规则预估）',
  unknown: '国际运费（未计：没有重量或定价规则）',
}
/** The cost of the goods is known before the cost of sending them abroad. */
const basisWords = ({ basis, abroadBasis }: OrderProfit): string =>
  basis === 'actual' && abroadBasis !== 'entered' ? '实际，国际运费除外' : BASIS[basis]

/**
 * The expected cost is the price at which the goods were linked: so the expectation at the time of the order stays comparable with the
 * final cost, and later prices are shown where the goods are bought. For an order that grew, or that is only partly ordered at 1688, the
 * paid and the expected part are shown separately.
 */
function goodsRows({ basis, parts, goodsMinor }: OrderProfit): [string, number][] {
  if (!parts) return [[basis === 'actual' ? '货款（实付）' : '货款（按关联时的货源价预计）', -goodsMinor]]
  return [
    ['货款（已下单，实付）', -parts.paidMinor],
    [`货款（未下单 ${parts.expectedPieces} 件，按关联时的货源价预计）`, -parts.expectedMinor],
  ]
}

/** Sale − goods − freight within China and abroad − fee, with the exchange rate of the day that was used (beyond, item 15). */
export function ProfitTable({ profit, missing, currency }: ProfitTableProps): ReactNode {
  if (!profit) return <p className={styles.missing}>{missing ?? '还算不出利润'}</p>
  const rows: [string, number | null][] = [
    ['销售额（不含税和关税）', profit.saleMinor],
    ...goodsRows(profit),
    [FREIGHT[profit.basis], -profit.freightMinor],
    [ABROAD[profit.abroadBasis], profit.abroadMinor === null ? null : -profit.abroadMinor],
    ['手续费', -profit.feeMinor],
  ]
  return (
    <table className={styles.table}>
      <tbody>
        {rows.map(([label, minor]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{minor === null ? null : <MoneyText amount={yuan(minor)} />}</td>
          </tr>
        ))}
        <tr className={styles.sum} data-loss={profit.profitMinor < 0}>
          <th scope="row">利润（{basisWords(profit)}）</th>
          <td>
            <MoneyText strong amount={yuan(profit.profitMinor)} />
          </td>
        </tr>
        {profit.saleMinor > 0 ? (
          <tr>
            <th scope="row">利润率</th>
            <td className="hq-num">{((profit.profitMinor / profit.saleMinor) * 100).toFixed(1)}%</td>
          </tr>
        ) : null}
      </tbody>
      <caption>
        {currency === 'CNY' ? '' : `汇率 1 ${currency} = ¥${profit.rate}（${profit.rateDay}）`}
        {missing ? `，${missing}` : ''}
      </caption>
    </table>
  )
}
