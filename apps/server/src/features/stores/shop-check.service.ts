import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Store } from '@huoqiao/contract/stores/stores.schema'
import { isRefusal } from '../../platform/refusal.ts'
import { missingScopes } from './grants.mapping.ts'
import { healthAfter, meaningOf } from './stores.rules.ts'
import type { StoreRow } from './stores.store.ts'

/** The result of one check of a shop, as columns; values that the app has no permission to read are missing. */
export type ShopFacts = Partial<
  Pick<
    StoreRow,
    'domain' | 'currency' | 'plan' | 'plus' | 'scopes' | 'locations' | 'publications' | 'languages' | 'markets'
  >
> & { health: Store['health']; healthMessage: string }

type Look = {
  connector: () => Promise<ShopifyConnector>
  signal: AbortSignal
  /** why the store's price rule does not fit this currency, if so */
  ruleFault: (currency: string) => Promise<string | undefined>
}

/** Asks the shop for its name, locations and sales channels. Never throws for a failure of the shop. */
export async function checkShop({ connector, signal, ruleFault }: Look): Promise<ShopFacts> {
  try {
    const shop = await connector()
    const options = { lane: 'interactive', signal } as const
    const info = await shop.shopInfo(options)
    const all = missingScopes(info.scopes)
    const missing = all.filter(({ isOptional }) => !isOptional)
    const lacks = (scope: string): boolean => all.some((one) => one.scope === scope)
    const locations = lacks('read_locations') ? undefined : await shop.listLocations(options)
    const publications = lacks('write_publications') ? undefined : await shop.listPublications(options)
    const languages = lacks('read_locales') ? undefined : await shop.shopLocales(options)
    const markets = lacks('read_markets') ? undefined : await shop.shopMarkets(options)
    // The metafield definition for the upsert's identifier must exist before the first product is pushed.
    if (!lacks('write_products')) await shop.ensureIdDefinition(options)
    const fault = await ruleFault(info.currency)
    return {
      domain: info.domain,
      currency: info.currency,
      plan: info.plan,
      plus: info.plus,
      scopes: [...info.scopes],
      // Without the permission the stored values stay; for languages and markets also the time when they were read.
      ...(locations ? { locations: locations.map(({ id, name }) => ({ id, name })) } : {}),
      ...(publications ? { publications: publications.map(({ id, title }) => ({ id, name: title })) } : {}),
      ...(languages ? { languages: [...languages] } : {}),
      ...(markets ? { markets: [...markets] } : {}),
      health: missing.length > 0 ? 'missing-scopes' : 'ok',
      healthMessage: [
        ...(missing.length > 0
          ? [
              `应用缺少权限：${missing.map(({ scope, what }) => `${what}（${scope}）`).join('、')}。在店铺后台给应用加上后再检查连接`,
            ]
          : []),
        ...(fault === undefined ? [] : [fault]),
      ].join('；'),
    }
  } catch (error) {
    if (isRemoteFailure(error)) {
      return { health: healthAfter(error) ?? 'unreachable', healthMessage: meaningOf(error).why }
    }
    if (isRefusal(error)) return { health: 'unauthorised', healthMessage: error.detail.why ?? error.message }
    throw error
  }
}

/**
 * The store's location and sales channels after a check. A person's choice is kept as long as it exists in the shop. When the shop returns
 * its sales channels for the first time, Online Store (otherwise the first one) is chosen.
 */
export function choicesAfter(
  { locations, publications }: ShopFacts,
  store: Pick<StoreRow, 'locationId' | 'publications' | 'publicationIds'>,
): Partial<Pick<StoreRow, 'locationId' | 'publicationIds'>> {
  const location = locations?.find(({ id }) => id === store.locationId) ?? locations?.[0]
  const still = store.publicationIds.filter((id) => publications?.some((one) => one.id === id))
  const usual = publications?.find(({ name }) => name === 'Online Store') ?? publications?.[0]
  const isFirst = store.publications.length === 0 && still.length === 0
  return {
    ...(location ? { locationId: location.id } : {}),
    ...(publications ? { publicationIds: isFirst && usual ? [usual.id] : still } : {}),
  }
}
