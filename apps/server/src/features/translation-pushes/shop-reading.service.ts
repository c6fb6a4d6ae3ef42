import type { CallOptions, ShopifyConnector, TranslatableResource } from '@huoqiao/connector-shopify'
import type { StoreMarket } from '@huoqiao/contract/stores/stores.schema'
import { groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { ListingTexts, ListingTextsService } from '../listings/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SourceField, TranslationsApi } from '../translations/index.ts'
import { ofMarket } from './market-argument.ts'
import { planOf, textKey } from './push-plan.rules.ts'
import type { KnownText, OurText, PlanRow, PlanSides } from './push-plan.rules.ts'
import { findKnown, forgetLanguages, forgetMarkets } from './shop-translations.store.ts'
import type { ChangeRow, KnownRow } from './shop-translations.store.ts'
import { targetOf } from './shop-target.rules.ts'
import type { ShopTarget } from './shop-target.rules.ts'

/** A product, and what a push of its translations would change now. */
export type ReadPlan = {
  readonly listing: ListingTexts
  readonly rows: readonly PlanRow[]
  /** why nothing can be written at all */
  readonly problem: { readonly message: string; readonly advice: string } | undefined
}
export type ShopReading = ReturnType<typeof shopReading>

type Asked = {
  readonly storeId: string
  readonly productIds: readonly string[]
  /** undefined: all languages of the shop besides its primary one */
  readonly locales: readonly string[] | undefined
  readonly isChosen: PlanSides['isChosen']
  /** of a push of one product: what its earlier tries sent without receiving an answer */
  readonly pending?: readonly ChangeRow[]
}

const NOT_THERE = { message: '商品还没有同步到这家店铺', advice: '先同步商品，再写入译文' }
const GONE = { message: '店铺里的商品已被删除', advice: '先重新同步商品，再写入译文' }
const NO_TEXTS = { message: '没有已审的译文', advice: '在翻译工作台审核译文后再写入' }

/** The shop's resources with the translations of one market, or of all markets. */
type Resources = ReadonlyMap<string, TranslatableResource>
/** The target of each field of one product. */
type Targets = ReadonlyMap<string, ShopTarget>

/** Reads the translations of a shop and compares them with our approved texts. Writes nothing to the shop. */
export function shopReading(deps: {
  db: Db
  stores: StoresApi
  texts: ListingTextsService
  translations: TranslationsApi
}) {
  const { db, stores } = deps

  /** Our approved texts by product, with the labels of their fields. */
  async function ourTexts(
    { storeId, productIds }: Pick<Asked, 'storeId' | 'productIds'>,
    locales: readonly string[],
    fields: ReadonlyMap<string, readonly SourceField[]>,
  ): Promise<Map<string, OurText[]>> {
    const approved = await deps.translations.approvedTexts(db.handle, productIds, locales, storeId)
    return new Map(
      [...groupBy(approved, ({ productId }) => productId)].map(([productId, texts]) => [
        productId,
        texts.map(({ field, locale, market, text, isOutdated, forbidden }) => ({
          field,
          label: labelOf(fields.get(productId), field),
          locale,
          market: market?.id ?? '',
          marketName: market?.name ?? null,
          text,
          isOutdated,
          forbidden,
        })),
      ]),
    )
  }

  /** The shop's markets. Called only if a product has market texts, because most shops and products have none. */
  async function marketsOf(
    storeId: string,
    listingIds: readonly string[],
    options: CallOptions,
  ): Promise<ReadonlyMap<string, StoreMarket> | undefined> {
    const read = await stores.readMarkets(storeId, options)
    if (!read) return undefined
    await forgetMarkets(
      db.handle,
      listingIds,
      read.map(({ id }) => id),
    )
    return new Map(read.map((market) => [market.id, market]))
  }

  /** Translations in the requested languages. For a market, only resources with market texts of ours are read. */
  async function resourcesOf(
    shop: ShopifyConnector,
    wanted: readonly { target: ShopTarget; locale: string; market: string }[],
    options: CallOptions,
  ): Promise<ReadonlyMap<string, Resources>> {
    const read = new Map<string, Resources>()
    for (const [market, those] of groupBy(wanted, (one) => one.market)) {
      const ids = [...new Set(those.map(({ target }) => target.resourceId))]
      const locales = [...new Set(those.map(({ locale }) => locale))]
      read.set(market, await shop.readTranslations(ids, locales, { ...options, ...ofMarket(market) }))
    }
    return read
  }

  return {
    /** In the order of the products. Products without a listing in the store are left out. */
    async plans(shop: ShopifyConnector, asked: Asked, options: CallOptions): Promise<ReadPlan[]> {
      const { storeId, productIds } = asked
      const there = await stores.readLanguages(storeId, options)
      const languages = new Map([
        ...there.published.map((locale) => [locale, true] as const),
        ...there.unpublished.map((locale) => [locale, false] as const),
      ])
      const locales = asked.locales ?? [...languages.keys()]
      const listings = await deps.texts.textsOf(db.handle, storeId, productIds)
      const listingIds = listings.map(({ listingId }) => listingId)
      await forgetLanguages(db.handle, listingIds, [...languages.keys()])
      const fields = await deps.translations.sourceFields(db.handle, productIds)
      const texts = await ourTexts(asked, locales, fields)
      const pending = asked.pending ?? []
      const isOfMarket = ({ market }: { market: string }): boolean => market !== ''
      const everKnown = await findKnown(db.handle, listingIds)
      const oursThere = everKnown.filter(({ owner }) => owner === 'ours')
      const hasMarkets = [...[...texts.values()].flat(), ...oursThere, ...pending].some(isOfMarket)
      const markets = hasMarkets ? await marketsOf(storeId, listingIds, options) : undefined
      const isKept = ({ market }: { market: string }): boolean => market === '' || (markets?.has(market) ?? true)
      const known = groupBy(everKnown.filter(isKept), ({ listingId }) => listingId)
      const shopIds = listings.flatMap(({ shopifyProductId }) => shopifyProductId ?? [])
      const parts = new Map(
        (await shop.translatableParts(shopIds, options)).flatMap((one) => (one ? [[one.productId, one] as const] : [])),
      )
      const compared = listings.map((listing) => {
        const own = parts.get(listing.shopifyProductId ?? '')
        const sources = fields.get(listing.productId) ?? []
        const targets: Targets = own ? targetsOf(listing, own, sources) : new Map()
        const remembered = [...(known.get(listing.listingId) ?? []).filter(({ owner }) => owner === 'ours'), ...pending]
        const ours = texts.get(listing.productId) ?? []
        const gone = removedHere(ours, remembered.filter(isOfMarket), { targets, sources, locales, markets })
        return { listing, targets, ours: [...ours, ...gone] }
      })
      const wanted = compared.flatMap(({ targets, ours }) =>
        ours.flatMap(({ field, locale, market }) => {
          const target = targets.get(field)
          return target && languages.has(locale) && isKept({ market }) ? [{ target, locale, market }] : []
        }),
      )
      const resources = await resourcesOf(shop, wanted, options)
      return compared.map(({ listing, targets, ours }): ReadPlan => {
        if (listing.shopifyProductId === null) return { listing, rows: [], problem: NOT_THERE }
        if (!parts.has(listing.shopifyProductId)) return { listing, rows: [], problem: GONE }
        const rows = planOf({
          texts: ours,
          targets,
          resources,
          sources: new Map(listing.texts.map((text) => [text.field, text])),
          known: knownTexts(known.get(listing.listingId) ?? []),
          languages,
          markets: markets && new Map([...markets].map(([id, { active }]) => [id, active])),
          isChosen: asked.isChosen,
          pending: new Map(pending.map((change) => [textKey(change), change.after])),
        })
        return { listing, rows, problem: ours.length === 0 ? NO_TEXTS : undefined }
      })
    },
  }
}

/** Market texts that we wrote to the shop and that were removed here since. */
function removedHere(
  ours: readonly OurText[],
  remembered: readonly Pick<KnownRow, 'resourceId' | 'key' | 'locale' | 'market'>[],
  about: {
    targets: Targets
    sources: readonly SourceField[]
    locales: readonly string[]
    markets: ReadonlyMap<string, StoreMarket> | undefined
  },
): OurText[] {
  const { targets, sources, locales, markets } = about
  const fieldAt = new Map([...targets].map(([field, { resourceId, key }]) => [`${resourceId} ${key}`, field]))
  const has = new Set(ours.map(({ field, locale, market }) => `${field} ${locale} ${market}`))
  return remembered.flatMap(({ resourceId, key, locale, market }): OurText[] => {
    const field = fieldAt.get(`${resourceId} ${key}`)
    if (field === undefined || !locales.includes(locale) || has.has(`${field} ${locale} ${market}`)) return []
    has.add(`${field} ${locale} ${market}`)
    const marketName = markets?.get(market)?.name ?? '一个市场'
    return [
      {
        field,
        label: labelOf(sources, field),
        locale,
        market,
        marketName,
        text: null,
        isOutdated: false,
        forbidden: [],
      },
    ]
  })
}

const labelOf = (sources: readonly SourceField[] | undefined, field: string): string =>
  sources?.find((one) => one.field === field)?.label ?? field

function targetsOf(
  listing: ListingTexts,
  parts: Parameters<typeof targetOf>[1]['parts'],
  sources: readonly SourceField[],
): Targets {
  const texts = new Map(listing.texts.map((text) => [text.field, text]))
  return new Map(
    sources.flatMap(({ field }) => {
      const target = targetOf(field, { parts, media: listing.media, texts })
      return target ? [[field, target] as const] : []
    }),
  )
}

const knownTexts = (rows: readonly KnownRow[]): ReadonlyMap<string, KnownText> =>
  new Map(rows.map((row) => [textKey(row), { owner: row.owner, value: row.value, sent: row.sent }]))
