import type { Args, Call } from '../call.ts'
import { reserialised } from '../draft/description-html.ts'
import { contentOf, digestOf } from '../translations/translatable.ts'
import type { ContentRow } from '../translations/translatable.ts'
import type { TranslationRow } from '../translations/translation.rows.ts'
import { translationView } from '../types/translation.fields.ts'
import type { TranslationView } from '../types/translation.fields.ts'
import type { UserError } from '../rows.ts'

type Entry = {
  key: string
  locale: string
  value: string
  marketId?: string | null
  translatableContentDigest: string
}

/** Translations in one call ("Too many keys for resource - maximum 100 per mutation", as observed). */
const MOST_ENTRIES = 100

type Answer = { translations: TranslationView[] | null; userErrors: UserError[] }
const refused = (code: string, message: string): Answer => ({
  translations: null,
  userErrors: [{ code, field: ['resourceId'], message }],
})

/** The refusal of a resource that does not exist or has nothing to translate; its fields otherwise. */
function fieldsOfResource(id: string, call: Call): ContentRow[] | Answer {
  const content = contentOf(call.shop, id)
  if (content === null) return refused('RESOURCE_NOT_TRANSLATABLE', 'Resource is not translatable')
  return content ?? refused('RESOURCE_NOT_FOUND', `Resource ${id} does not exist`)
}

/**
 * translationsRegister. An entry that is refused does not prevent the others. The documents do not say this; with the quirk
 * `shopify.translations-all-or-nothing` one refused entry prevents all.
 */
export function translationsRegister(_source: unknown, args: Args, call: Call): unknown {
  const id = args.resourceId as string
  const entries = args.translations as Entry[]
  const content = fieldsOfResource(id, call)
  if (!Array.isArray(content)) return content
  if (entries.length > MOST_ENTRIES)
    return refused('TOO_MANY_KEYS_FOR_RESOURCE', `Too many keys for resource - maximum ${MOST_ENTRIES} per mutation`)
  const faults = entries.map((entry, at) => faultOf(entry, content, call, ['translations', String(at)]))
  const userErrors = faults.filter((fault) => fault !== undefined)
  if (userErrors.length > 0 && call.quirks.translationsAllOrNothing()) return { translations: [], userErrors }
  const rows = entries
    .filter((_entry, at) => faults[at] === undefined)
    .map((entry) => registered(entry, content, call, 'app'))
  for (const row of rows) call.shop.translations.put(id, row)
  if (rows.length > 0) call.effects.push(`${rows.length} translations of ${id}: ${named(rows)}`)
  return { translations: rows.map((row) => translationView(row, id, call)), userErrors }
}

const named = (rows: readonly TranslationRow[]): string =>
  rows
    .slice(0, 20)
    .map(({ key, locale, marketId }) => `${key} ${locale}${marketId === undefined ? '' : ` ${marketId}`}`)
    .join(', ')

/** A description is saved as the shop saves descriptions. */
export function registered(
  entry: Pick<Entry, 'key' | 'locale' | 'value' | 'marketId'>,
  content: readonly ContentRow[],
  call: Pick<Call, 'shop' | 'quirks'>,
  by: TranslationRow['by'],
): TranslationRow {
  const { key, locale, value, marketId } = entry
  const source = content.find((row) => row.key === key)
  const rewrites = source?.type === 'HTML' && call.quirks.descriptionHtml() === 'reserialised'
  return {
    key,
    locale,
    ...(marketId ? { marketId } : {}),
    value: rewrites ? reserialised(value) : value,
    digest: digestOf(source?.value ?? null) ?? '',
    by,
    updatedAt: call.shop.now(),
  }
}

/** The first thing that is wrong with an entry, in the order in which the vendor checks. */
function faultOf(entry: Entry, content: readonly ContentRow[], call: Call, path: string[]): UserError | undefined {
  const { locales } = call.shop
  const fault = (field: string, code: string, message: string): UserError => ({
    code,
    field: [...path, field],
    message,
  })
  if (entry.marketId && !call.shop.markets.get(entry.marketId))
    return fault(
      'marketId',
      'MARKET_DOES_NOT_EXIST',
      "The market corresponding to the `marketId` argument doesn't exist",
    )
  if (entry.locale === locales.primary())
    return fault('locale', 'INVALID_LOCALE_FOR_SHOP', "Locale cannot be the same as the shop's primary locale")
  if (!locales.get(entry.locale))
    return fault('locale', 'INVALID_LOCALE_FOR_SHOP', 'Locale is not a valid locale for the shop')
  if (entry.value.trim() === '') return fault('value', 'FAILS_RESOURCE_VALIDATION', "Value can't be blank")
  const source = content.find(({ key }) => key === entry.key)
  if (!source) return fault('key', 'INVALID_KEY_FOR_MODEL', `Key ${entry.key} is not a valid translatable field`)
  if (digestOf(source.value) !== entry.translatableContentDigest)
    return fault('translatableContentDigest', 'INVALID_TRANSLATABLE_CONTENT', 'Translatable content hash is invalid')
  if (Array.from(entry.value).length > source.longest)
    return fault(
      'value',
      'FAILS_RESOURCE_VALIDATION',
      `Value fails validation on resource: ["${entry.key} is too long (maximum is ${source.longest} characters)"]`,
    )
  return undefined
}

/** Without keys or languages nothing is removed; without markets only translations that apply to all markets. */
export function translationsRemove(_source: unknown, args: Args, call: Call): unknown {
  const id = args.resourceId as string
  const content = fieldsOfResource(id, call)
  if (!Array.isArray(content)) return content
  const keys = args.translationKeys as string[]
  const locales = args.locales as string[]
  const markets = (args.marketIds ?? []) as string[]
  const gone = call.shop.translations.remove(
    id,
    ({ key, locale, marketId }) =>
      keys.includes(key) &&
      locales.includes(locale) &&
      (markets.length === 0 ? marketId === undefined : marketId !== undefined && markets.includes(marketId)),
  )
  if (gone.length > 0) call.effects.push(`${gone.length} translations of ${id} removed: ${named(gone)}`)
  return {
    translations: gone.length === 0 ? null : gone.map((row) => translationView(row, id, call)),
    userErrors: [],
  }
}
