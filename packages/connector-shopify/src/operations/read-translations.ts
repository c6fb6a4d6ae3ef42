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
}

/** One request for several languages, as each would read the source texts again. `READ_TRANSLATIONS` is the one for one language. */
export const readingOf = (locales: number): Operation<ReadVariables, z.infer<typeof answer>> => {
  const names = Array.from({ length: locales }, (_none, at) => `l${at}`)
  return {
    name: 'translatableResourcesByIds',
    mutation: false,
    safe: true,
    // Per resource itself, its content and one list a language (reference, section 2).
    cost: ({ first }) => 2 + first * (2 + locales),
    answer,
    document: `query ReadTranslations($ids: [ID!]!, $first: Int!, $marketId: ID${names.map((name) => `, $${name}: String!`).join('')}) {
  translatableResourcesByIds(resourceIds: $ids, first: $first) {
    nodes {
      resourceId
      translatableContent { key value digest locale }
${names.map((name) => `      ${name}: translations(locale: $${name}, marketId: $marketId) { key locale value outdated updatedAt }`).join('\n')}
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
  /** of the source text; needed to write a translation of it */
  readonly digest: string | null
}

export type ShopTranslation = {
  readonly key: string
  readonly locale: string
  readonly value: string
  /** its source text changed since it was written */
  readonly outdated: boolean
  readonly updatedAt: string | undefined
}

export type TranslatableResource = {
  readonly id: string
  readonly content: readonly SourceText[]
  /** in the requested languages, of the requested market or of all markets */
  readonly translations: readonly ShopTranslation[]
}

/** The vendor's limit of one request is 1,000 points. */
const RESOURCES_AT_ONCE = 50
const LOCALES_AT_ONCE = 10

/**
 * Source texts with digests, and the translations in the given languages, by resource id: products, options, option values and pictures. An id
 * that does not exist or cannot be translated is absent. `marketId`: the translations of that market alone.
 */
export async function readTranslations(
  execute: Execute,
  ids: readonly string[],
  locales: readonly string[],
  options?: CallOptions,
  marketId?: string,
): Promise<Map<string, TranslatableResource>> {
  const found = new Map<string, TranslatableResource>()
  for (const some of chunked([...new Set(ids)], RESOURCES_AT_ONCE))
    for (const few of locales.length === 0 ? [[]] : chunked(locales, LOCALES_AT_ONCE)) {
      const named = Object.fromEntries(few.map((locale, at) => [`l${at}`, locale]))
      const variables = { ids: some, first: some.length, marketId: marketId ?? null, ...named }
      const { nodes } = (await execute(readingOf(few.length), variables, options)).translatableResourcesByIds
      for (const { resourceId, translatableContent, ...lists } of nodes)
        found.set(resourceId, {
          id: resourceId,
          content: translatableContent.map(({ key, value, digest }) => ({ key, value, digest })),
          translations: [
            ...(found.get(resourceId)?.translations ?? []),
            ...Object.values(lists)
              .flat()
              // A translation without a text is none.
              .flatMap(({ value, updatedAt, ...one }) =>
                value === null ? [] : [{ ...one, value, updatedAt: updatedAt ?? undefined }],
              ),
          ],
        })
    }
  return found
}
