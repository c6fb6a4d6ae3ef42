import type { CallOptions, ShopifyConnector } from '@huoqiao/connector-shopify'
import { groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { ListingTexts, ListingTextsService } from '../listings/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { TranslationsApi } from '../translations/index.ts'
import { planOf, textKey } from './push-plan.rules.ts'
import type { KnownText, OurText, PlanRow } from './push-plan.rules.ts'
import { findKnown, forgetLanguages } from './shop-translations.store.ts'
import type { KnownRow } from './shop-translations.store.ts'
import { targetOf } from './shop-target.rules.ts'
import type { ShopTarget } from './shop-target.rules.ts'

/** A product with what writing its translations would do now. */
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
  /** by product: the rows in which a person chose our text */
  readonly overwrite: (productId: string) => readonly string[]
  /** of a push of one product: what its earlier tries sent without an answer, by row */
  readonly pending?: ReadonlyMap<string, string>
}

const NOT_THERE = { message: '商品还没有同步到这家店铺', advice: '先同步商品，再写入译文' }
const GONE = { message: '店铺里的商品已被删除', advice: '先重新同步商品，再写入译文' }
const NO_TEXTS = { message: '没有已审的译文', advice: '在翻译工作台审核译文后再写入' }

/** Reads what a shop has, and compares it with our approved texts. Writes nothing in the shop. */
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
  ): Promise<Map<string, OurText[]>> {
    const fields = await deps.translations.sourceFields(db.handle, productIds)
    const approved = await deps.translations.approvedTexts(db.handle, productIds, locales, storeId)
    const labelOf = (productId: string, field: string): string =>
      fields.get(productId)?.find((one) => one.field === field)?.label ?? field
    return new Map(
      [...groupBy(approved, ({ productId }) => productId)].map(([productId, texts]) => [
        productId,
        texts.map(({ field, locale, text, isOutdated, forbidden }) => ({
          field,
          label: labelOf(productId, field),
          locale,
          text,
          isOutdated,
          forbidden,
        })),
      ]),
    )
  }

  return {
    /** In the order of the products; one without a listing in the store is left out. */
    async plans(shop: ShopifyConnector, asked: Asked, options: CallOptions): Promise<ReadPlan[]> {
      const { storeId, productIds } = asked
      const there = await stores.readLanguages(storeId, options)
      const languages = new Map([
        ...there.published.map((locale) => [locale, true] as const),
        ...there.unpublished.map((locale) => [locale, false] as const),
      ])
      const listings = await deps.texts.textsOf(db.handle, storeId, productIds)
      const listingIds = listings.map(({ listingId }) => listingId)
      await forgetLanguages(db.handle, listingIds, [...languages.keys()])
      const known = groupBy(await findKnown(db.handle, listingIds), ({ listingId }) => listingId)
      const texts = await ourTexts(asked, asked.locales ?? [...languages.keys()])
      const shopIds = listings.flatMap(({ shopifyProductId }) => shopifyProductId ?? [])
      const parts = new Map(
        (await shop.translatableParts(shopIds, options)).flatMap((one) => (one ? [[one.productId, one] as const] : [])),
      )
      const targets = new Map(
        listings.map((listing) => {
          const own = parts.get(listing.shopifyProductId ?? '')
          return [listing.listingId, own ? targetsOf(listing, own, texts.get(listing.productId) ?? []) : NO_TARGETS]
        }),
      )
      const ids = [...targets.values()].flatMap((own) => [...own.values()].map(({ resourceId }) => resourceId))
      const wanted = (asked.locales ?? [...languages.keys()]).filter((locale) => languages.has(locale))
      const resources = wanted.length === 0 ? new Map() : await shop.readTranslations(ids, wanted, options)
      return listings.map((listing): ReadPlan => {
        const own = texts.get(listing.productId) ?? []
        if (listing.shopifyProductId === null) return { listing, rows: [], problem: NOT_THERE }
        if (!parts.has(listing.shopifyProductId)) return { listing, rows: [], problem: GONE }
        const rows = planOf({
          texts: own,
          targets: targets.get(listing.listingId)!,
          resources,
          sources: new Map(listing.texts.map((text) => [text.field, text])),
          known: knownTexts(known.get(listing.listingId) ?? []),
          languages,
          overwrite: new Set(asked.overwrite(listing.productId)),
          pending: asked.pending ?? new Map(),
        })
        return { listing, rows, problem: own.length === 0 ? NO_TEXTS : undefined }
      })
    },
  }
}

const NO_TARGETS: ReadonlyMap<string, ShopTarget> = new Map()

function targetsOf(
  listing: ListingTexts,
  parts: Parameters<typeof targetOf>[1]['parts'],
  texts: readonly OurText[],
): ReadonlyMap<string, ShopTarget> {
  const sources = new Map(listing.texts.map((text) => [text.field, text]))
  const fields = [...new Set(texts.map(({ field }) => field))]
  return new Map(
    fields.flatMap((field) => {
      const target = targetOf(field, { parts, media: listing.media, texts: sources })
      return target ? [[field, target] as const] : []
    }),
  )
}

const knownTexts = (rows: readonly KnownRow[]): ReadonlyMap<string, KnownText> =>
  new Map(rows.map((row) => [textKey(row), { owner: row.owner, value: row.value, sent: row.sent }]))
