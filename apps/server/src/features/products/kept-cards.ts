import { LRUCache } from 'lru-cache'
import type { Tx } from '../../db/db.ts'
import { findCards } from './product-card.store.ts'
import type { CardKey } from './product-card.store.ts'
import { cardView } from './products.view.ts'

/** Characters of cards in a process's cache: about 15,000 cards, at most 32 MB. */
const KEPT_CHARACTERS = 16_000_000

/** Maximum age, whatever the row's version says: a database that lost its newest transactions in a failover reuses their numbers. */
const KEPT_MS = 60_000

type Kept = { row: string; names: Names; text: string }
type Names = ReadonlyMap<string, string>

/**
 * A cache of list cards as JSON, by row version and the store names that they contain (decision 0037). A page asks the database only for
 * the ids and versions of its rows; missing cards are read and added.
 */
export function keptCards() {
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_CHARACTERS,
    ttl: KEPT_MS,
    ttlResolution: 1_000,
    sizeCalculation: ({ text }) => text.length + 100,
  })
  /** The map is a new object each second (stores.api.ts), usually with the same names; then the previous one is kept. */
  let current: { seen: Names; names: Names; written: string } | undefined
  function sameNames(seen: Names): Names {
    if (current?.seen === seen) return current.names
    const written = JSON.stringify([...seen])
    current = { seen, written, names: current?.written === written ? current.names : seen }
    return current.names
  }
  return {
    /** Each card as JSON, in the order of `keys`. A product deleted since then is left out. `tx`: only reads. */
    async texts(tx: Tx, keys: readonly CardKey[], storeNames: Names): Promise<string[]> {
      const names = sameNames(storeNames)
      const texts = new Map<string, string>()
      for (const { id, row } of keys) {
        const one = kept.get(id)
        if (one?.row === row && one.names === names) texts.set(id, one.text)
      }
      const missing = keys.filter(({ id }) => !texts.has(id))
      if (missing.length > 0)
        for (const { row, card } of await findCards(
          tx,
          missing.map(({ id }) => id),
        )) {
          const text = JSON.stringify(cardView(card, storeNames))
          kept.set(card.id, { row, names, text })
          texts.set(card.id, text)
        }
      return keys.flatMap(({ id }) => texts.get(id) ?? [])
    },
  }
}
