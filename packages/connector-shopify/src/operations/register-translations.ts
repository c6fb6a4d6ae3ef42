import { z } from 'zod'
import { userErrorsOf } from '../failures.ts'
import type { ShopifyUserError } from '../failures.ts'
import { MUTATION_COST, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'

const written = z.object({ key: z.string(), locale: z.string(), value: z.string().nullable() })
const registerAnswer = z.object({ translationsRegister: z.object({ translations: z.array(written).nullable() }) })
const removeAnswer = z.object({ translationsRemove: z.object({}) })

export type TranslationEntry = {
  readonly key: string
  readonly locale: string
  readonly value: string
  /** digest of the source text that was translated: if the source text has changed since, the shop refuses the entry */
  readonly translatableContentDigest: string
  /** absent: for all markets */
  readonly marketId?: string
}

type RegisterVariables = { readonly id: string; readonly translations: readonly TranslationEntry[] }

export const REGISTER_TRANSLATIONS: Operation<RegisterVariables, z.infer<typeof registerAnswer>> = {
  name: 'translationsRegister',
  mutation: true,
  // Not repeated: it could overwrite a translation that staff wrote in between. The digest protects only against a changed source text.
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer: registerAnswer,
  document: `mutation RegisterTranslations($id: ID!, $translations: [TranslationInput!]!) {
  translationsRegister(resourceId: $id, translations: $translations) {
    translations { key locale value }
    userErrors { code field message }
  }
}`,
}

type RemoveVariables = {
  readonly id: string
  readonly keys: readonly string[]
  readonly locales: readonly string[]
  readonly marketIds: readonly string[] | null
}

export const REMOVE_TRANSLATIONS: Operation<RemoveVariables, z.infer<typeof removeAnswer>> = {
  name: 'translationsRemove',
  mutation: true,
  safe: false,
  cost: () => MUTATION_COST,
  answer: removeAnswer,
  document: `mutation RemoveTranslations($id: ID!, $keys: [String!]!, $locales: [String!]!, $marketIds: [ID!]) {
  translationsRemove(resourceId: $id, translationKeys: $keys, locales: $locales, marketIds: $marketIds) {
    userErrors { code field message }
  }
}`,
}

/** One request takes at most this many entries ("maximum 100 per mutation", in the vendor's refusal). */
const MOST_ENTRIES = 100

/**
 * Why an entry was refused. `stale`: the source text has changed or no longer exists. `locale`: the shop does not have the language, or it is
 * its primary one.
 */
export type TranslationRefusal = 'stale' | 'locale' | 'market' | 'key' | 'value' | 'other'

export type RefusedTranslation = {
  readonly key: string
  readonly locale: string
  readonly why: TranslationRefusal
  readonly code: string | undefined
  readonly message: string
}

export type RegisteredTranslations = {
  /** As the shop stored them. Undefined: some were refused, and reading the resource shows whether the others were written. */
  readonly written: readonly { readonly key: string; readonly locale: string; readonly value: string }[] | undefined
  readonly refused: readonly RefusedTranslation[]
}

const WHY: Readonly<Record<string, TranslationRefusal>> = {
  INVALID_TRANSLATABLE_CONTENT: 'stale',
  INVALID_LOCALE_FOR_SHOP: 'locale',
  INVALID_LOCALE_FOR_MARKET: 'locale',
  INVALID_CODE: 'locale',
  INVALID_FORMAT: 'locale',
  MARKET_DOES_NOT_EXIST: 'market',
  MARKET_CUSTOM_CONTENT_NOT_ALLOWED: 'market',
  MARKET_LOCALE_CREATION_FAILED: 'market',
  RESOURCE_NOT_MARKET_CUSTOMIZABLE: 'market',
  INVALID_KEY_FOR_MODEL: 'key',
  BLANK: 'value',
  INVALID: 'value',
  FAILS_RESOURCE_VALIDATION: 'value',
  INVALID_VALUE_FOR_HANDLE_TRANSLATION: 'value',
}

/** Writes translations of one resource. Entries that the shop refuses are returned; a refusal of the whole request is thrown. */
export async function registerTranslations(
  execute: Execute,
  resourceId: string,
  entries: readonly TranslationEntry[],
  options?: CallOptions,
): Promise<RegisteredTranslations> {
  const all: { key: string; locale: string; value: string }[] = []
  const refused: RefusedTranslation[] = []
  for (const translations of chunked(entries, MOST_ENTRIES)) {
    try {
      const answer = await execute(REGISTER_TRANSLATIONS, { id: resourceId, translations }, options)
      for (const { key, locale, value } of answer.translationsRegister.translations ?? [])
        all.push({ key, locale, value: value ?? '' })
    } catch (failure) {
      const named = userErrorsOf(failure).map((error) => refusedEntry(error, translations))
      if (named.length === 0 || named.includes(undefined)) throw failure
      refused.push(...named.filter((one) => one !== undefined))
    }
  }
  return { written: refused.length === 0 ? all : undefined, refused }
}

/** The entry that an error refers to by its index in the list; undefined: it concerns the whole request. */
function refusedEntry(
  { code, field, message }: ShopifyUserError,
  entries: readonly TranslationEntry[],
): RefusedTranslation | undefined {
  const entry = field?.[0] === 'translations' ? entries[Number(field[1])] : undefined
  return entry && { key: entry.key, locale: entry.locale, why: WHY[code ?? ''] ?? 'other', code, message }
}

/** Removes the translations of these keys in these languages; a missing translation is no error. */
export async function removeTranslations(
  execute: Execute,
  resourceId: string,
  what: { readonly keys: readonly string[]; readonly locales: readonly string[]; readonly marketId?: string },
  options?: CallOptions,
): Promise<void> {
  const { keys, locales, marketId } = what
  if (keys.length === 0 || locales.length === 0) return
  const marketIds = marketId === undefined ? null : [marketId]
  await execute(REMOVE_TRANSLATIONS, { id: resourceId, keys, locales, marketIds }, options)
}
