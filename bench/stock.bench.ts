import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import { openDb } from '../apps/server/src/db/db.ts'
import { takenOf } from '../apps/server/src/features/purchases/spare.rules.ts'
import { findPools } from '../apps/server/src/features/purchases/spares.store.ts'
import { openFigures, round } from './figures.ts'
import type { Figures } from './figures.ts'
import { openCluster, query, startServer, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'
import { interleave, load } from './load.ts'
import type { Round } from './load.ts'

/**
 * The stock of spare pieces with 20,000 lines: its list, the sums over all lines that a filter finds, and taking pieces for an order line.
 * Limits for half of the calls, one at a time, with session and rights: 10 ms where a page is read by an index, 60 ms where all lines are
 * summed or sorted by a computed value.
 */
const LINES = Number(process.env['BENCH_STOCK_LINES'] ?? 20_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 500)
const LINES_A_PURCHASE = 4
const OFFERS = 500
const TAKES = 200
const MOST_MS = { byIndex: 10, addedUp: 60, take: 20 }

type Asked = { name: string; call: EndpointName; fields: Record<string, string>; limit: 'byIndex' | 'addedUp' }
const LISTS: readonly Asked[] = [
  { name: '余货，第一页', call: 'querySpares', fields: {}, limit: 'byIndex' },
  { name: '余货，在库的，放得最久的先', call: 'querySpares', fields: { tab: 'here', sort: 'age' }, limit: 'addedUp' },
  {
    name: '余货，成本从高到低，第100页',
    call: 'querySpares',
    fields: { sort: 'worth', page: '100' },
    limit: 'addedUp',
  },
  { name: '余货，搜一个库位', call: 'querySpares', fields: { keyword: 'A-17' }, limit: 'byIndex' },
  { name: '余货，各类的数和总成本', call: 'getSpareCounts', fields: {}, limit: 'addedUp' },
  { name: '余货，库位', call: 'getSparePlaces', fields: {}, limit: 'byIndex' },
]

await withTemporaryFolder(async (open) => {
  const figures = openFigures('stock')
  const cluster = await openCluster(open)
  const url = await cluster.create('stock')
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: open.folder, HUOQIAO_ROLE: 'web' })
  open.closing(server.stop)
  await fill(url)
  figures.note('lines', LINES)
  for (const one of LISTS) {
    const seen = await interleave({ list: asked(server, one) }, ROUNDS)
    figures.tell({
      name: `${one.name}：一半的调用不超过`,
      value: seen.spread.list.p50,
      unit: '毫秒',
      limit: MOST_MS[one.limit],
    })
    figures.note(one.name, { spread: seen.spread, perSecond: seen.perSecond })
  }
  await taking(figures, url)
  await figures.keep()
})

async function fill(url: string): Promise<void> {
  const purchases = Math.ceil(LINES / LINES_A_PURCHASE)
  await query(
    url,
    `insert into supplier (id, seller_key, name) values ('01900000-0000-7000-8000-000000000001', 's1', '义乌厂')`,
  )
  await query(
    url,
    `insert into purchase_order (id, number, state, origin, supplier_id, supplier_name, payment, created_at)
     select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'CG' || n,
       case when n % 5 = 0 then 'to-receive' else 'done' end, 'manual', '01900000-0000-7000-8000-000000000001', '义乌厂', 'paid',
       now() - n * interval '1 hour'
     from generate_series(1, ${purchases}) n`,
  )
  await query(
    url,
    `insert into purchase_line (id, purchase_id, position, offer_id, sku_id, spec_id, title, spec_text, need, quantity, received, spare,
       spare_gone, spare_cost_minor, place, received_at)
     select gen_random_uuid(), ('01900000-0000-7000-9000-' || lpad(to_hex(1 + n / ${LINES_A_PURCHASE}), 12, '0'))::uuid,
       n % ${LINES_A_PURCHASE}, 600000000000 + n % ${OFFERS}, 700000000000 + n % ${OFFERS}, 'spec' || n % ${OFFERS},
       '收纳盒 ' || n % ${OFFERS}, '白色', 2, 10, case when (1 + n / ${LINES_A_PURCHASE}) % 5 = 0 then 0 else 10 end,
       case when n % 50 = 0 then 7 else 8 end, case when n % 50 = 0 then 1 else 0 end, 800 + n % 997, 'A-' || n % 90, now() - (n % 400) * interval '1 day'
     from generate_series(0, ${LINES - LINES_A_PURCHASE}) n`,
  )
  // Every line was bought for an order, to which two of its pieces are still assigned.
  await query(
    url,
    `insert into purchase_demand (id, line_id, order_id, order_line_id, order_name, sale_quantity, placed_quantity, ratio_source,
       ratio_sale, created_at)
     select gen_random_uuid(), id, gen_random_uuid(), gen_random_uuid(), '#' || row_number() over (), 2, 2, 1, 1, now()
     from purchase_line`,
  )
  await query(url, 'vacuum analyze')
}

/** Locks and reads the spare pieces of one offer and chooses from them, as planning does for an order line; nothing is purchased. */
async function taking(figures: Figures, url: string): Promise<void> {
  const db = openDb(url)
  const took: number[] = []
  for (let nr = 0; nr < TAKES; nr++) {
    const offer = nr % OFFERS
    const started = performance.now()
    await db.transaction(async (tx) => {
      const pools = await findPools(tx, [String(600_000_000_000 + offer)])
      const taker = { key: 'order line', offerId: String(600_000_000_000 + offer), skuId: null, specId: `spec${offer}` }
      const taken = takenOf([{ ...taker, saleQuantity: 20, ratioSource: 1, ratioSale: 1 }], pools)
      if (taken.reduce((sum, one) => sum + one.saleQuantity, 0) !== 20)
        throw new Error('the stock did not cover the order line')
    })
    took.push(performance.now() - started)
  }
  await db.close()
  took.sort((a, b) => a - b)
  const half = took[Math.floor(TAKES / 2)]!
  figures.tell({ name: '从余货取 20 件：一半的不超过', value: round(half), unit: '毫秒', limit: MOST_MS.take })
}

function asked(server: Server, { call, fields }: Asked): () => Promise<Round> {
  const url = `${server.url}${ENDPOINTS[call].path}?${new URLSearchParams(fields)}`
  return () => load({ url, headers: { authorization: server.token } }, { forMs: ROUND_MS, width: 1 })
}
