import type { DifferenceFigure, DifferenceObject } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import type {
  DifferenceKind,
  RepairName,
  ReconciliationPass,
} from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { Call } from '../../platform/call.ts'

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
  readonly repair?: { readonly name: RepairName; readonly input: Readonly<Record<string, unknown>> }
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

/**
 * Carries out one repair through the feature that owns the call. Throws refusals and remote failures. `isLater`: it
 * was handed to a job, and only a later look tells how it went.
 */
export type RepairWork = (
  call: Call,
  input: Readonly<Record<string, unknown>>,
) => Promise<{ ok: boolean; message: string; isLater?: boolean }>
export type Repairs = Readonly<Partial<Record<RepairName, RepairWork>>>
