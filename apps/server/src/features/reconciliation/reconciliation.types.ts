import type { ENDPOINTS, RequestOf } from '@huoqiao/contract'
import type { DifferenceFigure, DifferenceObject } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import type {
  DifferenceKind,
  RepairName,
  ReconciliationPass,
} from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { RequestCall } from '../../db/request-call.ts'

/** What one comparison found. `about` names the object within the kind; both together are the key across runs. */
export type Finding = {
  readonly kind: DifferenceKind
  readonly about: string
  /** what its walk is asked for to look at it again */
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

/** The next objects of a walk by cursor: `subjects` are compared together, `after` is where the following ones begin. */
export type WalkPart = { readonly subjects: readonly string[]; readonly after: string }

/** One walk over one kind of object. Memory is that of one part. */
export type Walk = {
  readonly pass: ReconciliationPass
  /** how many objects there are about */
  count(): Promise<number>
  next(after: string | null): Promise<WalkPart | undefined>
  /** Everything that is different about these objects. A remote failure is thrown. */
  compare(subjects: readonly string[], signal: AbortSignal): Promise<Finding[]>
}

/** What one part of a survey found, and what could not be read of it. `isWhole` false: nothing may be taken for gone. */
export type Surveyed = { readonly found: Finding[]; readonly problems: readonly string[]; readonly isWhole: boolean }

/** A walk that asks vendors, of which some may not answer while others do. */
export type SurveyedWalk = Walk & {
  /** Begins one run's reading: who did not answer is remembered over its parts. */
  survey(): Promise<(subjects: readonly string[], signal: AbortSignal) => Promise<Surveyed>>
}

type Pair = { productId: string; storeId: string }

/** Repairs that are a call as it is. */
type RepairByCall = Extract<
  RepairName,
  | 'refreshAlibabaOrders'
  | 'settleAlibabaOrder'
  | 'cancelAlibabaOrder'
  | 'refreshOrder'
  | 'retryShipments'
  | 'terminateRest'
>

/** What each repair is given. The others are calls that are told something more, or what no call does. */
export type RepairInputs = { [N in RepairByCall]: RequestOf<(typeof ENDPOINTS)[N]> } & {
  adoptAlibabaOrder: { accountId: string; orderId: string }
  recountOrderLine: { lineId: string; counter: 'purchased' | 'received'; by: number }
  settlePurchaseAlarm: { purchaseId: string; action: 'keep' }
  withdrawShipments: { orderId: string; shipmentIds: string[] }
  takeSource: { productIds: string[] }
  takeOffSale: { productIds: string[]; storeIds: string[] }
  createInShop: Pair
  overwriteShop: Pair & { contentHash: string; fields: string[] }
  takeShopStatus: Pair
}

/** A repair with what it is given. */
export type ProposedRepair = { [N in RepairName]: { readonly name: N; readonly input: RepairInputs[N] } }[RepairName]
/** As a difference keeps it. */
export type KeptRepair = ProposedRepair & { readonly label: string }

/**
 * Carries out one repair through the feature that owns the call. Throws refusals and remote failures. `isLater`: it
 * was handed to a job, and only a later look tells how it went.
 */
export type RepairWork<N extends RepairName> = (
  call: RequestCall,
  input: RepairInputs[N],
) => Promise<{ ok: boolean; message: string; isLater?: boolean }>
export type Repairs = { readonly [N in RepairName]: RepairWork<N> }
