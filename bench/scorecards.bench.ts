import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import { openCluster, query, startServer, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'
import { openFigures } from './figures.ts'
import { interleave, load } from './load.ts'
import type { Round } from './load.ts'

/**
 * Scorecards, which are computed on request. 100,000 purchases of the last year, each with a 1688 order and two lines, of 50 suppliers; the
 * stored offers are as large as real ones. Each supplier has 2,000 purchases; a page of the list requests 20 suppliers at once, and is shown
 * before their figures arrive. Limits for half of the calls: 500 ms for the page, 100 ms for one supplier.
 */
const PURCHASES = Number(process.env['BENCH_SCORECARD_PURCHASES'] ?? 100_000)
const SUPPLIERS = 50
const OFFERS = 1_000
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 1_000)
const MOST_PAGE_MS = 500
const MOST_ONE_MS = 100

/** A UUID from a number, with the kind of row in its third group. */
const uuidOf = (kind: string, n: string): string =>
  `('01900000-0000-7${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

await withTemporaryFolder(async ({ folder, closing }) => {
  const figures = openFigures('scorecards')
  const cluster = await openCluster({ folder, closing })
  const url = await cluster.create('scorecards')
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: folder, HUOQIAO_ROLE: 'web' })
  closing(server.stop)
  await fill(url)
  const rows = await query<{ id: string }>(url, 'select id from supplier order by id')
  const ids = rows.map(({ id }) => id)
  const page = ids.slice(0, 20).join()
  const seen = await interleave(
    {
      page: asked(server, 'querySupplierScorecards', page),
      one: asked(server, 'querySupplierScorecards', ids[0]),
      spending: asked(server, 'querySupplierSpending', ids[0]),
      // The cheapest call with a session: other load on the machine affects it in the same way.
      who: asked(server, 'safe_userMession'),
    },
    ROUNDS,
  )
  figures.tell({
    name: '20家供应商的评分：一半的调用不超过',
    value: seen.spread.page.p50,
    unit: '毫秒',
    limit: MOST_PAGE_MS,
  })
  figures.tell({
    name: '1家供应商的评分：一半的调用不超过',
    value: seen.spread.one.p50,
    unit: '毫秒',
    limit: MOST_ONE_MS,
  })
  figures.tell({
    name: '1家供应商的金额：一半的调用不超过',
    value: seen.spread.spending.p50,
    unit: '毫秒',
    limit: MOST_ONE_MS,
  })
  figures.tell({ name: '20家供应商的评分：是一次身份查询的', value: seen.ratio('who', 'page'), unit: '倍' })
  figures.note('purchases', PURCHASES)
  figures.note('spread', seen.spread)
  await figures.keep()
})

function asked(server: Server, call: EndpointName, supplierIds?: string): () => Promise<Round> {
  const url = `${server.url}${ENDPOINTS[call].path}?${new URLSearchParams(supplierIds === undefined ? {} : { supplierIds })}`
  return () => load({ url, headers: { authorization: server.token } }, { forMs: ROUND_MS, width: 1 })
}

async function fill(url: string): Promise<void> {
  const series = `from generate_series(1, ${PURCHASES}) n`
  const supplierOf = uuidOf('001', `(1 + n % ${SUPPLIERS})`)
  const at = `now() - make_interval(secs => (n::bigint * 317) % 31000000)`
  await query(
    url,
    `insert into supplier (id, seller_key, open_id, name)
     select ${uuidOf('001', 'n')}, 'open' || n, 'open' || n, '供应商' || n from generate_series(1, ${SUPPLIERS}) n`,
  )
  await query(
    url,
    `insert into source_offer (offer_id, subject, subject_trans, supplier_open_id, supplier_name, sku_count, status, published, offer, hash, fetched_at)
     select 600000000000 + n, '货' || n, 'goods', 'open' || (1 + n % ${SUPPLIERS}), '供应商' || (1 + n % ${SUPPLIERS}), 20, 'published', true,
       jsonb_build_object('shipsWithinHours', 48, 'supplier', jsonb_build_object('scores', jsonb_build_object('consulting', '4.5')),
         'descriptionHtml', (select string_agg(md5((n * 1000 + i)::text), '') from generate_series(1, 600) i)), 'h', now()
     from generate_series(0, ${OFFERS - 1}) n`,
  )
  await query(
    url,
    `insert into purchase_order (id, number, state, origin, supplier_id, supplier_name, quantity, received, total_minor, alibaba_order_ids, created_at)
     select ${uuidOf('002', 'n')}, 'CG' || n, case when n % 10 = 0 then 'ended' when n % 10 < 8 then 'done' else 'to-receive' end, 'orders',
       ${supplierOf}, '供应商' || (1 + n % ${SUPPLIERS}), 40, 38, 40000, array[n::text], ${at} ${series}`,
  )
  await query(
    url,
    `insert into purchase_line (id, purchase_id, position, offer_id, spec_id, title, need, quantity, former_price_minor, actual_unit_price_minor, received)
     select ${uuidOf('003', '(n * 2 + p)')}, ${uuidOf('002', 'n')}, p, 600000000000 + (n + p * 50) % ${OFFERS}, 'spec' || p, '货', 20, 20, 1000, 1000 + n % 30, 20 - p
     ${series}, generate_series(0, 1) p`,
  )
  await query(
    url,
    `insert into placement (id, purchase_id, out_order_id, account_id, account_name, state, sent, by, sent_at)
     select ${uuidOf('004', 'n')}, ${uuidOf('002', 'n')}, 'CG' || n, ${uuidOf('009', '1')}, '账号', 'placed', '{}', '王', ${at} ${series}`,
  )
  await query(
    url,
    `insert into alibaba_order (id, purchase_id, placement_id, account_id, order_id, status, total_minor, freight_minor, refund_minor, promised_hours, paid_at, sent_at, closed_by)
     select ${uuidOf('005', 'n')}, ${uuidOf('002', 'n')}, ${uuidOf('004', 'n')}, ${uuidOf('009', '1')}, 3000000000000 + n, 'success', 40000, 500,
       case when n % 40 = 0 then 1000 else 0 end, 48, ${at}, ${at} + make_interval(hours => n % 100), case when n % 90 = 0 then 'CLOSE_TRADE_BY_SELLER' end
     ${series}`,
  )
  await query(
    url,
    `insert into alibaba_order_item (id, alibaba_order_id, sub_item_id, offer_id, title, quantity, unit_minor, amount_minor)
     select ${uuidOf('006', '(n * 2 + p)')}, ${uuidOf('005', 'n')}, p::text, 600000000000 + (n + p * 50) % ${OFFERS}, '货', 20, 1000, 20000
     ${series}, generate_series(0, 1) p`,
  )
  await query(
    url,
    `insert into receipt (id, purchase_id, purchase_number, line_id, title, quantity, defects, by_id, by, at)
     select ${uuidOf('007', '(n * 2 + p)')}, ${uuidOf('002', 'n')}, 'CG' || n, ${uuidOf('003', '(n * 2 + p)')}, '货', 20 - p, p * (n % 2), ${uuidOf('009', '2')}, '李', ${at}
     ${series}, generate_series(0, 1) p`,
  )
  await query(url, 'vacuum analyze')
}
