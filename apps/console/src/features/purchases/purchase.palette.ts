import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { call } from '../../lib/client.ts'
import type { PaletteFind } from '../../lib/palette.ts'
import { purchaseAddress } from './purchase.addresses.ts'
import { yuanText } from '../../lib/format.ts'

/** Finds purchase orders by number, supplier, title or the order that they buy for. */
const findPurchases: PaletteFind = async (words, signal) => {
  const { list } = await call(
    'getPurchaseOrdersByCondition',
    { keyword: words.slice(0, 100), page: 1, pageSize: 6 },
    { signal },
  )
  return list.map((row) => ({
    key: row.id,
    title: row.number,
    note: [PURCHASE_STATES[row.state].label, row.supplierName, yuanText(row.actualMinor ?? row.goodsMinor)].join(' · '),
    to: purchaseAddress(row.id),
  }))
}
export default findPurchases
