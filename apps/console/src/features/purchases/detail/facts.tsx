import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { formatTime, yuan, yuanText } from '../../../lib/format.ts'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Minimum, Warnings } from '../minimum.tsx'
import { ORIGINS } from '../purchase.words.ts'

/** Who sells, who pays, where to, and how much: expected beside what 1688 said. */
export function Facts({ purchase }: { purchase: PurchaseDetail }): ReactNode {
  const expected = purchase.goodsMinor + (purchase.freightMinor ?? 0)
  const facts: LabelledFact[] = [
    ['供应商', purchase.supplierName],
    ['1688账号', purchase.accountName || '未选'],
    ['收货地址', purchase.addressName || '未选'],
    ['来源', ORIGINS[purchase.origin]],
    [
      '预计金额',
      <>
        <MoneyText strong amount={yuan(expected)} />
        {`（货款 ${yuanText(purchase.goodsMinor)}，运费 ${yuanText(purchase.freightMinor)}）`}
      </>,
    ],
    ['1688实际金额', <MoneyText key="actual" strong amount={yuan(purchase.actualMinor)} />],
    ['到货', `${purchase.received} / ${purchase.quantity} 件`],
    ['创建', `${formatTime(purchase.createdAt)} ${purchase.createdBy ?? ''}`],
    ['审核', purchase.reviewedAt ? `${formatTime(purchase.reviewedAt)} ${purchase.reviewedBy ?? ''}` : ''],
    ['给卖家的留言', purchase.message],
    ['内部备注', purchase.note],
    ['运费说明', purchase.freightNote],
  ]
  return (
    <>
      <FactList layout="tiles" facts={facts} />
      <Minimum minimum={purchase.minimum} quantity={purchase.quantity} goodsMinor={purchase.goodsMinor} />
      <Warnings warnings={purchase.warnings} minimum={purchase.minimum} />
    </>
  )
}
