import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { Product } from '@huoqiao/contract/products/products.schema'
import type { TranslationTask } from '@huoqiao/contract/translations/tasks.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { startAppAlone } from '../../../test/app-alone.ts'
import type { TestApp } from '../../../test/harness.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'

export const variantOf = (optionValues: string[]) => ({
  id: crypto.randomUUID(),
  skuCode: `T-${optionValues.join('-')}`,
  sourceSkuId: null,
  sourceSpecId: null,
  optionValues,
  costMinor: 1850,
  weightGrams: 420,
  stock: 10,
  stockPolicy: 'deny',
  imageId: 'a',
  dropped: false,
  prices: [],
})
const productFields = (over: object) => ({
  title: 'Reading lamp',
  titleZh: '台灯',
  descriptionHtml: '<p>好</p>',
  images: [{ id: 'a', url: 'https://pictures.example/a.jpg' }],
  options: [{ name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] }],
  variants: [variantOf(['Red']), variantOf(['Blue'])],
  storeIds: [] as string[],
  ...over,
})

/** An app with products and languages, without a shop. */
export async function startTranslationBench(locales: readonly Locale[] = ['de', 'ja']) {
  const app: TestApp = await startAppAlone({ work: true })
  const languages = async (chosen: readonly Locale[]): Promise<void> => {
    const { version } = await app.ok('queryTranslationLanguages')
    await app.ok('saveTranslationLanguages', { locales: [...chosen], version })
    await untilQuiet(app)
  }
  await languages(locales)
  const bench = {
    app,
    languages,
    quiet: () => untilQuiet(app),
    async product(over: object = {}): Promise<Product> {
      const made = await app.ok('createProduct', productFields(over))
      await untilQuiet(app)
      return made
    },
    async edit({ id, version }: Pick<Product, 'id' | 'version'>, edit: object): Promise<Product> {
      const edited = await app.ok('editProduct', { productId: id, version, edit })
      await untilQuiet(app)
      return edited
    },
    sheet: (product: { id: string }, locale: Locale = 'de') =>
      app.ok('getProductTranslations', { productId: product.id, locale }),
    async field(product: { id: string }, field: string, locale: Locale = 'de') {
      return (await bench.sheet(product, locale)).fields.find((one) => one.field === field)!
    },
    /** Saves texts as a person who has just read them: with their current versions. */
    async save(product: { id: string }, texts: Readonly<Record<string, string>>, locale: Locale = 'de') {
      const { fields } = await bench.sheet(product, locale)
      const versions = new Map(fields.map((one) => [one.field, one.translation?.version ?? 0]))
      return app.call('saveTranslations', {
        productId: product.id,
        locale,
        edits: Object.entries(texts).map(([field, text]) => ({ field, text, version: versions.get(field) ?? 0 })),
      })
    },
    /** The row of a product in the grid. */
    async row(product: { id: string; title: string }, locale: Locale = 'de') {
      const { list } = await app.ok('queryTranslations', { locale, keyword: product.title, pageSize: 200 })
      return list.find(({ productId }) => productId === product.id)
    },
    async removeProviders(): Promise<void> {
      for (const { id, version } of await app.ok('queryTranslationProviders'))
        await app.ok('deleteTranslationProvider', { id, version })
    },
    start: (products: readonly { id: string }[], over: object = {}) =>
      app.ok('translateProducts', { productIds: products.map(({ id }) => id), locales: ['de'], ...over }),
    ended: (
      task: Pick<TranslationTask, 'id'>,
      states: readonly string[] = ['done', 'partly', 'paused', 'cancelled'],
    ): Promise<EndedRun> =>
      until(
        () => app.ok('queryTranslationTaskItems', { taskId: task.id, pageSize: 200 }),
        (seen) => states.includes(seen.task.state),
      ),
    translated: async (products: readonly { id: string }[], over: object = {}) =>
      bench.ended(await bench.start(products, over)),
    close: () => app.close(),
  }
  return bench
}
type EndedRun = OutputOf<(typeof ENDPOINTS)['queryTranslationTaskItems']>

/** Why texts were refused, by field. */
export const refusedIn = (seen: EndedRun): Record<string, string> =>
  Object.fromEntries(
    seen.items.list.flatMap(({ fields }) =>
      fields.flatMap(({ field, outcome, why }) => (outcome === 'refused' ? [[field, why]] : [])),
    ),
  )
export type TranslationBench = Awaited<ReturnType<typeof startTranslationBench>>
