import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import { call } from '../../lib/client.ts'
import { formatMoney } from '../../lib/format.ts'
import type { PaletteFind } from '../../lib/palette.ts'
import { orderAddress } from './order.addresses.ts'

/** Finds orders by number, SKU code or product title. */
const findOrders: PaletteFind = async (words, signal) => {
  const { list, stores } = await call(
    'getOrdersByCondition',
    { keyword: words.slice(0, 100), page: 1, pageSize: 6 },
    { signal },
  )
  return list.map((row) => ({
    key: row.id,
    title: row.number,
    note: [
      ORDER_STATES[row.state].label,
      stores[row.store]?.name ?? '',
      formatMoney({ minor: row.total, currency: row.currency }),
    ]
      .filter((text) => text !== '')
      .join(' · '),
    to: orderAddress(row.id),
  }))
}
export default findOrders
