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

/** One written text: as it was, and as it is stored now; undefined: it was removed. */
export type Written = { before: KeptText | null; row: TextRow | undefined }
type About = { action: TranslationAction; newId: NewId; at: Date }

/** Of a lock the wording is an old one: the memory may have learnt a newer one since. */
const SAME_WORDING: readonly TranslationAction[] = ['lock', 'unlock']

/** What the memory learns from written texts of one product in one language: the newest approved one of each source text. */
export async function learn(tx: Tx, written: readonly Written[], { action, newId, at }: About): Promise<void> {
  if (SAME_WORDING.includes(action)) return
  const learnt = written.flatMap(({ row }) =>
    // What a run took from the memory stays that of the product where a person approved it.
    row?.isApproved && !(action === 'translate' && row.origin === 'memory') ? [pairOf(row, newId(), at)] : [],
  )
  await saveMemory(tx, onePerSource(learnt))
}

/**
 * What was undone is not proposed any more, if the memory has it from this product: its pair gets the former wording where that was approved
 * for the same source, or else what another product has; it is removed if none has any. `rows`: all texts of the product in this language, as
 * they are now.
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
