import type { ReactNode } from 'react'
import type { ActedOrder } from './list/order-row.actions.tsx'

const SHOWN = 8

/** The numbers of the orders that an action is about to change, so that nobody changes others by mistake. */
export function OrderNumbers({ orders, says }: { orders: readonly ActedOrder[]; says: string }): ReactNode {
  const numbers = orders.slice(0, SHOWN).map(({ number }) => number)
  return (
    <p style={{ marginBottom: 8 }}>
      {says}
      <br />
      {numbers.join('、')}
      {orders.length > SHOWN ? ` 等 ${orders.length} 单` : ''}
    </p>
  )
}
