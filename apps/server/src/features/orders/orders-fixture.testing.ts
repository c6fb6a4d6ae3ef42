import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { startOrderBench } from './orders.testing.ts'
import type { BenchOptions, OrderBench, ShopVariant } from './orders.testing.ts'

/** A test setup whose shop sends no messages: orders arrive when the test pulls. With an offer at 1688 as their source. */
export type OrderFixture = Omit<OrderBench, 'variants'> & {
  /** of the USD shop */
  variants: ShopVariant[]
  offer: { offerId: string; skus: { skuId: string }[] }
  /** An order of the shop, pulled; `variant` is an index. */
  brought(lines: readonly { variant: number; quantity: number }[], over?: object): Promise<OrderDetail>
  detail(order: { id: string }): Promise<OrderDetail>
  /** Links lines to the offer's first SKU, or as `over` says. */
  link(lineIds: string[], over?: object): ReturnType<typeof linkOf>
  /** All remembered links, from the table. */
  relations(): Promise<Record<string, unknown>[]>
}

const linkOf = ({ app }: OrderBench, input: object) => app.ok('relateShopifyOrder', input)

export async function startOrderFixture(options?: BenchOptions): Promise<OrderFixture> {
  const bench = await startOrderBench(options)
  await bench.quirk('shopify.webhook-loss-chance', 1)
  const variants = await bench.variants()
  const offer = await offerOfTwo(bench)
  return {
    ...bench,
    variants,
    offer,
    async brought(lines, over = {}) {
      const order = await bench.buy(
        lines.map(({ variant, quantity }) => ({ variantId: variants[variant]!.variantId, quantity })),
        { force: true, ...over },
      )
      await bench.pull()
      return bench.seen(order)
    },
    async relations() {
      const { rows } = await bench.app.db.pool.query<Record<string, unknown>>('select * from sku_relation order by id')
      return rows
    },
    detail: (order) => bench.app.ok('getOrder', { orderId: order.id }),
    link: (lineIds, over = {}) =>
      linkOf(bench, { lineIds, offerId: offer.offerId, skuId: offer.skus[0]!.skuId, ...over }),
  }
}

/** The market's first offer with two SKUs. */
async function offerOfTwo({ app }: OrderBench): Promise<OrderFixture['offer']> {
  const found = await app.ok('keywordQuery', { keyword: '收纳', pageSize: 20 })
  for (const { offerId } of found.list) {
    const { skus } = await app.ok('getOffer', { offerId })
    if (skus.length >= 2) return { offerId, skus }
  }
  throw new Error('the market has no offer with two SKUs')
}
