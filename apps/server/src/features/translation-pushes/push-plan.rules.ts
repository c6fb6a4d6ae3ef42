import { createHash } from 'node:crypto'
import type { ShopTranslation, SourceText, TranslatableResource } from '@huoqiao/connector-shopify'
import { isWritten } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import type { TranslationReason } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import { canonicalJson } from '@huoqiao/kit'
import type { ListingText } from '../listings/index.ts'
import { isSameText } from './same-text.rules.ts'
import type { ShopTarget } from './shop-target.rules.ts'

/** One of our approved texts. */
export type OurText = {
  readonly field: string
  readonly label: string
  readonly locale: string
  readonly text: string
  /** our own source text was changed since */
  readonly isOutdated: boolean
  /** forbidden words in it */
  readonly forbidden: readonly string[]
}

/** What is known of a translation in the shop (the table `shop_translation`). */
export type KnownText = {
  readonly owner: 'ours' | 'theirs'
  readonly value: string | null
  readonly sent: string | null
}

export type PlanSides = {
  readonly texts: readonly OurText[]
  readonly targets: ReadonlyMap<string, ShopTarget>
  readonly resources: ReadonlyMap<string, TranslatableResource>
  /** the source texts of the listing by field */
  readonly sources: ReadonlyMap<string, ListingText>
  readonly known: ReadonlyMap<string, KnownText>
  /** the shop's languages besides its primary one: locale → published */
  readonly languages: ReadonlyMap<string, boolean>
  /** rows in which a person chose our text over the shop's own */
  readonly overwrite: ReadonlySet<string>
  /** what earlier tries of the same item sent, by row, where the shop's answer was lost */
  readonly pending: ReadonlyMap<string, string>
}

export type PlanRow = OurText & {
  readonly rowKey: string
  readonly target: ShopTarget | undefined
  /** of the shop's source text; defined if the row is written */
  readonly digest: string | undefined
  readonly shopNow: string | undefined
  readonly becomes: string | undefined
  readonly reason: TranslationReason
  readonly isHidden: boolean
  readonly known: KnownText | undefined
}

export const textKey = ({ resourceId, key, locale }: ShopTarget & { locale: string }): string =>
  `${locale} ${resourceId} ${key}`

/** Compares our approved texts with the shop's, text by text. The dry run and the push use the same plan. */
export function planOf(sides: PlanSides): PlanRow[] {
  return sides.texts.map((ours) => {
    const target = sides.targets.get(ours.field)
    const resource = target && sides.resources.get(target.resourceId)
    const there = resource?.translations.find(({ key, locale }) => key === target?.key && locale === ours.locale)
    const source = resource?.content.find(({ key }) => key === target?.key)
    const rowKey = target ? textKey({ ...target, locale: ours.locale }) : `${ours.locale} ${ours.field}`
    const known = sides.known.get(rowKey)
    const reason = reasonOf({ ours, resource, source, there, known, sides, rowKey })
    return {
      ...ours,
      rowKey,
      target: resource && target,
      digest: source?.digest ?? undefined,
      shopNow: there?.value,
      becomes: isWritten(reason) ? ours.text : there?.value,
      reason,
      isHidden: sides.languages.get(ours.locale) === false,
      known,
    }
  })
}

type Seen = {
  readonly ours: OurText
  readonly resource: TranslatableResource | undefined
  readonly source: SourceText | undefined
  readonly there: ShopTranslation | undefined
  readonly known: KnownText | undefined
  readonly sides: PlanSides
  readonly rowKey: string
}

function reasonOf({ ours, resource, source, there, known, sides, rowKey }: Seen): TranslationReason {
  if (!sides.languages.has(ours.locale)) return 'no-language'
  if (ours.isOutdated) return 'outdated'
  if (ours.forbidden.length > 0) return 'forbidden'
  if (!resource) return 'no-resource'
  if (!source?.digest || !source.value) return 'no-source'
  const wrong = wrongSource(sides.sources.get(ours.field), source.value)
  if (wrong) return wrong
  const mine = isMine(known, there, ours, sides.pending.get(rowKey))
  if (mine === 'same') return there?.outdated ? 'confirmed' : 'same'
  if (mine === 'changed') return 'changed'
  if (there === undefined && known?.value === undefined) return 'new'
  if (sides.overwrite.has(rowKey)) return 'chosen'
  return there === undefined ? 'removed-there' : 'theirs'
}

/** Our translation is of our text, so the shop has to have that text. */
function wrongSource(text: ListingText | undefined, value: string): TranslationReason | undefined {
  if (text === undefined || text.shown === undefined) return 'source-changed'
  if (text.now !== text.pushed) return 'unsynced'
  return text.shown.trim() === value.trim() ? undefined : 'source-changed'
}

/** Whether the shop's translation is the one that we wrote; undefined: it is somebody else's, or there is none. */
function isMine(
  known: KnownText | undefined,
  there: ShopTranslation | undefined,
  { text }: OurText,
  pending: string | undefined,
): 'same' | 'changed' | undefined {
  if (there === undefined) return undefined
  if (isSameText(there.key, there.value, text)) return 'same'
  if (pending !== undefined && isSameText(there.key, there.value, pending)) return 'changed'
  if (known?.owner !== 'ours' || known.value !== there.value) return undefined
  return known.sent === text ? 'same' : 'changed'
}

/** Of what a person saw: with the same hash, writing has the same result. */
export const planHash = (rows: readonly PlanRow[]): string =>
  createHash('sha256')
    .update(canonicalJson(rows.map((row) => [row.rowKey, row.shopNow ?? null, row.text, seenReason(row)])))
    .digest('hex')

/** The reason that the dry run showed, before the person chose. */
const seenReason = ({ reason, shopNow }: PlanRow): TranslationReason =>
  reason === 'chosen' ? (shopNow === undefined ? 'removed-there' : 'theirs') : reason

/** The entries of each resource that the plan writes. */
export function writesOf(rows: readonly PlanRow[]): Map<string, (PlanRow & { target: ShopTarget; digest: string })[]> {
  const writes = new Map<string, (PlanRow & { target: ShopTarget; digest: string })[]>()
  for (const row of rows) {
    const { target, digest } = row
    if (!isWritten(row.reason) || !target || digest === undefined) continue
    writes.set(target.resourceId, [...(writes.get(target.resourceId) ?? []), { ...row, target, digest }])
  }
  return writes
}
