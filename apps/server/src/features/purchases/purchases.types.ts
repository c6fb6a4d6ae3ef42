import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import type {
  PurchasePayment,
  PurchaseReconciliation,
  PurchaseState,
} from '@huoqiao/contract/purchases/purchases.status'
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import type { SupplierRating } from '@huoqiao/contract/purchases/suppliers.status'
import type { Tx } from '../../db/db.ts'
import type { By } from '../../platform/call.ts'
import type { Seller } from './plan.rules.ts'

export type { PurchasePayment, PurchaseReconciliation, PurchaseState }

/** A warehouse address as an order at 1688 needs it: either `remoteAddressId` (saved in the account) or the written address. */
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
  /** the account in which `remoteAddressId` is saved */
  readonly accountId: string | null
}

export type LineDoc = {
  readonly id: string
  readonly purchaseId: string
  readonly offerId: string
  readonly skuId: string | null
  /** the id that an order uses for the SKU; null for offers without SKUs */
  readonly specId: string | null
  readonly title: string
  readonly specText: string
  readonly image: string | null
  /** source pieces to buy; lines of 0 are not ordered */
  readonly quantity: number
  /** source pieces that the orders need */
  readonly need: number
  /** pieces out of `need` that no order needs: added by hand, or kept as stock */
  readonly extraNeed: number
  /** expected price in fen when the line was written; null: unknown */
  readonly unitPriceMinor: number | null
  readonly actualUnitPriceMinor: number | null
  readonly received: number
  /** source pieces that have arrived or will arrive; without those whose 1688 order was closed or that will not be sent */
  readonly coming: number
  /** source pieces that have arrived and were not written off */
  readonly usable: number
  /** 库位 of its spare pieces; '' if none was set */
  readonly place: string
}

/**
 * One order line's part of a purchase line. For a merged purchase it belongs to the members' lines; `lineId` is the line whose demand was
 * requested.
 */
export type DemandDoc = {
  readonly id: string
  /** the line whose demand was requested: the target's line, if that is a merged purchase */
  readonly lineId: string
  readonly orderId: string
  readonly orderLineId: string
  readonly orderName: string
  readonly storeName: string
  /** sale pieces; 0 when released */
  readonly saleQuantity: number
  /** sale pieces that were given back to the order line */
  readonly releasedQuantity: number
  /** sale pieces that were sent, came back and are spare again */
  readonly returnedQuantity: number
  /** source pieces per sale piece, as two whole numbers */
  readonly ratioSource: number
  readonly ratioSale: number
  /** covered by this purchase's spare pieces after it was placed */
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
  /** message for the seller; the purchase number is added in front when it is placed */
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
  /** source pieces with an open 截单提醒 */
  readonly alarmQuantity: number
}

export type SupplierDoc = {
  readonly id: string
  readonly openId: string | null
  readonly name: string
  readonly rating: SupplierRating
}

/**
 * Figures that the list of suppliers is sorted by; null: too few cases. `sendHours` in hours, the others in permille (SCORECARD_FIGURES).
 */
export type SupplierScore = {
  supplierId: string
  /** number of judged figures that are bad */
  faults: number | null
  sendHours: number | null
  short: number | null
  priceDrift: number | null
  refunded: number | null
}

/** Purchases from one supplier. A merged purchase counts as one. */
export type SupplierPurchases = {
  /** ordered at 1688, including cancelled ones */
  purchases: number
  /** fen, without purchases that were cancelled unpaid */
  spentMinor: number
  /** number of SKUs of paid purchases with both prices known, and the goods at the former price and at the paid price (fen) */
  pricedSkus: number
  formerMinor: number
  paidMinor: number
}

