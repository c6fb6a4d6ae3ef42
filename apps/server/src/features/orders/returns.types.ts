/** Pieces of one line that come back; `shopifyLineId` of the order's line, null when the shop cannot tie it to one. */
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
/** Minor units of the order's currency, and what the shopper got (absent in rows from before it was kept); `at` in ms. */
export type KeptReturnRefund = {
  at: number
  totalMinor: number
  presentment?: { minor: number; currency: string }
}
