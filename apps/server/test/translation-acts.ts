import type { Product } from '@huoqiao/contract/products/products.schema'
import type {
  TranslationPreview,
  TranslationPush,
} from '@huoqiao/contract/translation-pushes/translation-pushes.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { runCron } from './run-cron.ts'
import { until } from './until.ts'
import type { PushBench } from '../src/features/listings/listings.testing.ts'

type Witness = { exists: boolean; translations: { key: string; locale: string; value: string; by: string }[] }

const OPEN: readonly string[] = ['queued', 'running']

/** The common actions of tests of translations in a shop. */
export const translationActs = (bench: PushBench) => {
  /** Saves texts as a person does: they are approved. */
  const translate = async (product: { id: string }, texts: Readonly<Record<string, string>>, locale: Locale = 'de') => {
    const { fields } = await bench.app.ok('getProductTranslations', { productId: product.id, locale })
    const versions = new Map(fields.map((one) => [one.field, one.translation?.version ?? 0]))
    await bench.app.ok('saveTranslations', {
      productId: product.id,
      locale,
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
  /** `标题 de: new`, one line for each row of the dry run. */
  const reasons = ({ fields }: TranslationPreview): string[] =>
    fields.map(({ label, locale, reason }) => `${label.split('（')[0]} ${locale}: ${reason}`)
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
  /** Writes, and waits for the end. */
  const push = async (products: readonly { id: string }[], over: object = {}) => ended(await start(products, over))
  /** Waits for the end of a task whose answers are lost: a day passes, and each is looked up. `meanwhile`: before the first look. */
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
  /** `de title: Lampe`, the shop's translations of the product itself. */
  const inShopNow = async (product: Pick<Product, 'id'>): Promise<string[]> => {
    const { translations } = await witness(await shopId(product))
    return translations.map(({ key, locale, value }) => `${locale} ${key}: ${value}`).toSorted()
  }
  /** Staff or another app translate in the shop; null removes. */
  const staff = async (product: { id: string }, key: string, locale: string, value: string | null) => {
    const resourceId = await shopId(product)
    await bench.simulator.control('POST', '/shopify/bridge-us/translations', { resourceId, key, locale, value })
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
    written,
  }
}
