/** Returned pieces of one line; `shopifyLineId`: the order's line, null if the shop does not name it. */
export type KeptReturnLine = {
  shopifyLineId: string | null
  quantity: number
  processed: number
  refunded: number
  reason: string
  note: string
}
/** What the shopper gets instead. */
export type KeptExchange = { title: string; sku: string; quantity: number; processed: number }
/** Minor units of the order's currency, and what the shopper received (absent in rows from before it was stored); `at` in ms. */
export type KeptReturnRefund = {
  at: number
  totalMinor: number
  presentment?: { minor: number; currency: string }
}
