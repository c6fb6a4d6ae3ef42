import { createHash } from 'node:crypto'
import type { ShopTranslation, SourceText, TranslatableResource } from '@huoqiao/connector-shopify'
import { isRemoved, isWritten } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import type { TranslationReason } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import { canonicalJson, groupBy } from '@huoqiao/kit'
import type { ListingText } from '../listings/index.ts'
import { isSameText } from './same-text.rules.ts'
import type { ShopTarget } from './shop-target.rules.ts'

/** One of our approved texts, or a market text that was removed here. */
export type OurText = {
  readonly field: string
  readonly label: string
  readonly locale: string
  /** the shop's id of the text's market; '': all markets */
  readonly market: string
  readonly marketName: string | null
  /** null: removed here, so that the general text applies */
  readonly text: string | null
  /** our own source text changed since the translation */
  readonly isOutdated: boolean
  /** forbidden words in it */
  readonly forbidden: readonly string[]
}

/** The last known state of a translation in the shop (table `shop_translation`). */
export type KnownText = {
  readonly owner: 'ours' | 'theirs'
  readonly value: string | null
  readonly sent: string | null
}

export type PlanSides = {
  readonly texts: readonly OurText[]
  readonly targets: ReadonlyMap<string, ShopTarget>
  /** by market, each resource with the translations of that market */
  readonly resources: ReadonlyMap<string, ReadonlyMap<string, TranslatableResource>>
  /** the source texts of the listing by field */
  readonly sources: ReadonlyMap<string, ListingText>
  readonly known: ReadonlyMap<string, KnownText>
  /** the shop's languages besides its primary one: locale → published */
  readonly languages: ReadonlyMap<string, boolean>
  /** the shop's markets: id → whether shoppers see it; undefined: not known */
  readonly markets: ReadonlyMap<string, boolean> | undefined
  /** whether a person chose to overwrite this row's text in the shop (`shopNow`) with ours */
  readonly isChosen: (rowKey: string, shopNow: string | undefined) => boolean
  /** by row: what earlier tries of the same item sent without receiving the shop's answer; null: a removal */
  readonly pending: ReadonlyMap<string, string | null>
}

export type PlanRow = OurText & {
  readonly rowKey: string
  readonly target: ShopTarget | undefined
  /** digest of the shop's source text; defined if the row is written */
  readonly digest: string | undefined
  readonly shopNow: string | undefined
  readonly becomes: string | undefined
  readonly reason: TranslationReason
  readonly isHidden: boolean
  readonly known: KnownText | undefined
}

export const textKey = ({ resourceId, key, locale, market }: ShopTarget & { locale: string; market: string }): string =>
  `${locale} ${resourceId} ${key}${suffixOf(market)}`

const suffixOf = (market: string): string => (market === '' ? '' : ` ${market}`)

