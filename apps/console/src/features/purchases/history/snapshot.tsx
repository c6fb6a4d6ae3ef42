import { PURCHASE_LINE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { PurchaseSnapshot } from '@huoqiao/contract/purchases/purchases-history.endpoints'
import { PURCHASE_PAYMENTS, PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { ReactNode } from 'react'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PastView } from '../../../ui/past-view.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { orderText } from '../bought-for.tsx'
import { yuan, yuanText } from '../../../lib/format.ts'
import styles from './history.module.css'

/** The whole purchase order as it was then. */
export function Snapshot({ snapshot }: { snapshot: PurchaseSnapshot }): ReactNode {
  return (
    <PastView facts={pastFacts(snapshot)}>
      <table>
        <thead>
          <tr>
            <th>{PURCHASE_LINE_FIELDS.title.label}</th>
            <th>{PURCHASE_LINE_FIELDS.demand.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.need.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.quantity.label}</th>
            <th className="hq-num">单价</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.received.label}</th>
          </tr>
        </thead>
        <tbody>
          {snapshot.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <span className={styles.goods}>
                  <Picture src={line.image} alt="" size={28} />
                  <span title={line.title}>
                    {line.title}
                    <small>{line.specText || '默认规格'}</small>
                  </span>
                </span>
              </td>
              <td>
                {line.demand.length === 0
                  ? '手工备货'
                  : line.demand.map((one) => `${orderText(one)} ×${one.saleQuantity}`).join('、')}
              </td>
              <td className="hq-num">{line.need}</td>
              <td className="hq-num">
                {line.quantity}
                {line.shortReason ? <small>少买：{line.shortReason}</small> : null}
              </td>
              <td className="hq-num">
                <MoneyText amount={yuan(line.actualUnitPriceMinor ?? line.unitPriceMinor)} />
              </td>
              <td className="hq-num">{line.received}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PastView>
  )
}

const pastFacts = (snapshot: PurchaseSnapshot): readonly LabelledFact[] => [
  ['状态', PURCHASE_STATES[snapshot.state].label],
  ['供应商', snapshot.supplierName],
  ['1688账号', snapshot.accountName],
  ['收货地址', snapshot.addressName],
  ['预计货款', yuanText(snapshot.goodsMinor)],
  ['预计运费', yuanText(snapshot.freightMinor)],
  ['1688应付', snapshot.actualTotalMinor === null ? '' : yuanText(snapshot.actualTotalMinor)],
  ['付款状态', PURCHASE_PAYMENTS[snapshot.payment]],
  ['1688订单', snapshot.alibabaOrderIds.join('、')],
  ['合并到', snapshot.mergedIntoNumber],
  ['给卖家的留言', snapshot.message],
  ['内部备注', snapshot.note],
  ['运费说明', snapshot.freightNote],
]
