import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import { call } from '../../lib/client.ts'
import type { PaletteFind } from '../../lib/palette.ts'
import { editAddress } from './product.addresses.ts'

/** Finds products by title, SKU code or offer id. */
const findProducts: PaletteFind = async (words, signal) => {
  const { list } = await call(
    'getProductsByCondition',
    { keyword: words.slice(0, 100), page: 1, pageSize: 6 },
    { signal },
  )
  return list.map((row) => ({
    key: row.id,
    title: row.title || row.titleZh,
    note: [PRODUCT_STATES[row.state].label, row.supplierName].filter(Boolean).join(' · '),
    to: editAddress(row.id),
  }))
}
export default findProducts