/** Compares our approved texts with the shop's, text by text. The dry run and the push use the same plan. */
export function planOf(sides: PlanSides): PlanRow[] {
  return sides.texts.map((ours) => {
    const target = sides.targets.get(ours.field)
    const resource = target && sides.resources.get(ours.market)?.get(target.resourceId)
    const there = resource?.translations.find(({ key, locale }) => key === target?.key && locale === ours.locale)
    const source = resource?.content.find(({ key }) => key === target?.key)
    const rowKey = target ? textKey({ ...target, ...ours }) : `${ours.locale} ${ours.field}${suffixOf(ours.market)}`
    const known = sides.known.get(rowKey)
    const reason = reasonOf({ ours, resource, source, there, known, sides, rowKey })
    return {
      ...ours,
      rowKey,
      target: resource && target,
      digest: source?.digest ?? undefined,
      shopNow: there?.value,
      becomes: isWritten(reason) ? (ours.text ?? undefined) : isRemoved(reason) ? undefined : there?.value,
      reason,
      isHidden: sides.languages.get(ours.locale) === false || sides.markets?.get(ours.market) === false,
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
  if (ours.market !== '' && sides.markets && !sides.markets.has(ours.market)) return 'no-market'
  const pending = sides.pending.get(rowKey)
  if (ours.text === null) return removalReason(there, known, pending)
  if (ours.isOutdated) return 'outdated'
  if (ours.forbidden.length > 0) return 'forbidden'
  if (!resource) return 'no-resource'
  if (!source?.digest || !source.value) return 'no-source'
  const wrong = wrongSource(sides.sources.get(ours.field), source.value)
  if (wrong) return wrong
  const mine = isMine(known, there, ours.text, pending)
  if (mine === 'same') return there?.outdated ? 'confirmed' : 'same'
  if (mine === 'changed') return 'changed'
  if (there === undefined && (known?.value === undefined || pending === null)) return 'new'
  if (sides.isChosen(rowKey, there?.value)) return 'chosen'
  return there === undefined ? 'removed-there' : 'theirs'
}

/** A text is removed only if the shop still has it as we wrote it. */
function removalReason(
  there: ShopTranslation | undefined,
  known: KnownText | undefined,
  pending: string | null | undefined,
): TranslationReason {
  if (there === undefined) return 'same'
  if (typeof pending === 'string' && isSameText(there.key, there.value, pending)) return 'removed'
  return known?.owner === 'ours' && known.value === there.value ? 'removed' : 'theirs'
}

/** Why our translation can't be written for the shop's source text, which must equal our source text. */
function wrongSource(text: ListingText | undefined, value: string): TranslationReason | undefined {
  if (text === undefined || text.shown === undefined) return 'source-changed'
  if (text.now !== text.pushed) return 'unsynced'
  return text.shown.trim() === value.trim() ? undefined : 'source-changed'
}

/** Whether the shop's translation is the one that we wrote; undefined: someone else wrote it, or there is none. */
function isMine(
  known: KnownText | undefined,
  there: ShopTranslation | undefined,
  text: string,
  pending: string | null | undefined,
): 'same' | 'changed' | undefined {
  if (there === undefined) return undefined
  if (isSameText(there.key, there.value, text)) return 'same'
  if (typeof pending === 'string' && isSameText(there.key, there.value, pending)) return 'changed'
  if (known?.owner !== 'ours' || known.value !== there.value) return undefined
  return known.sent === text ? 'same' : 'changed'
}

/** Hash of the plan that a person saw: as long as it is the same, writing has the same result. */
export const planHash = (rows: readonly PlanRow[]): string =>
  createHash('sha256')
    .update(canonicalJson(rows.map((row) => [row.rowKey, row.shopNow ?? null, row.text, seenReason(row)])))
    .digest('hex')

/** The reason that the dry run showed, before the person chose. */
const seenReason = ({ reason, shopNow }: PlanRow): TranslationReason =>
  reason === 'chosen' ? (shopNow === undefined ? 'removed-there' : 'theirs') : reason

export type WriteRow = PlanRow & { readonly target: ShopTarget; readonly digest: string; readonly text: string }
export type RemovalRow = PlanRow & { readonly target: ShopTarget }

/** The writes of the plan, grouped into requests by resource and market: the shop's answer does not name the market. */
export const writesOf = (rows: readonly PlanRow[]): WriteRow[][] =>
  grouped(
    rows.flatMap((row): WriteRow[] => {
      const { target, digest, text } = row
      return isWritten(row.reason) && target && digest !== undefined && text !== null
        ? [{ ...row, target, digest, text }]
        : []
    }),
    ({ target, market }) => `${target.resourceId} ${market}`,
  )

/** The removals of the plan, grouped into requests by resource, language and market. */
export const removalsOf = (rows: readonly PlanRow[]): RemovalRow[][] =>
  grouped(
    rows.flatMap((row): RemovalRow[] => (isRemoved(row.reason) && row.target ? [{ ...row, target: row.target }] : [])),
    ({ target, market, locale }) => `${target.resourceId} ${locale} ${market}`,
  )

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => string): T[][] => [...groupBy(rows, keyOf).values()]
