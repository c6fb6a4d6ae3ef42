import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { TranslationPushStopped } from './push-stopped.ts'
import type { Pushing, PushOutcome } from './push.types.ts'
import { findChanges, removeKnown, saveKnown } from './shop-translations.store.ts'
import type { ChangeRow } from './shop-translations.store.ts'
import { findPushItem } from './translation-pushes.store.ts'
import type { PushItemRow } from './translation-pushes.store.ts'
import { undoPlanOf } from './undo-plan.rules.ts'
import type { UndoRow } from './undo-plan.rules.ts'

export type UndoService = ReturnType<typeof undoService>

/** Sets back what an item wrote, where the shop still has it: the former text, or none. */
export function undoService(deps: { db: Db; clock: Clock }) {
  const { db } = deps

  async function plan(
    { item, connector }: { item: PushItemRow; connector: Pushing['connector'] },
    options: { signal: AbortSignal },
  ): Promise<UndoRow[]> {
    const changes = await findChanges(db.handle, item.undoOf!)
    const ids = [...new Set(changes.map(({ resourceId }) => resourceId))]
    const locales = [...new Set(changes.map(({ locale }) => locale))]
    if (changes.length === 0) return []
    return undoPlanOf(changes, await connector.readTranslations(ids, locales, options))
  }

  const whileOurs = (push: Pick<Pushing, 'item'>, work: (tx: Tx) => Promise<void>): Promise<void> =>
    db.transaction(async (tx) => {
      const item = await findPushItem(tx, push.item.id, 'update')
      if (item?.state === 'running' && item.attempts === push.item.attempts) await work(tx)
    })

  /** The former text was ours or theirs; of a removed one nothing is known, so that it may be written again. */
  async function setBack(tx: Tx, listingId: string, change: ChangeRow): Promise<void> {
    const { resourceId, key, locale, before, beforeOwner } = change
    if (before === null) return removeKnown(tx, listingId, change)
    const owner = beforeOwner ?? 'theirs'
    const sent = owner === 'ours' ? before : null
    await saveKnown(tx, [
      { listingId, resourceId, key, locale, market: '', owner, value: before, sent, at: new Date(deps.clock.now()) },
    ])
  }

  const setBackAll = (push: Pushing, rows: readonly UndoRow[]): Promise<void> =>
    whileOurs(push, async (tx) => {
      for (const { change } of rows) await setBack(tx, push.item.listingId, change)
    })

  return {
    plan,

    async carryOut(push: Pushing): Promise<PushOutcome> {
      const { connector } = push
      const writing = { signal: push.signal, guard: push.guard }
      const rows = await plan(push, { signal: push.signal })
      const write = rows.filter(({ step }) => step === 'write')
      const remove = rows.filter(({ step }) => step === 'remove')
      for (const [resourceId, those] of groupBy(write, ({ change }) => change.resourceId)) {
        const entries = those.map(({ change: { key, locale, before }, digest }) => ({
          key,
          locale,
          value: before!,
          translatableContentDigest: digest!,
        }))
        const { refused } = await connector.registerTranslations(resourceId, entries, writing)
        if (refused.length > 0)
          throw new TranslationPushStopped(
            `店铺没有接受以前的译文：${refused[0]!.message.slice(0, 120)}`,
            '重试，会重新比较',
          )
        await setBackAll(push, those)
      }
      for (const those of groupBy(remove, ({ change }) => `${change.resourceId} ${change.locale}`).values()) {
        const { resourceId, locale } = those[0]!.change
        await connector.removeTranslations(
          resourceId,
          { keys: those.map(({ change }) => change.key), locales: [locale] },
          writing,
        )
        await setBackAll(push, those)
      }
      // An earlier try may have ended between the request and its record.
      await setBackAll(
        push,
        rows.filter(({ step }) => step === 'done'),
      )
      return { written: write.length + remove.length, kept: rows.filter(({ step }) => step === 'kept').length }
    },
  }
}
