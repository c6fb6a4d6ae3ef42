import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Clock } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid } from '../wire.ts'

const translation = z.object({
  key: z.string(),
  locale: z.string(),
  value: z.string().nullable(),
  outdated: z.boolean(),
  updatedAt: z.string().nullable(),
  /** null: for all markets; absent: not requested */
  market: z.object({ id: gid }).nullish(),
})
/** Has a list of translations for each requested language, under `l0`, `l1` and so on. */
const resource = z
  .object({
    resourceId: gid,
    translatableContent: z.array(
      z.object({ key: z.string(), value: z.string().nullable(), digest: z.string().nullable(), locale: z.string() }),
    ),
  })
  .catchall(z.array(translation))
const answer = z.object({ translatableResourcesByIds: z.object({ nodes: z.array(resource) }) })

type ReadVariables = Readonly<Record<string, unknown>> & {
  readonly ids: readonly string[]
  readonly first: number
  readonly marketId: string | null
  /** whether each translation names its market, which needs read_markets */
  readonly named: boolean
}

/** One request for several languages, because one for each language would read the source texts every time. */
export const readingOf = (locales: number): Operation<ReadVariables, z.infer<typeof answer>> => {
  const names = Array.from({ length: locales }, (_none, at) => `l${at}`)
  return {
    name: 'translatableResourcesByIds',
    mutation: false,
    safe: true,
    // For each resource: itself, its content, and a list for each language, with one more for the markets if `named` (reference, section 2).
    cost: ({ first, named }) => 2 + first * (2 + locales * (named ? 2 : 1)),
    answer,
    document: `query ReadTranslations($ids: [ID!]!, $first: Int!${locales === 0 ? '' : ', $marketId: ID, $named: Boolean!'}${names.map((name) => `, $${name}: String!`).join('')}) {
  translatableResourcesByIds(resourceIds: $ids, first: $first) {
    nodes {
      resourceId
      translatableContent { key value digest locale }
${names.map((name) => `      ${name}: translations(locale: $${name}, marketId: $marketId) { key locale value outdated updatedAt market @include(if: $named) { id } }`).join('\n')}
    }
  }
}`,
  }
}
export const READ_TRANSLATIONS: Operation<ReadVariables, z.infer<typeof answer>> = readingOf(1)

export type SourceText = {
  readonly key: string
  /** null: the resource has no text here, and nothing can be translated */
  readonly value: string | null
  /** digest of the source text; needed to write a translation of it */
  readonly digest: string | null
}

export type ShopTranslation = {
  readonly key: string
  readonly locale: string
  readonly value: string
  /** the source text changed after the translation was written */
  readonly outdated: boolean
  readonly updatedAt: string | undefined
}

export type TranslatableResource = {
  readonly id: string
  readonly content: readonly SourceText[]
  /** in the requested languages, for the requested market or for all markets */
  readonly translations: readonly ShopTranslation[]
}

/** 45 resources with 10 languages and their markets cost 992 points; the vendor's limit for one request is 1,000. */
const RESOURCES_AT_ONCE = 45
const LOCALES_AT_ONCE = 10

export type TranslationReader = (
  ids: readonly string[],
  locales: readonly string[],
  options?: CallOptions & { readonly marketId?: string },
) => Promise<Map<string, TranslatableResource>>

const ASK_AGAIN_MS = 3_600_000

/**
 * Source texts with digests, and the translations in the given languages, by resource id: products, options, option values and pictures. An id
 * that does not exist or cannot be translated is absent. `marketId`: only the translations of that market; without it, only those that apply to
 * all markets.
 *
 * The vendor's documentation does not say whether an answer for a market also contains the general texts, or an answer without a market also
 * those of single markets. So the market of each translation is requested, and others are dropped. Without read_markets the vendor refuses
 * the whole query because of that field: then the market is not requested for an hour, and the answer is used unfiltered.
 */
export function createTranslationReader(execute: Execute, clock: Clock): TranslationReader {
  let unnamedUntil = -Infinity

  async function nodesOf(few: number, variables: Omit<ReadVariables, 'named'>, options: CallOptions) {
    const named = clock.now() >= unnamedUntil
    const ask = async (isNamed: boolean) =>
      (await execute(readingOf(few), { ...variables, named: isNamed } as ReadVariables, options))
        .translatableResourcesByIds.nodes
    try {
      return await ask(named)
    } catch (failure) {
      if (!named || !isRemoteFailure(failure) || failure.detail.code !== 'ACCESS_DENIED') throw failure
      unnamedUntil = clock.now() + ASK_AGAIN_MS
      return ask(false)
    }
  }

  return async (ids, locales, { marketId, ...options } = {}) => {
    const found = new Map<string, TranslatableResource>()
    for (const some of chunked([...new Set(ids)], RESOURCES_AT_ONCE))
      for (const few of locales.length === 0 ? [[]] : chunked(locales, LOCALES_AT_ONCE)) {
        const named = Object.fromEntries(few.map((locale, at) => [`l${at}`, locale]))
        const variables = { ids: some, first: some.length, marketId: marketId ?? null, ...named }
        for (const { resourceId, translatableContent, ...lists } of await nodesOf(few.length, variables, options))
          found.set(resourceId, {
            id: resourceId,
            content: translatableContent.map(({ key, value, digest }) => ({ key, value, digest })),
            translations: [
              ...(found.get(resourceId)?.translations ?? []),
              ...Object.values(lists)
                .flat()
                .filter(({ market }) => market === undefined || market?.id === marketId)
                // A translation without text counts as missing.
                .flatMap(({ value, updatedAt, key, locale, outdated }) =>
                  value === null ? [] : [{ key, locale, outdated, value, updatedAt: updatedAt ?? undefined }],
                ),
            ],
          })
      }
    return found
  }
}
