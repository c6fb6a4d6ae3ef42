import type { ENDPOINTS, RequestOf } from '@huoqiao/contract'
import type { DifferenceFigure, DifferenceObject } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import type {
  DifferenceKind,
  RepairName,
  ReconciliationPass,
} from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { RequestCall } from '../../db/request-call.ts'

/** A result of one comparison. `about` names the object within the kind; together they form the key across runs. */
export type Finding = {
  readonly kind: DifferenceKind
  readonly about: string
  /** what its walk needs to check it again */
  readonly subject: string
  readonly what: string
  readonly why: string
  readonly affects: string
  readonly next: string
  readonly objects: readonly DifferenceObject[]
  readonly figures?: readonly DifferenceFigure[]
  /** fen */
  readonly amountMinor?: number
  readonly repair?: ProposedRepair
  readonly orderIds?: readonly string[]
  readonly purchaseIds?: readonly string[]
}

/** The next objects of a walk: `subjects` are compared together, `after` is the position for the next part. */
export type WalkPart = { readonly subjects: readonly string[]; readonly after: string }

/** One walk over one kind of object. Only one part is in memory at a time. */
export type Walk = {
  readonly pass: ReconciliationPass
  /** approximate number of objects */
  count(): Promise<number>
  next(after: string | null): Promise<WalkPart | undefined>
  /** All differences of these objects. Throws RemoteFailure. */
  compare(subjects: readonly string[], signal: AbortSignal): Promise<Finding[]>
}

/** The result of one part of a survey, and what could not be read. `isWhole` false: no difference may be closed. */
export type Surveyed = { readonly found: Finding[]; readonly problems: readonly string[]; readonly isWhole: boolean }

/** A walk that asks several vendors; some may fail while others answer. */
export type SurveyedWalk = Walk & {
  /** Starts the reading of one run; vendors that did not answer are remembered over its parts. */
  survey(): Promise<(subjects: readonly string[], signal: AbortSignal) => Promise<Surveyed>>
}

type Pair = { productId: string; storeId: string }

/** Repairs that are a single call with its own input. */
type RepairByCall = Extract<
  RepairName,
  | 'refreshAlibabaOrders'
  | 'settleAlibabaOrder'
  | 'cancelAlibabaOrder'
  | 'refreshOrder'
  | 'retryShipments'
  | 'terminateRest'
>

/** The input of each repair. The others are calls with additional input, or work for which there is no call. */
export type RepairInputs = { [N in RepairByCall]: RequestOf<(typeof ENDPOINTS)[N]> } & {
  adoptAlibabaOrder: { accountId: string; orderId: string }
  recountOrderLine: { lineId: string; counter: 'purchased' | 'received' }
  settlePurchaseAlarm: { purchaseId: string; action: 'keep' }
  withdrawShipments: { orderId: string; shipmentIds: string[] }
  takeSource: { productIds: string[] }
  takeOffSale: { productIds: string[]; storeIds: string[] }
  createInShop: Pair
  overwriteShop: Pair & { contentHash: string; fields: string[] }
  takeShopStatus: Pair
}

/** A repair with its input. */
export type ProposedRepair = { [N in RepairName]: { readonly name: N; readonly input: RepairInputs[N] } }[RepairName]
/** The form in which a difference stores it. */
export type KeptRepair = ProposedRepair & { readonly label: string }

/**
 * Carries out one repair through the feature that owns the call. Throws refusals and remote failures. `isLater`: the repair was handed to a
 * job, and only a later check shows the result.
 */
export type RepairWork<N extends RepairName> = (
  call: RequestCall,
  input: RepairInputs[N],
) => Promise<{ ok: boolean; message: string; isLater?: boolean }>
export type Repairs = { readonly [N in RepairName]: RepairWork<N> }
