import type { LineOutcome } from '@huoqiao/contract/collection/collection.schema'
import type { RowOutcome } from '@huoqiao/contract/wire'
import { useMemo, useState } from 'react'
import type { CallError } from '../../../lib/index.ts'
import { readPreference, useAct, writePreference } from '../../../lib/index.ts'
import { useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import type { CollectItem } from '../box/collect-item.ts'

/** What was requested: claimed for stores, or only collected (no stores). */
export type Sent = { lines: readonly LineOutcome[]; storeIds: readonly string[] }
export type LineRow = RowOutcome & { isMoving: boolean; productId: string | null; offerId: string | null }

const GOOD: ReadonlySet<LineOutcome['outcome']> = new Set(['accepted', 'claimed', 'already', 'repeated'])

const takenOffers = (lines: readonly LineOutcome[]): string[] =>
  lines.flatMap(({ outcome, offerId }) => (offerId !== null && GOOD.has(outcome) ? [offerId] : []))

/** Lines whose offer is being fetched: they are followed until they are done. */
export const followedIds = (lines: readonly LineOutcome[]): string[] => [
  ...new Set(
    lines.flatMap(({ outcome, collectId, productId }) =>
      collectId !== null && productId === null && GOOD.has(outcome) ? [collectId] : [],
    ),
  ),
]

/** Each row with its outcome so far. */
export function lineRows(sent: Sent, items: ReadonlyMap<string, CollectItem>): LineRow[] {
  const isClaim = sent.storeIds.length > 0
  return sent.lines.map((line, at) => {
    const row = { key: String(at), offerId: line.offerId, productId: line.productId, message: line.message }
    if (!GOOD.has(line.outcome)) return { ...row, ok: false, isMoving: false }
    if (line.productId !== null) return { ...row, ok: true, isMoving: false }
    const item = line.collectId === null ? undefined : items.get(line.collectId)
    if (!item || item.state === 'collecting') return { ...row, ok: true, isMoving: line.collectId !== null }
    if (item.state === 'collect-failed')
      return { ...row, ok: false, isMoving: false, message: item.error ?? '采集失败，可在采集箱重试' }
    const productId = item.card?.claims[0]?.productId ?? null
    if (isClaim && productId === null)
      return {
        ...row,
        ok: false,
        isMoving: false,
        message: item.error ?? '采集完成，但没有认领成功，请在采集箱重新认领',
      }
    return { ...row, ok: true, isMoving: false, productId, message: isClaim ? '已认领' : '已在采集箱' }
  })
}

const STORES = 'collection:claim-stores'
const NONE: readonly string[] = []

/** The stores of a claim: those of the last claim, or the only existing one, until the person chooses. */
export function useClaimStores(): {
  storeIds: readonly string[]
  choose: (storeIds: string[]) => void
  /** undefined: not read (yet) */
  count: number | undefined
  /** why the stores could not be read */
  error: unknown
} {
  const { stores, error } = useGetAllShopifyStores()
  const [picked, pick] = useState<readonly string[]>()
  const preset = useMemo(() => {
    if (!stores) return NONE
    const last = readPreference(STORES, NONE).filter((id) => stores.some((store) => store.id === id))
    return last.length === 0 && stores.length === 1 ? [stores[0]!.id] : last
  }, [stores])
  return { storeIds: picked ?? preset, choose: pick, count: stores?.length, error: stores ? null : error }
}

/** Sends rows to be claimed or collected; a failure of the whole request is shown in the dialog. */
export function useClaiming(): {
  sent: Sent | undefined
  failure: CallError | undefined
  isSending: boolean
  /** Returns the offers that were accepted or are claimed already; undefined: the request failed. */
  claim: (given: {
    lines: string[]
    collectIds: string[]
    storeIds: readonly string[]
  }) => Promise<readonly string[] | undefined>
  collect: (lines: string[]) => Promise<void>
  reset: () => void
} {
  const claimed = useAct('claimProducts')
  const collected = useAct('collectProducts')
  const [sent, setSent] = useState<Sent>()
  const [failure, setFailure] = useState<CallError>()
  const take = (
    done: { ok: true; data: { lines: LineOutcome[] } } | { ok: false; error: CallError },
    storeIds: readonly string[],
  ): readonly string[] | undefined => {
    if (done.ok) {
      setSent({ lines: done.data.lines, storeIds })
      return takenOffers(done.data.lines)
    }
    if (!done.error.isSilent) setFailure(done.error)
    return undefined
  }
  return {
    sent,
    failure,
    isSending: claimed.isPending || collected.isPending,
    async claim({ lines, collectIds, storeIds }) {
      setFailure(undefined)
      writePreference(STORES, storeIds)
      return take(
        await claimed.run({ lines, collectIds, storeIds: [...storeIds] }, { query: { origin: '1688' } }),
        storeIds,
      )
    },
    async collect(lines) {
      setFailure(undefined)
      take(await collected.run({ lines }), NONE)
    },
    reset() {
      setSent(undefined)
      setFailure(undefined)
    },
  }
}
