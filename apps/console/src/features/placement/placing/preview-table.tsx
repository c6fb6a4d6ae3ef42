import type { PlacementPreview } from '@huoqiao/contract/placement/placement.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { yuan, yuanText } from '../../../lib/format.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from '../dialog.module.css'
import { byChange, expectedOf, nowOf, sumRows } from './preview-sums.ts'

/** Up to this many unchanged lines are shown below the changed ones; more are folded. */
const FEW = 3

/** The expected prices beside what 1688 would charge now, line by line, changed ones first; a difference is marked by a sign, not only by colour. */
export function PreviewTable({
  preview,
  isStopped = false,
}: {
  preview: PlacementPreview
  isStopped?: boolean
}): ReactNode {
  const [isUnfolded, unfold] = useState(false)
  const { changed, same } = byChange(preview.lines)
  const isFolded = !isUnfolded && changed.length > 0 && same.length > FEW
  const shown = isFolded ? changed : [...changed, ...same]
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>商品</th>
            <th className="hq-num">数量</th>
            <th className="hq-num">预计单价</th>
            <th className="hq-num">1688现价</th>
            <th className="hq-num">预计小计</th>
            <th className="hq-num">1688小计</th>
            <th className="hq-num">差额</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={`${line.offerId} ${line.specId ?? ''}`}>
              <td>
                {line.title}
                {line.specText === '' ? null : <small className={styles.spec}>{line.specText}</small>}
                {line.message ? <StateTag bare hue="failed" label={line.message} /> : null}
              </td>
              <td className="hq-num">{line.quantity}</td>
              <td className="hq-num">{yuanText(line.expectedUnitMinor)}</td>
              <td className="hq-num">{yuanText(line.unitMinor)}</td>
              <Pair before={expectedOf(line)} after={nowOf(line)} />
            </tr>
          ))}
          {isFolded ? (
            <tr>
              <td colSpan={7}>
                <Button type="link" size="small" onClick={() => unfold(true)}>
                  另有 {same.length} 种价格没有变，展开
                </Button>
              </td>
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          {sumRows(preview).map(({ label, before, after }) => (
            <tr key={label}>
              <td colSpan={4}>{label}</td>
              <Pair before={before} after={after} />
            </tr>
          ))}
        </tfoot>
      </table>
      <p className={styles.says}>
        允许比预计高 {yuanText(preview.toleranceMinor)}；
        {preview.withinTolerance
          ? '在允许之内。'
          : preview.freightUnseen === true
            ? '运费没有预估过，要有人看过、接受了才会下单。'
            : isStopped
              ? '已超过，所以停在这里；接受了才会下单。'
              : '已超过，下单会停在“待确认价格”等人接受。'}
        {preview.orders.length > 1 ? ` 1688会拆成 ${preview.orders.length} 个订单。` : ''}
      </p>
    </>
  )
}

/** Before, after and the difference. */
function Pair({ before, after }: { before: number | null; after: number | null }): ReactNode {
  return (
    <>
      <td className="hq-num">{yuanText(before)}</td>
      <td className="hq-num">{yuanText(after)}</td>
      <td className="hq-num">
        <Difference before={before} after={after} />
      </td>
    </>
  )
}

function Difference({ before, after }: { before: number | null; after: number | null }): ReactNode {
  if (before === null || after === null || before === after) return null
  const isUp = after > before
  return (
    <span className={isUp ? styles.up : styles.down}>
      {isUp ? '↑ +' : '↓ '}
      <MoneyText amount={yuan(after - before)} />
    </span>
  )
}
