import type { Args, Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gidNumber, gidType } from '../gid.ts'
import { notSimulated } from '../refusals.ts'
import { contentOf, digestOf, nestedOf, resourcesOf, TRANSLATABLE_TYPES } from '../translations/translatable.ts'
import type { TranslationRow } from '../translations/translation.rows.ts'

type ResourceView = { resourceId: string }
export type TranslationView = TranslationRow & { outdated: boolean }

/** A translation is outdated once its source text is another one. */
export const translationView = (row: TranslationRow, resourceId: string, call: Call): TranslationView => {
  const source = contentOf(call.shop, resourceId)?.find(({ key }) => key === row.key)
  return { ...row, outdated: digestOf(source?.value ?? null) !== row.digest }
}

/**
 * With `marketId`: only that market's own translations; without it: only those that apply to all markets. With the quirk `looseMarkets` also:
 * with `marketId` the general ones for fields that the market has none of its own for; without it those of every market.
 */
function translations(resourceId: string, args: Args, call: Call): TranslationView[] {
  const marketId = (args.marketId ?? undefined) as string | undefined
  const rows = call.shop.translations.of(resourceId).filter(({ locale }) => locale === args.locale)
  const own = rows.filter((row) => row.marketId === marketId)
  const others = rows.filter(
    (row) =>
      row.marketId !== marketId &&
      (marketId === undefined || (row.marketId === undefined && !own.some(({ key }) => key === row.key))),
  )
  return (call.quirks.looseMarkets() ? [...others, ...own] : own)
    .map((row) => translationView(row, resourceId, call))
    .filter(({ outdated }) => args.outdated === undefined || args.outdated === null || outdated === args.outdated)
}

/** `translations` of an object itself has published languages only (interface HasPublishedTranslations). */
export const publishedTranslations = (source: { id: string }, args: Args, call: Call): TranslationView[] =>
  call.shop.locales.get(args.locale as string)?.published === true ? translations(source.id, args, call) : []

const exists = (id: string, call: Call): boolean => Boolean(contentOf(call.shop, id))

function page(ids: readonly string[], args: Args): unknown {
  const rows = ids.map((resourceId, at) => ({ resourceId, at }))
  return paginate(rows, args as PageArgs, { id: ({ resourceId }) => resourceId, value: ({ at }) => at })
}

const resourceType = fieldsOf<ResourceView>({
  translatableContent: ({ resourceId }, args, call) =>
    args.marketId
      ? []
      : (contentOf(call.shop, resourceId) ?? []).map(({ key, value, type }) => ({
          key,
          value,
          type,
          digest: digestOf(value),
          locale: call.shop.locales.primary(),
        })),
  translations: ({ resourceId }, args, call) => translations(resourceId, args, call),
  nestedTranslatableResources: ({ resourceId }, args, call) => {
    const wanted = args.resourceType ? TRANSLATABLE_TYPES[args.resourceType as string] : undefined
    const nested = nestedOf(call.shop, resourceId)
    return page(args.resourceType ? nested.filter((id) => gidType(id) === wanted) : nested, args)
  },
})

export const translationTypes: Record<string, TypeFields> = {
  TranslatableResource: resourceType,
  Translation: fieldsOf<TranslationRow>({
    market: ({ marketId }, _args, { shop }) => (marketId === undefined ? null : (shop.markets.get(marketId) ?? null)),
  }),
}

export const translationQueries: TypeFields = fieldsOf<unknown>({
  shopLocales: (_s, args, { shop }) => shop.locales.all().filter((row) => !args.published || row.published),
  /* A shop has few markets, so an order other than by name and a search are not simulated. */
  markets: (_s, args, { shop }) => {
    if (args.query || args.type || args.sortKey !== 'NAME') throw notSimulated('a search of markets')
    const rows = shop.markets.all().map((row, at) => ({ ...row, at }))
    return paginate(rows, args as PageArgs, { id: ({ id }) => id, value: ({ at }) => at })
  },
  market: (_s, args, { shop }) => shop.markets.get(args.id as string) ?? null,
  translatableResource: (_s, args, call) => {
    const resourceId = args.resourceId as string
    return exists(resourceId, call) ? { resourceId } : null
  },
  translatableResources: (_s, args, call) => {
    const ids = resourcesOf(call.shop, args.resourceType as string)
    return page(
      ids.toSorted((a, b) => Number(gidNumber(a)) - Number(gidNumber(b))),
      args,
    )
  },
  /* Unknown ids are left out; an id that was given twice is returned once. */
  translatableResourcesByIds: (_s, args, call) =>
    page(
      [...new Set(args.resourceIds as string[])].filter((id) => exists(id, call)),
      args,
    ),
})
