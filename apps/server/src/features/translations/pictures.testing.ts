import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { Product } from '@huoqiao/contract/products/products.schema'
import type { ProductPicture, ProductPictures } from '@huoqiao/contract/translations/pictures.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { TranslationBench } from './translations.testing.ts'
import { CHAT_KEY, CHAT_MODEL } from './vendor-openai.testing.ts'

/** Products with pictures, the stored words of the pictures, and a provider that reads them. */
export function pictureBench(bench: () => TranslationBench, origin: () => string) {
  let count = 0
  const call = (name: 'savePictureWords' | 'acceptPicture' | 'recognisePicture', input: object) =>
    bench().app.call(name, input)
  const at = {
    /** A product with pictures at these addresses, named a, b, … */
    product(urls: readonly string[], over: object = {}): Promise<Product> {
      count += 1
      const images = urls.map((url, index) => ({ id: String.fromCodePoint(97 + index), url }))
      return bench().product({ title: `Lamp with pictures ${count}`, images, ...over })
    },
    pictures: (product: { id: string }, locale: Locale = 'de'): Promise<ProductPictures> =>
      bench().app.ok('getProductPictures', { productId: product.id, locale }),
    async picture(product: { id: string }, pictureId = 'a', locale: Locale = 'de'): Promise<ProductPicture> {
      return (await at.pictures(product, locale)).pictures.find((one) => one.pictureId === pictureId)!
    },
    /** Saves the words as a person who has just opened the picture: with its current version. */
    async say(product: { id: string }, words: object, pictureId = 'a', locale: Locale = 'de') {
      const { version } = await at.picture(product, pictureId, locale)
      return call('savePictureWords', { productId: product.id, pictureId, locale, version, ...words })
    },
    async accept(product: { id: string }, accepted: boolean, pictureId = 'a', locale: Locale = 'de') {
      const { version } = await at.picture(product, pictureId, locale)
      return call('acceptPicture', { productId: product.id, pictureId, locale, version, accepted })
    },
    recognise: (product: { id: string }, pictureId = 'a') =>
      call('recognisePicture', { productId: product.id, pictureId, locale: 'de' }),
    /** How many pictures of the product need a version in the language, according to the grid. */
    async counted(product: Product, locale: Locale = 'de'): Promise<number | undefined> {
      return (await bench().row(product, locale))?.languages.find((one) => one.locale === locale)?.pictures
    },
    reader: (over: object = {}): Promise<OutputOf<(typeof ENDPOINTS)['addTranslationProvider']>> =>
      bench().app.ok('addTranslationProvider', {
        name: 'Reader',
        kind: 'openai',
        address: `${origin()}/v1`,
        secretKey: CHAT_KEY,
        model: CHAT_MODEL,
        readsPictures: true,
        pricePerPicture: 3,
        ...over,
      }),
    spent: async (): Promise<{ pictures: number; cost: number }> => {
      const [row] = await bench().app.ok('queryTranslationProviders')
      return { pictures: row!.monthPictures, cost: row!.monthSpent }
    },
    run: async (products: readonly { id: string }[], over: object = {}) => {
      const task = await bench().app.ok('recognisePictures', { productIds: products.map(({ id }) => id), ...over })
      return bench().ended(task)
    },
  }
  return at
}
