import { PAYMENT_FIELDS } from '@huoqiao/contract/placement/placement.fields'
import type { OwingOrder } from '@huoqiao/contract/placement/placement.schema'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { yuanText } from '../../../lib/format.ts'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from '../dialog.module.css'

export type Payable = { orders: readonly OwingOrder[]; left: BulkOutcome }
type Payer = Pick<PurchaseCard, 'id' | 'number' | 'supplierName'>

export const AT_ONCE_SAYS = '用1688账号已签约的支付宝免密代扣立即付款，钱会马上扣走。每个1688订单、每个阶段最多付一次。'

const SHOWN = 12

export const dueOf = ({ orders }: Payable): number => orders.reduce((sum, order) => sum + order.dueMinor, 0)
const laterOf = ({ orders }: Payable): number => orders.reduce((sum, order) => sum + order.laterMinor, 0)

/** The words for the stage of an order that is due, the same on all screens. */
const stageText = ({ stage, stages }: { stage: number | null; stages: number }): string =>
  stage === null ? '' : `第${stage}阶段（共${stages}阶段）`

/** The amounts that are due now, order by order, and the later stages. */
export function PayableList({ payable, rows }: { payable: Payable; rows: readonly Payer[] }): ReactNode {
  const { orders, left } = payable
  const byId = new Map(rows.map((row) => [row.id, row]))
  const laterMinor = laterOf(payable)
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{PAYMENT_FIELDS.purchases.label}</th>
            <th>供应商</th>
            <th>{PAYMENT_FIELDS.orderIds.label}</th>
            <th className="hq-num">这次付</th>
          </tr>
        </thead>
        <tbody>
          {orders.slice(0, SHOWN).map((order) => (
            <tr key={order.orderId}>
              <td>{byId.get(order.purchaseId)?.number}</td>
              <td>{byId.get(order.purchaseId)?.supplierName}</td>
              <td>
                <span className="hq-mono">{order.orderId}</span>
                {order.stage === null ? null : <Stages order={order} />}
              </td>
              <td className="hq-num">{yuanText(order.dueMinor)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {orders.length > SHOWN ? (
            <tr>
              <td colSpan={4}>等共 {orders.length} 个1688订单</td>
            </tr>
          ) : null}
          <tr>
            <td colSpan={3}>这次共付{laterMinor > 0 ? `（分阶段付款的之后还要付 ${yuanText(laterMinor)}）` : ''}</td>
            <td className="hq-num">{yuanText(dueOf(payable))}</td>
          </tr>
        </tfoot>
      </table>
      {left.rows.map((one) => (
        <p key={one.key} className={styles.says}>
          {one.message}
        </p>
      ))}
    </>
  )
}

function Stages({ order }: { order: OwingOrder }): ReactNode {
  const { paidMinor, laterMinor } = order
  return (
    <div className={styles.stages}>
      <StateTag bare hue="attention" label={stageText(order)} />
      <span className={styles.says}>
        {[
          ...(paidMinor > 0 ? [`已付 ${yuanText(paidMinor)}`] : []),
          laterMinor > 0 ? `之后再付 ${yuanText(laterMinor)}` : '付完就付清了',
        ].join('，')}
      </span>
    </div>
  )
}
