import { RemoteFailure } from '@huoqiao/connector-kit'
import type { Clock } from '@huoqiao/connector-kit'
import type { Execute } from '../operation.ts'
import { mediaStates } from './media-status.ts'
import type { MediaState } from './media-status.ts'
import { PRODUCT_MEDIA, productMedia } from './product-media.ts'

export type MediaWait = {
  readonly productId: string
  /** How many media the product has; 1 to 250. */
  readonly count: number
  /** Milliseconds; default 180,000. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
}

/** All media of the product in their final state: READY, or FAILED with the reason. */
export type ResolvedMedia = {
  readonly media: readonly (MediaState & { readonly alt: string })[]
  readonly failed: readonly (MediaState & { readonly alt: string })[]
}

export type MediaWaiter = {
  /**
   * Waits until each medium is READY or FAILED: the shop processes them after the mutation has succeeded (reference, section 3). Throws
   * `not-found` if the product is gone, `unavailable` with code MEDIA_NOT_READY after the deadline.
   */
  resolved(wait: MediaWait): Promise<ResolvedMedia>
}

type Waiting = MediaWait & {
  readonly until: number
  looks: number
  due: number
  readonly resolve: (resolved: ResolvedMedia) => void
  readonly reject: (failure: unknown) => void
}

/** Polls happen at a common interval, so that all waiting products share them. */
const BEAT_MS = 1_000
const FIRST_LOOK_MS = 3_000
const LONGEST_GAP_MS = 15_000
const DEFAULT_DEADLINE_MS = 180_000
/** Keeps one poll below the 1,000 points of a request. */
const LOOK_POINTS = 500

/**
 * Polls the media of all waiting products of a store. A poll covers many products and reads only id and state (product 1 + list 2 + a point
 * for each picture); reasons are read only for failed pictures. The first poll comes when most pictures are done, so a product usually
 * needs one.
 */
export function createMediaWaiter(deps: { readonly execute: Execute; readonly clock: Clock }): MediaWaiter {
  const { execute, clock } = deps
  const waiting = new Set<Waiting>()
  /** Time of the next timer; Infinity: none. */
  let alarmAt = Infinity

  /** If a timer is already set for an earlier time, it checks who is due and sets the next one. */
  const arm = (): void => {
    const next = Math.min(Infinity, ...[...waiting].map(({ due }) => due))
    if (alarmAt <= next) return
    alarmAt = next
    const ring = async (): Promise<void> => {
      await clock.sleep(next - clock.now())
      if (alarmAt === next) alarmAt = Infinity
      const due = [...waiting].filter((each) => each.due <= clock.now())
      // Not due again until this poll has been evaluated.
      for (const each of due) each.due = Infinity
      arm()
      await Promise.all(batches(due).map(look))
      arm()
    }
    void ring()
  }

  const look = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const ids = [...new Set(batch.map(({ productId }) => productId))]
      const first = Math.max(...batch.map(({ count }) => count))
      const found = await productMedia(execute, ids, first)
      const failedIds = [...found.values()].flat().filter(isFailed)
      const reasons = new Map<string, MediaState>()
      if (failedIds.length > 0)
        for (const state of await mediaStates(
          execute,
          failedIds.map(({ id }) => id),
        ))
          if (state) reasons.set(state.id, state)
      for (const each of batch) judge(each, found.get(each.productId), reasons)
    } catch (failure) {
      for (const each of batch) finish(each, () => each.reject(failure))
    }
  }

  const judge = (each: Waiting, media: Found | undefined, reasons: ReadonlyMap<string, MediaState>): void => {
    if (!media) return finish(each, () => each.reject(failureFor(each, 'not-found', 'the product is gone')))
    const resolved =
      media.length >= each.count && media.every(({ status }) => status === 'READY' || status === 'FAILED')
    if (resolved) {
      const all = media.map((medium) => ({ ...medium, ...reasons.get(medium.id) }))
      return finish(each, () => each.resolve({ media: all, failed: all.filter(isFailed) }))
    }
    if (clock.now() >= each.until)
      return finish(each, () => each.reject(failureFor(each, 'unavailable', 'the media are not ready in time', LATE)))
    each.looks += 1
    const gap = Math.min(FIRST_LOOK_MS * 1.5 ** each.looks, LONGEST_GAP_MS)
    each.due = Math.min(onBeat(clock.now() + gap), Math.max(each.until, clock.now() + BEAT_MS))
  }

  const finish = (each: Waiting, tell: () => void): void => {
    waiting.delete(each)
    tell()
  }

  return {
    resolved: (wait) =>
      new Promise((resolve, reject) => {
        if (wait.count < 1) return resolve({ media: [], failed: [] })
        if (wait.signal?.aborted) return reject(wait.signal.reason as Error)
        const now = clock.now()
        const until = now + (wait.deadlineMs ?? DEFAULT_DEADLINE_MS)
        const each: Waiting = { ...wait, until, looks: 0, due: onBeat(now + FIRST_LOOK_MS), resolve, reject }
        waiting.add(each)
        wait.signal?.addEventListener('abort', () => finish(each, () => reject(wait.signal?.reason as Error)), {
          once: true,
        })
        arm()
      }),
  }
}

type Found = readonly { readonly id: string; readonly alt: string; readonly status: MediaState['status'] }[]

const isFailed = ({ status }: { readonly status: MediaState['status'] }): boolean => status === 'FAILED'

const LATE = 'MEDIA_NOT_READY'

const onBeat = (instant: number): number => Math.ceil(instant / BEAT_MS) * BEAT_MS

/** Products with similar counts are polled together, because the page size of a poll is its largest count. */
function batches(due: readonly Waiting[]): Waiting[][] {
  const found: Waiting[][] = []
  for (const each of [...due].sort((a, b) => a.count - b.count)) {
    const last = found.at(-1)
    if (last && (last.length + 1) * (each.count + 3) <= LOOK_POINTS) last.push(each)
    else found.push([each])
  }
  return found
}

const failureFor = (each: Waiting, word: 'not-found' | 'unavailable', what: string, code?: string): RemoteFailure =>
  new RemoteFailure(word, `${each.productId}: ${what}`, {
    vendor: 'shopify',
    call: PRODUCT_MEDIA.name,
    ...(code ? { code } : {}),
  })
