import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { yuanText } from '../lib/format.ts'
import { TouchedNames } from '../ui/touched-names.tsx'

type Named = Pick<PurchaseCard, 'id' | 'number' | 'supplierName' | 'goodsMinor' | 'actualMinor'>

/** The purchase orders that an action is about to change, used by several features. */
export function PurchaseNames({ rows, says }: { rows: readonly Named[]; says: ReactNode }): ReactNode {
  return <TouchedNames rows={rows} says={says} nameOf={nameOf} counted="张采购单" />
}

const nameOf = ({ number, supplierName, goodsMinor, actualMinor }: Named): ReactNode => (
  <>
    {number} · {supplierName} · {yuanText(actualMinor ?? goodsMinor)}
  </>
)
