import type { AlibabaOrderView } from '@huoqiao/contract/placement/placement.schema'
import type { ReactNode } from 'react'
import { yuan, yuanText } from '../../../lib/format.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { refundWord } from './alibaba.words.ts'
import styles from './order-money.module.css'

/** The cost of a 1688 order so that all amounts on the screen add up: list price, reduction, paid amount. */
export function OrderMoney({ order }: { order: AlibabaOrderView }): ReactNode {
  const goodsMinor = order.listMinor - order.discountMinor
  const paid = order.paidAt === null ? '应付' : '实付'
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>商品</th>
          <th className="hq-num">单价 × 数量</th>
          <th className="hq-num">原价</th>
          <th className="hq-num">优惠</th>
          <th className="hq-num">{paid}</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.id}>
            <td>
              <span className={styles.goods}>
                <Picture src={item.image} alt="" size={24} />
                <span title={item.title}>{item.title}</span>
                {item.refundStatus ? (
                  <StateTag bare hue="attention" label={`退款：${refundWord(item.refundStatus)}`} />
                ) : null}
              </span>
            </td>
            <td className="hq-num">
              {yuanText(item.unitMinor)} × {item.quantity}
            </td>
            <td className="hq-num">
              <MoneyText amount={yuan(item.listMinor)} />
            </td>
            <td className="hq-num">
              <TakenOff minor={item.discountMinor} />
            </td>
            <td className="hq-num">
              <MoneyText amount={yuan(item.amountMinor)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>货款</td>
          <td className="hq-num">
            <MoneyText amount={yuan(order.listMinor)} />
          </td>
          <td className="hq-num">
            <TakenOff minor={order.discountMinor} />
          </td>
          <td className="hq-num">
            <MoneyText amount={yuan(goodsMinor)} />
          </td>
        </tr>
        {order.adjustMinor === 0 ? null : (
          <Sum label={order.items.length === 0 ? '货款（明细还没有读到）' : '整单调整'} minor={order.adjustMinor} />
        )}
        <Sum label="运费" minor={order.freightMinor} />
        <Sum label={`合计${paid}`} minor={order.totalMinor} isSum />
        {order.refundMinor > 0 ? (
          <>
            <Sum label="已退款" minor={-order.refundMinor} />
            <Sum label="退款后" minor={order.totalMinor - order.refundMinor} isSum />
          </>
        ) : null}
      </tfoot>
    </table>
  )
}

type SumProps = { label: string; minor: number; isSum?: boolean }

function Sum({ label, minor, isSum = false }: SumProps): ReactNode {
  return (
    <tr data-sum={isSum}>
      <td colSpan={4}>{label}</td>
      <td className="hq-num">
        <MoneyText amount={yuan(minor)} strong={isSum} />
      </td>
    </tr>
  )
}

/** A seller may also ask for more than the list price. */
function TakenOff({ minor }: { minor: number }): ReactNode {
  if (minor === 0) return null
  return (
    <>
      {minor < 0 ? '加价 ' : ''}
      <MoneyText amount={yuan(-minor)} />
    </>
  )
}
