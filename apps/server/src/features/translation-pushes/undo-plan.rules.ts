import type { TranslatableResource } from '@huoqiao/connector-shopify'
import { isSameText } from './same-text.rules.ts'
import type { ChangeRow } from './shop-translations.store.ts'

/** One text that an undo writes back or removes. */
export type UndoRow = {
  readonly change: ChangeRow
  readonly digest: string | undefined
  readonly now: string | undefined
  /** `kept`: the shop's text changed since, or its resource no longer exists */
  readonly step: 'write' | 'remove' | 'kept' | 'done'
}

/** The steps to undo these writes, given the shop's current texts. Only texts that are still as we wrote them are undone. */
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
  // The push removed it; it is written again if there is still no text.
  if (after === null) return now === undefined && digest !== undefined ? 'write' : 'kept'
  if (now === undefined) return 'kept'
  if (now !== stored && !isSameText(key, now, after)) return 'kept'
  if (before === null) return 'remove'
  return digest === undefined ? 'kept' : 'write'
}

const isBefore = (now: string | undefined, key: string, before: string | null): boolean =>
  now === undefined || before === null ? now === undefined && before === null : isSameText(key, now, before)
