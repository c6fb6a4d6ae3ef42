import type { RowOutcome } from '@huoqiao/contract'
import { groupBy } from '@huoqiao/kit'
import { sourcePiecesOf } from './need.rules.ts'
import { soldAs } from './plan.rules.ts'
import type { KnownSource, PlanPart, PlanRequest } from './plan.rules.ts'
import { takenOf } from './spare.rules.ts'
import type { Pool } from './spare.rules.ts'

/** The part of an order line that is covered by spare pieces of a purchase. */
export type Cover = {
  readonly key: string
  /** `saleQuantity`: the covered quantity of the order line */
  readonly part: PlanPart
  readonly lineId: string
  readonly purchaseId: string
  readonly number: string
  /** source pieces, rounded up */
  readonly pieces: number
  readonly pool: SparePool
}

/** A pool of spare pieces with the names that a person knows it by. */
export type SparePool = Pool & {
  readonly title: string
  readonly specText: string
  readonly image: string | null
  /** 库位; '' if none was set */
  readonly place: string
}

/**
 * Splits the requests into what spare pieces cover and what is left to buy. Pieces requested by hand are always bought, because the person
 * wants more of them.
 */
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

/** The SKU as it is sold now; if it is no longer sold, as it was linked. */
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

const coverWord = ({ number, pieces, pool: { place } }: Cover): string =>
  `${number} ${pieces} 件${place === '' ? '' : `（库位 ${place}）`}`

/** One outcome for each line that took spare pieces, added to or instead of the outcome of buying the rest. */
export function withCoverWords(rows: readonly RowOutcome[], covers: readonly Cover[]): RowOutcome[] {
  const words = new Map(
    [...groupBy(covers, (cover) => cover.key)].map(([key, own]) => [key, `用余货 ${own.map(coverWord).join('、')}`]),
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
