import type { LineOutcome } from '@huoqiao/contract/collection/collection.schema'
import type { Tx } from '../../db/db.ts'
import type { By, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { ClaimingService } from './claiming.service.ts'
import { insertItems, lockItemsOf } from './collect-item.store.ts'
import type { ItemRow } from './collect-item.store.ts'
import { linkOf } from './lines.mapping.ts'
import type { ReadLine } from './lines.mapping.ts'
import { findOffers } from './source-offer.store.ts'
import type { OfferRow } from './source-offer.store.ts'

export type Verdict = Pick<LineOutcome, 'outcome' | 'message'> & { productId?: string }
/** What is known about the lines' offers, read once and locked. */
export type KnownLines = {
  items: ReadonlyMap<string, ItemRow>
  offers: ReadonlyMap<string, OfferRow>
  products: ReadonlyMap<string, { productId: string; storeIds: ReadonlySet<string> }>
  /** how long a fetch counts as recent */
  cacheHours: number
}

export type BoxLines = ReturnType<typeof boxLines>

/** Lines that enter the box, pasted or read from pages: their rows, what is known of their offers, and an outcome for each. */
export function boxLines(deps: {
  clock: Clock
  newId: NewId
  claiming: Pick<ClaimingService, 'productsOf'>
  cacheHours: (tx: Tx) => Promise<number>
}) {
  const { claiming } = deps
  const now = (): Date => new Date(deps.clock.now())

  const know = async (tx: Tx, lines: readonly ReadLine[], by: By): Promise<KnownLines> => {
    const links = new Map<string, string | null>()
    for (const line of lines)
      if (line.offerId !== null && !links.has(line.offerId)) links.set(line.offerId, linkOf(line))
    const offerIds = [...links.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    await insertItems(
      tx,
      offerIds.map((offerId) => newItem(deps.newId(), offerId, links.get(offerId) ?? null, by, now())),
    )
    const items = new Map((await lockItemsOf(tx, offerIds)).map((item) => [item.offerId, item]))
    const offers = new Map((await findOffers(tx, offerIds)).map((row) => [row.offerId, row]))
    return { items, offers, products: await claiming.productsOf(tx, offerIds), cacheHours: await deps.cacheHours(tx) }
  }

  /** Decides the outcome of every line in order; an offer that appeared earlier in the same request is only reported as repeated. */
  const judge = async (
    call: Call,
    lines: readonly ReadLine[],
    known: KnownLines,
    verdictOn: (item: ItemRow) => Promise<Verdict>,
  ): Promise<LineOutcome[]> => {
    const seen = new Map<string, Verdict>()
    const outcomes: LineOutcome[] = []
    for (const { line, offerId, stopped } of lines) {
      const item = offerId === null ? undefined : known.items.get(offerId)
      if (!item || stopped) {
        const { outcome, message } = stopped ?? { outcome: 'refused' as const, message: '没有记录下来，请重试' }
        outcomes.push({ line: line.slice(0, 2000), outcome, message, offerId, collectId: null, productId: null })
        continue
      }
      const before = seen.get(item.offerId)
      const verdict = before
        ? { ...before, outcome: 'repeated' as const, message: '与前面的一条重复' }
        : await verdictOn(item)
      if (!before) {
        seen.set(item.offerId, verdict)
        call.notes.object('offer', item.offerId)
      }
      const { outcome, message, productId = null } = verdict
      outcomes.push({
        line: line.slice(0, 2000),
        outcome,
        message,
        offerId: item.offerId,
        collectId: item.id,
        productId,
      })
    }
    return outcomes
  }

  return { know, judge }
}

const newItem = (id: string, offerId: string, link: string | null, by: By, at: Date): ItemRow => ({
  id,
  offerId,
  state: 'collecting',
  link,
  error: null,
  wantedStoreIds: [],
  wantedBy: null,
  collectedBy: by,
  // Round 0: nothing is enqueued yet; this transaction decides whether a fetch is needed.
  round: 0,
  waits: 0,
  searchText: '',
  createdAt: at,
  updatedAt: at,
})
