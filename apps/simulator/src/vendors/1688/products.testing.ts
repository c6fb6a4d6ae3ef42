import { WORLD } from './buyer.testing.ts'
import type { Harness, Json } from './buyer.testing.ts'

export type Page = { totalRecords: number; totalPage: number; pageSize: number; currentPage: number; data: Item[] }
export type Item = Json & {
  offerId: number
  subject: string
  imageUrl: string
  priceInfo: { price: string }
  monthSold: number
}
export type Envelope = { success: unknown; code: string; message: string; result: unknown }

export const published = WORLD.offers.filter((offer) => offer.status === 'published')
export const byNumber = (a: number, b: number): number => a - b

export const envelope = (body: Json): Envelope => body['result'] as Envelope
export const query = (fields: object) => ({ beginPage: 1, pageSize: 20, country: 'en', ...fields })
export const searchIn = async (harness: Harness, fields: object): Promise<Page> =>
  envelope(await harness.ask('product.search.keywordQuery', 'offerQueryParam', query(fields))).result as Page

/** The data of the seed, and a rate limit that no test reaches. */
export async function atFirst(harness: Harness): Promise<void> {
  await harness.control('POST', 'reset')
  await harness.control('POST', 'quirks', { name: '1688.qps', value: 10_000 })
}
