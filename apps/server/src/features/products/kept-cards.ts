import { LRUCache } from 'lru-cache'
import type { Tx } from '../../db/db.ts'
import { findCards } from './product-card.store.ts'
import type { CardKey } from './product-card.store.ts'
import { cardView } from './products.view.ts'

/** Characters of cards that a process keeps: some 15,000 cards, at most 32 MB. */
const KEPT_CHARACTERS = 16_000_000

/**
 * Read again after so long, whatever the row says: a server that lost its newest transactions in a failover gives their numbers to
 * others.
 */
const KEPT_MS = 60_000

type Kept = { row: string; names: Names; text: string }
type Names = ReadonlyMap<string, string>

/**
 * Cards as they are sent, each kept with the version of the row that it was written from and the store names that stand in it (decision
 * 0037). A page asks the database which rows it has, in which version; only what is not kept in that version is read and written.
 */
export function keptCards() {
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_CHARACTERS,
    ttl: KEPT_MS,
    ttlResolution: 1_000,
    sizeCalculation: ({ text }) => text.length + 100,
  })
  /** The map is another one each second (stores.api.ts), its names mostly the same: then it is taken for the one before. */
  let current: { seen: Names; names: Names; written: string } | undefined
  function sameNames(seen: Names): Names {
    if (current?.seen === seen) return current.names
    const written = JSON.stringify([...seen])
    current = { seen, written, names: current?.written === written ? current.names : seen }
    return current.names
  }
  return {
    /** Each card as JSON, in the order of `keys`. A product that went since they were read is left out. `tx`: writes nothing. */
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
