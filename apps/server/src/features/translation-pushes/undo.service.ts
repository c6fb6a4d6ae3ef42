import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { ofMarket } from './market-argument.ts'
import { textKey } from './push-plan.rules.ts'
import { TranslationPushStopped } from './push-stopped.ts'
import type { Pushing, PushOutcome } from './push.types.ts'
import { whyRefused } from './refused.rules.ts'
import {
  countWritten,
  findChanges,
  insertChanges,
  markWritten,
  removeKnown,
  saveKnown,
} from './shop-translations.store.ts'
import { findPushItem } from './translation-pushes.store.ts'
import type { PushItemRow } from './translation-pushes.store.ts'
import { undoPlanOf } from './undo-plan.rules.ts'
import type { UndoRow } from './undo-plan.rules.ts'

export type UndoService = ReturnType<typeof undoService>

/** Undoes the writes of an item: restores the former texts, and removes texts that were new, where the shop still has what we wrote. */
export function undoService(deps: { db: Db; clock: Clock; newId: NewId }) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  async function plan(
    { item, connector }: { item: PushItemRow; connector: Pushing['connector'] },
    options: { signal: AbortSignal },
  ): Promise<UndoRow[]> {
    const changes = await findChanges(db.handle, item.undoOf!)
    const resources = new Map<string, Awaited<ReturnType<typeof connector.readTranslations>>>()
    for (const [market, those] of groupBy(changes, (change) => change.market)) {
      const ids = [...new Set(those.map(({ resourceId }) => resourceId))]
      const locales = [...new Set(those.map(({ locale }) => locale))]
      resources.set(market, await connector.readTranslations(ids, locales, { ...options, ...ofMarket(market) }))
    }
    return undoPlanOf(changes, resources)
  }

  const whileOurs = (push: Pick<Pushing, 'item'>, work: (tx: Tx) => Promise<void>): Promise<void> =>
    db.transaction(async (tx) => {
      const item = await findPushItem(tx, push.item.id, 'update')
      if (item?.state === 'running' && item.attempts === push.item.attempts) await work(tx)
    })

  /**
   * Stores the owner of the restored text. If there was no text before, the record is deleted so that a push may write it again, unless staff had
   * removed the text.
   */
  async function setBack(tx: Tx, listingId: string, { change, now: there }: UndoRow): Promise<void> {
    const { resourceId, key, locale, market, before, beforeOwner } = change
    if (before === null && beforeOwner === null) return removeKnown(tx, listingId, change)
    const owner = beforeOwner ?? 'theirs'
    const sent = owner === 'ours' ? before : null
    await saveKnown(tx, [{ listingId, resourceId, key, locale, market, owner, value: there ?? null, sent, at: now() }])
  }

  /** Stored before the request is sent, so that a later try can tell which texts this undo restored. */
  const intend = (push: Pushing, rows: readonly UndoRow[]): Promise<void> =>
    whileOurs(push, (tx) =>
      insertChanges(
        tx,
        rows.map(({ change: { resourceId, key, locale, market, label, before }, now: there }) => ({
          id: deps.newId(),
          itemId: push.item.id,
          resourceId,
          key,
          locale,
          market,
          label,
          before: there ?? null,
          beforeOwner: 'ours' as const,
          after: before,
          at: now(),
        })),
      ),
    )

  /** `now` of the rows: the shop's text after the undo. */
  const setBackAll = (push: Pushing, rows: readonly UndoRow[]): Promise<void> =>
    whileOurs(push, async (tx) => {
      for (const row of rows) {
        await setBack(tx, push.item.listingId, row)
        await markWritten(tx, push.item.id, { ...row.change, stored: row.now ?? null })
      }
    })

  async function writeBack(push: Pushing, rows: readonly UndoRow[]): Promise<void> {
    const [resourceId] = rows.map(({ change }) => change.resourceId)
    const entries = rows.map(({ change: { key, locale, market, before }, digest }) => ({
      key,
      locale,
      value: before!,
      translatableContentDigest: digest!,
      ...ofMarket(market),
    }))
    await intend(push, rows)
    const writing = { signal: push.signal, guard: push.guard }
    const { refused, written = [] } = await push.connector.registerTranslations(resourceId!, entries, writing)
    if (refused.length > 0)
      throw new TranslationPushStopped(`没有改回以前的译文：${whyRefused(refused[0]!)}`, '重试，会重新比较')
    const stored = new Map(written.map(({ key, locale, value }) => [`${locale} ${key}`, value]))
    await setBackAll(
      push,
      rows.map((row) => ({ ...row, now: stored.get(`${row.change.locale} ${row.change.key}`) ?? row.change.before! })),
    )
  }

  async function remove(push: Pushing, rows: readonly UndoRow[]): Promise<void> {
    const { resourceId, locale, market } = rows[0]!.change
    const what = { keys: rows.map(({ change }) => change.key), locales: [locale], ...ofMarket(market) }
    await intend(push, rows)
    await push.connector.removeTranslations(resourceId, what, { signal: push.signal, guard: push.guard })
    await setBackAll(
      push,
      rows.map((row) => ({ ...row, now: undefined })),
    )
  }

  return {
    plan,

    async carryOut(push: Pushing): Promise<PushOutcome> {
      const rows = await plan(push, { signal: push.signal })
      const earlier = await findChanges(db.handle, push.item.id)
      const sent = new Set(earlier.map(textKey))
      const lost = new Set(earlier.filter(({ isWritten }) => !isWritten).map(textKey))
      // Already undone by an earlier try of this undo, or not known to have been written by the push. Any other text was set back by staff, and
      // is theirs.
      const done = rows.filter(
        ({ step, change }) => step === 'done' && (sent.has(textKey(change)) || !change.isWritten),
      )
      await setBackAll(push, done)
      const write = rows.filter(({ step }) => step === 'write')
      for (const those of groupBy(write, ({ change }) => `${change.resourceId} ${change.market}`).values())
        await writeBack(push, those)
      const gone = rows.filter(({ step }) => step === 'remove')
      for (const those of groupBy(
        gone,
        ({ change }) => `${change.resourceId} ${change.locale} ${change.market}`,
      ).values())
        await remove(push, those)
      return {
        written: await countWritten(db.handle, push.item.id),
        kept: rows.filter(({ step }) => step === 'kept').length,
        found: done.filter(({ change }) => lost.has(textKey(change))).length,
      }
    },
  }
}
