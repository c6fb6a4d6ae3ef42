import { setTimeout as sleep } from 'node:timers/promises'
import { openFigures, round } from './figures.ts'
import { withTemporaryFolder } from './app.ts'
import { LATENCY_MS, newProduct, openStandardShop, pushAll } from './standard-shop.ts'
import type { StandardShop } from './standard-shop.ts'

/**
 * Translations of products pushed to the simulated Standard shop, at its real rate, every text in every published language. Limit: 95 % of
 * the points that the shop gives in that time are used (issue of translations, speed).
 */
const PRODUCTS = Number(process.env['BENCH_TRANSLATION_PUSH_PRODUCTS'] ?? 200)

await withTemporaryFolder(async (open) => {
  const figures = openFigures('translation-push')
  const shop = await openStandardShop(open, 'translation_push')
  const { server, storeId } = shop
  const productIds: string[] = []
  for (let n = 0; n < PRODUCTS; n += 1) productIds.push((await server.call('createProduct', newProduct(n, storeId))).id)
  await pushAll(shop, productIds)
  const texts = await translateAll(shop, productIds)
  await shop.full()

  let outcome = ''
  const { points, seconds, allowed, calls } = await shop.measured(async () => (outcome = await push(shop, productIds)))
  figures.tell({
    name: `写入 ${PRODUCTS} 个商品的译文：用掉的额度`,
    value: (points / allowed) * 100,
    unit: '%',
    limit: 95,
    atLeast: true,
  })
  figures.tell({ name: '每个商品的点数', value: points / PRODUCTS, unit: '点' })
  figures.tell({ name: '每分钟写入的译文（含开始时的满桶）', value: (texts / seconds) * 60, unit: '段' })
  figures.note('push', outcome)
  figures.note('texts', texts)
  figures.note('seconds', round(seconds))
  figures.note('latency, ms', LATENCY_MS)
  figures.note('calls', calls)
  await figures.keep()
})

/** Saves a text for each field in each language that the shop shows, as a person does. Returns how many. */
async function translateAll(
  { server: { call }, storeId }: StandardShop,
  productIds: readonly string[],
): Promise<number> {
  const store = (await call('getAllShopifyStores', {})).find(({ id }) => id === storeId)!
  const locales = store.languages.filter(({ primary }) => !primary).map(({ locale }) => locale) as 'de'[]
  const { version } = await call('queryTranslationLanguages', {})
  await call('saveTranslationLanguages', { locales, imperial: [], version })
  let texts = 0
  for (const productId of productIds)
    for (const locale of locales) {
      const { fields } = await call('getProductTranslations', { productId, locale })
      const edits = fields.map(({ field, source, format }) => ({
        field,
        text:
          format === 'html'
            ? `<p>${locale} ${source.replaceAll(/<[^<>]*>/g, ' ')}</p>`
            : `${locale} ${source}`.slice(0, 60),
        version: 0,
      }))
      await call('saveTranslations', { productId, locale, edits })
      texts += edits.length
    }
  return texts
}

async function push({ server: { call }, storeId }: StandardShop, productIds: readonly string[]): Promise<string> {
  const { push: started, rows } = await call('pushTranslations', { storeId, productIds: [...productIds] })
  if (!started) throw new Error(JSON.stringify(rows))
  for (;;) {
    await sleep(500)
    const { push: now } = await call('getTranslationPush', { pushId: started.id })
    if (!['queued', 'running'].includes(now.state)) return `${now.state} ${JSON.stringify(rows).slice(0, 200)}`
  }
}