/** What later features may ask of purchases. Every function runs in the transaction that it is given. */
export type PurchasesApi = {
  /** The purchase order with everything that placing needs, its row locked. Undefined: it does not exist. */
  purchaseForPlacement(tx: Tx, purchaseId: string): Promise<PurchaseDoc | undefined>
  /** The same without a lock, in the order of ids; unknown ids are left out. */
  purchaseDocs(tx: Tx, purchaseIds: readonly string[]): Promise<PurchaseDoc[]>
  purchaseByNumber(tx: Tx, number: string): Promise<PurchaseDoc | undefined>
  /** Purchases in a state that were last changed before `before`, for jobs that find stuck ones. */
  purchasesInState(tx: Tx, state: PurchaseState, before: Date, limit: number): Promise<{ id: string; number: string }[]>
  /**
   * Changes the state by a conditional UPDATE and emits purchaseStateChanged. Throws `state-not-allowed` if the purchase is in none of
   * `from`, or if the state table does not allow the move. A move to 待付款 or later reports the lines to the orders as placed (movePlaced). A
   * move to `cancelled` takes that back and gives the demand back to its orders, except what has arrived. A merged purchase moves alone:
   * its members stay 已合并.
   */
  moveState(
    tx: Tx,
    purchaseId: string,
    from: readonly PurchaseState[],
    to: PurchaseState,
    why: { reason: string; by?: By | null },
  ): Promise<void>
  /** The expected cost (fen), from a preview that a person accepted. Line prices by line id. */
  setExpected(
    tx: Tx,
    purchaseId: string,
    amounts: { goodsMinor: number; freightMinor: number | null; unitPrices?: ReadonlyMap<string, number> },
  ): Promise<void>
  /** The cost that 1688 reported (fen), all its 1688 orders together. */
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
  /** The demand of the lines, oldest order first. For lines of a merged purchase: the demand of its members. */
  demandOf(tx: Tx, lineIds: readonly string[]): Promise<DemandDoc[]>
  /** Order line → the purchase lines that buy for it, where the goods arrive (for a merged purchase, the target's line). */
  linesOfOrders(
    tx: Tx,
    orderIds: readonly string[],
  ): Promise<(DemandDoc & { purchaseId: string; purchaseNumber: string })[]>
  /** One demand with the purchase where its goods arrive. Empty: it does not exist, or everything was given back. */
  linesOfDemand(tx: Tx, demandId: string): Promise<(DemandDoc & { purchaseId: string; purchaseNumber: string })[]>
  /** Records which approval the purchases wait for; null: none. The version stays. */
  markAskedFor(tx: Tx, purchaseIds: readonly string[], kind: ApprovalKind | null): Promise<void>
  markPayment(tx: Tx, purchaseId: string, payment: PurchasePayment): Promise<void>
  /** In the order of ids; unknown ids are left out. */
  suppliersByIds(tx: Tx, supplierIds: readonly string[]): Promise<SupplierDoc[]>
  /** The next supplier ids after `after`, in ascending order. */
  supplierIds(tx: Tx, after: string | undefined, limit: number): Promise<string[]>
  /** Stores the figures that the list of suppliers is sorted by. */
  keepSupplierScores(tx: Tx, scores: readonly SupplierScore[]): Promise<void>
  /** Finds suppliers by what 1688 reports about a seller; undefined: never bought from. */
  suppliersOfSellers(tx: Tx, sellers: readonly Seller[]): Promise<(seller: Seller) => SupplierDoc | undefined>
  /** Purchases created at or after `since`, summed by supplier; suppliers without a purchase are left out. */
  boughtOfSuppliers(tx: Tx, supplierIds: readonly string[], since: Date): Promise<Map<string, SupplierPurchases>>
  /** Amount spent on purchases created at or after `since`, fen, all suppliers together. */
  spentSince(tx: Tx, since: Date): Promise<number>
  /** Records how a purchase was paid, as the default for its supplier next time. */
  rememberPayWay(tx: Tx, purchaseId: string, payWay: string): Promise<void>
  /** How the suppliers were paid last; those that were never paid are left out. */
  payWaysOf(tx: Tx, supplierIds: readonly string[]): Promise<string[]>
  markReconciled(tx: Tx, purchaseId: string, reconciliation: PurchaseReconciliation): Promise<void>
  /**
   * Adds (or subtracts) received source pieces of its lines and writes one history entry; `lastAt`: the line's last arrival that still
   * counts; `stateOf` returns the new state. Throws RangeError if a line would fall below zero. Returns all lines after the change.
   */
  addReceived(
    tx: Tx,
    purchaseId: string,
    entries: readonly { lineId: string; quantity: number; lastAt: Date | null }[],
    what: { by: By; reason: string; stateOf: (lines: readonly LineDoc[], now: PurchaseState) => PurchaseState },
  ): Promise<LineDoc[]>
  /**
   * Writes one history entry about arrived goods that a person gave to other orders: the sale pieces of each demand before and after. The
   * allocation itself is stored by the caller.
   */
  noteAllocation(
    tx: Tx,
    purchaseId: string,
    moved: readonly { demandId: string; goods: string; orderName: string; from: number; to: number }[],
    what: { by: By; reason: string },
  ): Promise<void>
  /**
   * Gives sale pieces back to their order lines (they may be bought again): for 终止剩余. Throws RangeError if more is given back than the
   * demand holds. `asStock`: the goods have arrived and stay as stock, so the line keeps its need without an order.
   */
  releaseDemand(
    tx: Tx,
    parts: readonly { demandId: string; saleQuantity: number }[],
    why: string,
    how?: { asStock: boolean },
  ): Promise<void>
  /** Demand by its ids; unknown ids are left out. */
  demandByIds(tx: Tx, demandIds: readonly string[]): Promise<(DemandDoc & { purchaseId: string })[]>
  /** Adds source pieces, by line, that were bought and will not arrive. */
  addMissing(tx: Tx, purchaseId: string, pieces: ReadonlyMap<string, number>): Promise<void>
  /**
   * Puts returned goods that were sent for this demand back to the spare pieces, with an entry. The caller has checked that they were sent.
   * Returns the source pieces by which the spare ones grew, and the line.
   */
  putBack(
    tx: Tx,
    back: { demandId: string; saleQuantity: number; note: string },
    by: By,
  ): Promise<{ pieces: number; view: SpareLine }>
  /** The cost (fen) of each line's pieces that nobody asked for; null: 1688 has not reported it. */
  setSpareCosts(tx: Tx, costs: ReadonlyMap<string, number | null>): Promise<void>
  /** The default warehouse, undefined when there is none. */
  defaultAddress(tx: Tx): Promise<AddressDoc | undefined>
}
