import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import type {
  PurchasePayment,
  PurchaseReconciliation,
  PurchaseState,
} from '@huoqiao/contract/purchases/purchases.status'
import type { Tx } from '../../db/db.ts'
import type { By } from '../../platform/call.ts'

export type { PurchasePayment, PurchaseReconciliation, PurchaseState }

/** A warehouse as an order to 1688 needs it. Either `remoteAddressId` (saved with the account) or the words. */
export type AddressDoc = {
  readonly id: string
  readonly name: string
  readonly fullName: string
  readonly mobile: string
  readonly phone: string
  readonly postCode: string
  readonly provinceText: string
  readonly cityText: string
  readonly areaText: string
  readonly townText: string
  readonly address: string
  readonly districtCode: string | null
  readonly remoteAddressId: string | null
  /** whose saved address `remoteAddressId` is */
  readonly accountId: string | null
}

export type LineDoc = {
  readonly id: string
  readonly purchaseId: string
  readonly offerId: string
  readonly skuId: string | null
  /** what an order names the SKU by; null for offers without SKUs */
  readonly specId: string | null
  readonly title: string
  readonly specText: string
  readonly image: string | null
  /** source pieces to buy; lines of 0 are not ordered */
  readonly quantity: number
  /** source pieces that the orders ask for */
  readonly need: number
  /** of `need`, pieces that no order asks for: by hand, or kept as stock */
  readonly extraNeed: number
  /** fen, as expected when it was written; null: unknown */
  readonly unitPriceMinor: number | null
  readonly actualUnitPriceMinor: number | null
  readonly received: number
  /** source pieces that came or will come; what its seller closed, or does not send any more, is not among them */
  readonly coming: number
}

/** One order line's part of a purchase line. Of a merged purchase it hangs on the members' lines; `lineId` is the asked one. */
export type DemandDoc = {
  readonly id: string
  /** the line that was asked for: the target's, when the purchase is a merged one */
  readonly lineId: string
  readonly orderId: string
  readonly orderLineId: string
  readonly orderName: string
  readonly storeName: string
  /** sale pieces; 0 when released */
  readonly saleQuantity: number
  /** sale pieces that were given back to the order line */
  readonly releasedQuantity: number
  /** source pieces a sale piece, as two whole numbers */
  readonly ratioSource: number
  readonly ratioSale: number
  /** served by what this purchase had to spare, after it was placed */
  readonly isCover: boolean
  readonly createdAt: Date
}

/** A purchase order with its row locked until the transaction ends. */
export type PurchaseDoc = {
  readonly id: string
  readonly number: string
  readonly version: number
  readonly state: PurchaseState
  readonly supplierId: string
  readonly supplierName: string
  readonly accountId: string | null
  readonly address: AddressDoc | null
  /** for the seller; the number is put before it by whoever places */
  readonly message: string
  readonly lines: readonly LineDoc[]
  /** fen */
  readonly goodsMinor: number
  readonly freightMinor: number | null
  readonly actualGoodsMinor: number | null
  readonly actualFreightMinor: number | null
  readonly actualTotalMinor: number | null
  readonly alibabaOrderIds: readonly string[]
  readonly payment: PurchasePayment
  readonly reconciliation: PurchaseReconciliation
  readonly memberIds: readonly string[]
  /** source pieces under an open 截单提醒 */
  readonly alarmQuantity: number
}

