import { ControlRefusal, textIn } from '../../../control/body-reading.ts'
import type { Body } from '../../../control/body-reading.ts'
import { registered } from '../mutations/translations.ts'
import type { ShopifyQuirks } from '../quirks.ts'
import type { ShopState } from '../shop-state.ts'
import { AVAILABLE_LOCALES, MOST_LOCALES } from '../translations/shop-locales.ts'
import { handleOf } from '../translations/markets.ts'
import { contentOf, digestOf } from '../translations/translatable.ts'
import type { TranslationRow } from '../translations/translation.rows.ts'

/**
 * What staff do to a language: `{action: enable | publish | unpublish | disable, locale}`. A new one is not published; removing one
 * deletes its translations; the primary one cannot be changed here, as with the vendor's own API.
 */
export function changeLocale(shop: ShopState, body: Body): object {
  const action = textIn(body, 'action') ?? ''
  const locale = textIn(body, 'locale') ?? ''
  const known = shop.locales.get(locale)
  const name = known?.name ?? AVAILABLE_LOCALES[locale]
  if (!['enable', 'publish', 'unpublish', 'disable'].includes(action))
    throw new ControlRefusal('action takes enable, publish, unpublish or disable')
  if (name === undefined) throw new ControlRefusal(`no language ${locale}`)
  if (known?.primary) throw new ControlRefusal("the primary locale of a store can't be changed here")
  if (action === 'enable' && known) throw new ControlRefusal('Locale has already been taken')
  if (action !== 'enable' && !known) throw new ControlRefusal(`the shop does not have ${locale}`)
  if (action === 'enable' && shop.locales.all().length > MOST_LOCALES)
    throw new ControlRefusal(`a store has at most ${MOST_LOCALES} languages besides its primary one`)
  const published = action === 'publish' || (action === 'disable' && known?.published === true)
  shop.locales.change({ locale, name, primary: false, published, removed: action === 'disable' })
  if (action === 'disable') shop.translations.forgetWhere((row) => row.locale === locale)
  const topic = { enable: 'create', disable: 'destroy' }[action] ?? 'update'
  shop.events.emit(shop, `locales/${topic}`, { locale: { locale, published } })
  return { done: `语言 ${locale}：${action}`, locales: shop.locales.all() }
}

/**
 * What staff do to a market: `{action: add | activate | draft | remove, name}`. A new one is a draft; removing one deletes its
 * translations.
 */
export function changeMarket(shop: ShopState, body: Body): object {
  const action = textIn(body, 'action') ?? ''
  const name = textIn(body, 'name') ?? ''
  const known = shop.markets.all().find((market) => market.name === name)
  if (!['add', 'activate', 'draft', 'remove'].includes(action))
    throw new ControlRefusal('action takes add, activate, draft or remove')
  if (name === '') throw new ControlRefusal('name is needed')
  if (action === 'add' && known) throw new ControlRefusal('Name has already been taken')
  if (action !== 'add' && !known) throw new ControlRefusal(`the shop has no market ${name}`)
  const market = known ?? { id: shop.newId('Market'), name, handle: handleOf(name), status: 'DRAFT' as const }
  const status = action === 'activate' ? 'ACTIVE' : action === 'draft' ? 'DRAFT' : market.status
  shop.markets.change({ ...market, status, removed: action === 'remove' })
  if (action === 'remove') shop.translations.forgetWhere((row) => row.marketId === market.id)
  return { done: `市场 ${name}：${action}`, id: market.id, markets: shop.markets.all() }
}

/**
 * Staff or another app translate a field, `{resourceId, key, locale, value, marketId}`; without a value the translation is removed,
 * without a market it applies to all markets. The languages are those of the shop; unlike the API, no digest is needed.
 */
export function changeTranslation(shop: ShopState, body: Body, quirks: ShopifyQuirks): object {
  const resourceId = textIn(body, 'resourceId') ?? ''
  const key = textIn(body, 'key') ?? ''
  const locale = textIn(body, 'locale') ?? ''
  const value = textIn(body, 'value')
  const marketId = textIn(body, 'marketId')
  const content = contentOf(shop, resourceId)
  if (!content?.some((row) => row.key === key)) throw new ControlRefusal(`no field ${key} of ${resourceId}`)
  if (shop.locales.get(locale)?.primary !== false) throw new ControlRefusal(`no translations into ${locale}`)
  if (marketId !== undefined && !shop.markets.get(marketId)) throw new ControlRefusal(`no market ${marketId}`)
  const isIt = (row: TranslationRow): boolean => row.key === key && row.locale === locale && row.marketId === marketId
  if (value === undefined) shop.translations.remove(resourceId, isIt)
  else
    shop.translations.put(
      resourceId,
      registered(
        { key, locale, value, ...(marketId === undefined ? {} : { marketId }) },
        content,
        { shop, quirks },
        'staff',
      ),
    )
  return { done: `${key} ${locale}`, ...translationWitness(shop, resourceId) }
}

/** The translations of a resource with who wrote them. */
export function translationWitness(shop: ShopState, resourceId: string): object {
  const content = contentOf(shop, resourceId)
  return {
    resourceId,
    exists: Boolean(content),
    translations: shop.translations.of(resourceId).map((row) => ({
      ...row,
      outdated: digestOf(content?.find(({ key }) => key === row.key)?.value ?? null) !== row.digest,
    })),
  }
}
