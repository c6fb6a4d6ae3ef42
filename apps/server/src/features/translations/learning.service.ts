import type { TranslationAction } from '@huoqiao/contract/translations/translations.status'
import type { Tx } from '../../db/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { findMemory, removeMemory, saveMemory } from './memory.store.ts'
import type { MemoryRow } from './memory.store.ts'
import { bandsOf } from './near.rules.ts'
import { sourceLocaleOf } from './source-fields.rules.ts'
import { findApprovedElsewhere } from './texts.store.ts'
import type { TextRow } from './texts.store.ts'
import type { KeptText } from './translations.types.ts'

/** One written text: before, and as it is stored now; undefined: it was removed. */
export type Written = { before: KeptText | null; row: TextRow | undefined }
type About = { action: TranslationAction; newId: NewId; at: Date }

/** Locking doesn't change the text: the memory may have learnt a newer one since, which must not be overwritten. */
const SAME_WORDING: readonly TranslationAction[] = ['lock', 'unlock']

/** Stores written texts of one product in one language in the memory: the last approved one for each source text. */
export async function learn(tx: Tx, written: readonly Written[], { action, newId, at }: About): Promise<void> {
  if (SAME_WORDING.includes(action)) return
  const learnt = written.flatMap(({ row }) =>
    // A text that a run took from the memory keeps the product in which a person approved it.
    row?.isApproved && !(action === 'translate' && row.origin === 'memory') ? [pairOf(row, newId(), at)] : [],
  )
  await saveMemory(tx, onePerSource(learnt))
}

/**
 * Removes undone texts from the memory if it learnt them from this product. The pair gets the former text if that was approved for the same
 * source, otherwise the approved text of another product; without either it is removed. `rows`: all current texts of the product in this
 * language.
 */
export async function unlearn(
  tx: Tx,
  written: readonly Written[],
  rows: Iterable<TextRow>,
  { locale, productId, newId, at }: Omit<About, 'action'> & { locale: string; productId: string },
): Promise<void> {
  const undone = written.flatMap(({ before, row }) => (before?.isApproved ? [{ before, row }] : []))
  const approved = [...rows].filter(({ isApproved }) => isApproved)
  const digests = undone.map(({ before }) => before.sourceDigest)
  const pairs = new Map((await findMemory(tx, locale, digests)).map((pair) => [pair.sourceDigest, pair]))
  const restored: MemoryRow[] = []
  const without: MemoryRow[] = []
  for (const { before, row } of undone) {
    const pair = pairs.get(before.sourceDigest)
    if (pair?.productId !== productId || pair.target !== before.text) continue
    const ofSource = approved.filter(({ sourceDigest }) => sourceDigest === pair.sourceDigest)
    if (ofSource.some(({ text }) => text === pair.target)) continue
    const former = ofSource.find(({ id }) => id === row?.id)
    if (former === undefined) without.push(pair)
    else restored.push(pairOf(former, newId(), at))
  }
  const digestsWithout = without.map(({ sourceDigest }) => sourceDigest)
  const elsewhere = await findApprovedElsewhere(tx, { locale, productId }, digestsWithout)
  await removeMemory(
    tx,
    without.map(({ id }) => id),
  )
  await saveMemory(tx, onePerSource([...restored, ...elsewhere.map((row) => pairOf(row, newId(), at))]))
}

const onePerSource = (pairs: readonly MemoryRow[]): MemoryRow[] => [
  ...new Map(pairs.map((pair) => [pair.sourceDigest, pair])).values(),
]

const pairOf = (row: TextRow, id: string, at: Date): MemoryRow => ({
  id,
  locale: row.locale,
  sourceLocale: sourceLocaleOf(row.sourceText),
  sourceDigest: row.sourceDigest,
  source: row.sourceText,
  target: row.text,
  productId: row.productId,
  byName: row.byName,
  createdAt: at,
  updatedAt: at,
  bands: bandsOf(row.sourceText, row.locale),
})