/** What features after this one may ask of purchases. Every function runs in the transaction that it is given. */
export type PurchasesApi = {
  /** The purchase order with everything that placing needs, its row locked. Undefined: there is none. */
  purchaseForPlacement(tx: Tx, purchaseId: string): Promise<PurchaseDoc | undefined>
  /** The same without a lock, in the order of ids; unknown ids are left out. */
  purchaseDocs(tx: Tx, purchaseIds: readonly string[]): Promise<PurchaseDoc[]>
  purchaseByNumber(tx: Tx, number: string): Promise<PurchaseDoc | undefined>
  /** Purchases in a state whose row was last touched before `before`: for jobs that look after the stuck ones. */
  purchasesInState(tx: Tx, state: PurchaseState, before: Date, limit: number): Promise<{ id: string; number: string }[]>
  /**
   * Moves it by a conditional UPDATE and emits purchaseStateChanged. Throws `state-not-allowed` when it is in none of
   * `from` or the table of states does not lead there. A move to 待付款 or beyond tells the orders that their lines are placed
   * (movePlaced); a move to `cancelled` takes that back and gives the demand back to its orders, but what has arrived.
   * A merged purchase moves alone: its members stay 已合并.
   */
  moveState(
    tx: Tx,
    purchaseId: string,
    from: readonly PurchaseState[],
    to: PurchaseState,
    why: { reason: string; by?: By | null },
  ): Promise<void>
  /** What it is expected to cost (fen): of a preview that a person accepted. Prices of lines by line id. */
  setExpected(
    tx: Tx,
    purchaseId: string,
    amounts: { goodsMinor: number; freightMinor: number | null; unitPrices?: ReadonlyMap<string, number> },
  ): Promise<void>
  /** What 1688 said it costs (fen), all its 1688 orders together. */
  setActual(
    tx: Tx,
    purchaseId: string,
    amounts: {
      goodsMinor: number | null
      freightMinor: number | null
      totalMinor: number | null
      unitPrices?: ReadonlyMap<string, number>
    },
  ): Promise<void>
  /** The numbers of its 1688 orders, for lists and searches. */
  setAlibabaOrders(tx: Tx, purchaseId: string, orderIds: readonly string[]): Promise<void>
  linesOf(tx: Tx, purchaseIds: readonly string[]): Promise<LineDoc[]>
  /** Who asked, oldest order first. Lines of a merged purchase answer the demand of their members. */
  demandOf(tx: Tx, lineIds: readonly string[]): Promise<DemandDoc[]>
  /** Order line → the purchase lines that buy for it, where goods arrive (the target's line of a merged purchase). */
  linesOfOrders(
    tx: Tx,
    orderIds: readonly string[],
  ): Promise<(DemandDoc & { purchaseId: string; purchaseNumber: string })[]>
  /** Says that an approval is waited for, or null: that none is any more. Changes no version. */
  markAskedFor(tx: Tx, purchaseIds: readonly string[], kind: ApprovalKind | null): Promise<void>
  markPayment(tx: Tx, purchaseId: string, payment: PurchasePayment): Promise<void>
  /** That a purchase was paid in this way: what is proposed the next time for its supplier. */
  rememberPayWay(tx: Tx, purchaseId: string, payWay: string): Promise<void>
  /** How the suppliers were paid last, as far as they ever were. */
  payWaysOf(tx: Tx, supplierIds: readonly string[]): Promise<string[]>
  markReconciled(tx: Tx, purchaseId: string, reconciliation: PurchaseReconciliation): Promise<void>
  /**
   * ± received source pieces of its lines, one entry of its history with the state that `stateOf` makes of them. Throws RangeError
   * when a line would fall below zero. Answers all lines as they stand then.
   */
  addReceived(
    tx: Tx,
    purchaseId: string,
    entries: readonly { lineId: string; quantity: number }[],
    what: { by: By; reason: string; stateOf: (lines: readonly LineDoc[], now: PurchaseState) => PurchaseState },
  ): Promise<LineDoc[]>
  /**
   * One entry of its history about goods that arrived and were given to other orders by hand: sale pieces that each demand held
   * and holds. Who holds what is kept by whoever gave it.
   */
  noteAllocation(
    tx: Tx,
    purchaseId: string,
    moved: readonly { demandId: string; goods: string; orderName: string; from: number; to: number }[],
    what: { by: By; reason: string },
  ): Promise<void>
  /**
   * Gives sale pieces back to their order lines (they may be bought anew): for 终止剩余. Throws RangeError when more is
   * given back than the demand holds.
   */
  releaseDemand(tx: Tx, parts: readonly { demandId: string; saleQuantity: number }[], why: string): Promise<void>
  /** Who asked, by the ids of their demand; unknown ones are left out. */
  demandByIds(tx: Tx, demandIds: readonly string[]): Promise<(DemandDoc & { purchaseId: string })[]>
  /** Source pieces by line that were bought and will not come, on top of what was missing before. */
  addMissing(tx: Tx, purchaseId: string, pieces: ReadonlyMap<string, number>): Promise<void>
  /** What the pieces of each line that nobody asked for cost (fen); null: 1688 has not said. */
  setSpareCosts(tx: Tx, costs: ReadonlyMap<string, number | null>): Promise<void>
  /** The default warehouse, undefined when there is none. */
  defaultAddress(tx: Tx): Promise<AddressDoc | undefined>
}
