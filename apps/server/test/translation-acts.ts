import type { Product } from '@huoqiao/contract/products/products.schema'
import type {
  TranslationPreview,
  TranslationPush,
} from '@huoqiao/contract/translation-pushes/translation-pushes.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { runCron } from './run-cron.ts'
import { until } from './until.ts'
import type { PushBench } from '../src/features/listings/listings.testing.ts'

type Witness = {
  exists: boolean
  translations: { key: string; locale: string; marketId?: string; value: string; by: string }[]
}

const OPEN: readonly string[] = ['queued', 'running']

/** The common actions of tests of translations in a shop. */
export const translationActs = (bench: PushBench) => {
  /** Saves texts as a person does: they are approved. */
  const translate = async (
    product: { id: string },
    texts: Readonly<Record<string, string | null>>,
    locale: Locale = 'de',
    marketId?: string,
  ) => {
    const scope = { productId: product.id, locale, ...(marketId === undefined ? {} : { storeId: bench.us, marketId }) }
    const { fields } = await bench.app.ok('getProductTranslations', scope)
    const versions = new Map(fields.map((one) => [one.field, one.translation?.version ?? 0]))
    await bench.app.ok('saveTranslations', {
      ...scope,
      edits: Object.entries(texts).map(([field, text]) => ({ field, text, version: versions.get(field) ?? 0 })),
    })
  }
  const preview = async (product: { id: string }, locales?: readonly string[]): Promise<TranslationPreview> => {
    const { items } = await bench.app.ok('previewTranslationPush', {
      storeId: bench.us,
      productIds: [product.id],
      ...(locales ? { locales: [...locales] } : {}),
    })
    return items[0]!
  }
  /** `标题 de: new`, one line for each row of the dry run; `标题 de @Canada: new` of a market. */
  const reasons = ({ fields }: TranslationPreview): string[] =>
    fields.map(
      ({ label, locale, market, reason }) =>
        `${label.split('（')[0]} ${locale}${market === '所有市场' ? '' : ` @${market}`}: ${reason}`,
    )
  const start = async (products: readonly { id: string }[], over: object = {}): Promise<TranslationPush> => {
    const productIds = products.map(({ id }) => id)
    const { push, rows } = await bench.app.ok('pushTranslations', { storeId: bench.us, productIds, ...over })
    if (!push) throw new Error(JSON.stringify(rows))
    return push
  }
  const ended = (push: { id: string }) =>
    until(
      () => bench.app.ok('getTranslationPush', { pushId: push.id, pageSize: 200 }),
      (seen) => !OPEN.includes(seen.push.state),
    )
  /** Starts a push and waits for its end. */
  const push = async (products: readonly { id: string }[], over: object = {}) => ended(await start(products, over))
  /** Waits for the end of a push whose answers are lost: a day passes, then each outcome is looked up; `meanwhile` runs before the first. */
  const lookedUp = async ({ id: pushId }: { id: string }, meanwhile?: () => Promise<unknown>) => {
    const read = () => bench.app.ok('getTranslationPush', { pushId })
    for (let round = 0; ; round++) {
      const seen = await until(read, (now) => !OPEN.includes(now.push.state))
      if (seen.push.state !== 'unknown') return seen
      if (round === 0) await meanwhile?.()
      await bench.app.db.pool.query(
        `update remote_act set intended_at = intended_at - interval '1 day', next_look_at = now() - interval '1 day'
          where kind = 'push-translations' and state = 'unknown'`,
      )
      await runCron(bench.app, 'settle-acts')
      await until(read, (now) => now.push.state !== 'unknown')
    }
  }
  const shopId = async (product: { id: string }): Promise<string> => {
    const { listings } = await bench.get(product)
    return listings.find(({ storeId }) => storeId === bench.us)!.shopifyProductId!
  }
  const witness = (resourceId: string): Promise<Witness> =>
    bench.simulator.control('GET', `/shopify/bridge-us/translations?resourceId=${encodeURIComponent(resourceId)}`)
  /** `de title: Lampe`, the shop's translations of the product itself; `de title @Canada: Lampe` of a market. */
  const inShopNow = async (product: Pick<Product, 'id'>): Promise<string[]> => {
    const { translations } = await witness(await shopId(product))
    const names = new Map((await markets()).map(({ id, name }) => [id, ` @${name}`]))
    return translations
      .map(({ key, locale, marketId, value }) => `${locale} ${key}${names.get(marketId ?? '') ?? ''}: ${value}`)
      .toSorted()
  }
  /** Sets a translation in the shop, as staff or another app would; null removes it. */
  const staff = async (
    product: { id: string },
    key: string,
    locale: string,
    value: string | null,
    marketId?: string,
  ) => {
    const resourceId = await shopId(product)
    const body = { resourceId, key, locale, value, marketId: marketId ?? null }
    await bench.simulator.control('POST', '/shopify/bridge-us/translations', body)
  }
  const markets = async (): Promise<{ id: string; name: string }[]> =>
    (await bench.simulator.control<{ markets: { id: string; name: string }[] }>('GET', '/shopify/bridge-us/markets'))
      .markets
  const market = (action: string, name: string) =>
    bench.simulator.control<{ id: string }>('POST', '/shopify/bridge-us/markets', { action, name })
  /** The ids of the shop's markets by name, which the app reads by a check of the shop. */
  const readMarkets = async (): Promise<Readonly<Record<string, string>>> => {
    const { markets: read } = await bench.app.ok('checkShopifyStore', { id: bench.us })
    return Object.fromEntries(read.map(({ id, name }) => [name, id]))
  }
  const locale = (action: string, locale: string) =>
    bench.simulator.control('POST', '/shopify/bridge-us/locales', { action, locale })
  const written = () => bench.simulator.received('translationsRegister')

  return {
    translate,
    preview,
    reasons,
    start,
    ended,
    push,
    lookedUp,
    shopId,
    witness,
    inShopNow,
    staff,
    locale,
    market,
    readMarkets,
    written,
  }
}
