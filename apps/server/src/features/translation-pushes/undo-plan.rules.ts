import type { TranslatableResource } from '@huoqiao/connector-shopify'
import { isSameText } from './same-text.rules.ts'
import type { ChangeRow } from './shop-translations.store.ts'

/** One text that an undo writes back or removes. */
export type UndoRow = {
  readonly change: ChangeRow
  readonly digest: string | undefined
  readonly now: string | undefined
  /** `kept`: the shop has something else by now, or nowhere to write */
  readonly step: 'write' | 'remove' | 'kept' | 'done'
}

/** What undoing these writes would do, with the shop as it is now. Only what still is as we wrote it is undone. */
export const undoPlanOf = (
  changes: readonly ChangeRow[],
  /** by market */
  resources: ReadonlyMap<string, ReadonlyMap<string, TranslatableResource>>,
): UndoRow[] =>
  changes.map((change) => {
    const resource = resources.get(change.market)?.get(change.resourceId)
    const now = resource?.translations.find(({ key, locale }) => key === change.key && locale === change.locale)?.value
    const digest = resource?.content.find(({ key }) => key === change.key)?.digest ?? undefined
    return { change, digest, now, step: stepOf(change, now, digest) }
  })

function stepOf(
  { key, before, after, stored }: ChangeRow,
  now: string | undefined,
  digest: string | undefined,
): UndoRow['step'] {
  if (isBefore(now, key, before)) return 'done'
  // It was removed, and is written again where there still is none.
  if (after === null) return now === undefined && digest !== undefined ? 'write' : 'kept'
  if (now === undefined) return 'kept'
  if (now !== stored && !isSameText(key, now, after)) return 'kept'
  if (before === null) return 'remove'
  return digest === undefined ? 'kept' : 'write'
}

const isBefore = (now: string | undefined, key: string, before: string | null): boolean =>
  now === undefined || before === null ? now === undefined && before === null : isSameText(key, now, before)
