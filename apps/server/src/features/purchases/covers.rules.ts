import type { RowOutcome } from '@huoqiao/contract'
import { groupBy } from '@huoqiao/kit'
import { sourcePiecesOf } from './need.rules.ts'
import { soldAs } from './plan.rules.ts'
import type { KnownSource, PlanPart, PlanRequest } from './plan.rules.ts'
import { takenOf } from './spare.rules.ts'
import type { Pool } from './spare.rules.ts'

/** An order line's part that is served by what a purchase has to spare. */
export type Cover = {
  readonly key: string
  /** `saleQuantity`: what of the order line is covered */
  readonly part: PlanPart
  readonly lineId: string
  readonly purchaseId: string
  readonly number: string
  /** source pieces, rounded up */
  readonly pieces: number
  readonly pool: SparePool
}

/** A pool with what a person knows it by. */
export type SparePool = Pool & {
  readonly title: string
  readonly specText: string
  readonly image: string | null
}

/** What of the requests is there already, and what is left to be bought. Bought by hand is bought: whoever types pieces wants more of them. */
export function withCovers(
  requests: readonly PlanRequest[],
  sources: ReadonlyMap<string, KnownSource>,
  pools: readonly SparePool[],
): { covers: Cover[]; rest: PlanRequest[] } {
  const takers = requests.flatMap((request) =>
    request.part ? [{ ...request.part, key: request.key, ...skuOf(request, sources) }] : [],
  )
  const taken = groupBy(takenOf(takers, pools), (one) => one.key)
  const poolOf = new Map(pools.map((pool) => [pool.lineId, pool]))
  const covers: Cover[] = []
  const rest: PlanRequest[] = []
  for (const request of requests) {
    const { part } = request
    const own = part ? (taken.get(request.key) ?? []) : []
    for (const { lineId, saleQuantity } of own) {
      const pool = poolOf.get(lineId)!
      const { purchaseId, number } = pool
      const pieces = sourcePiecesOf(saleQuantity, part!)
      covers.push({ key: request.key, part: { ...part!, saleQuantity }, lineId, purchaseId, number, pieces, pool })
    }
    const open = (part?.saleQuantity ?? 0) - own.reduce((sum, one) => sum + one.saleQuantity, 0)
    if (!part || own.length === 0) rest.push(request)
    else if (open > 0) rest.push({ ...request, part: { ...part, saleQuantity: open } })
  }
  return { covers, rest }
}

/** As it is sold now; of what is sold no more, as it was linked. */
function skuOf(
  request: PlanRequest,
  sources: ReadonlyMap<string, KnownSource>,
): Pick<PlanRequest, 'offerId' | 'skuId' | 'specId'> {
  const { offerId, skuId, specId } = request
  const found = soldAs(request, sources)
  return found
    ? { offerId, skuId: found.sku?.skuId ?? null, specId: found.sku?.specId ?? null }
    : { offerId, skuId, specId }
}

/** An outcome a line that took of what is there, beside or instead of that of what is bought for it. */
export function withCoverWords(rows: readonly RowOutcome[], covers: readonly Cover[]): RowOutcome[] {
  const words = new Map(
    [...groupBy(covers, (cover) => cover.key)].map(([key, own]) => [
      key,
      `用余货 ${own.map(({ number, pieces }) => `${number} ${pieces} 件`).join('、')}`,
    ]),
  )
  const reported = rows.map((row): RowOutcome => {
    const word = words.get(row.key)
    if (word === undefined) return row
    words.delete(row.key)
    return row.ok
      ? { ...row, message: `${word}；其余${row.message}` }
      : { key: row.key, ok: true, partly: true, message: `${word}；其余没有买：${row.message}` }
  })
  return [...reported, ...[...words].map(([key, message]): RowOutcome => ({ key, ok: true, message }))]
}
