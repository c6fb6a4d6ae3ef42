import pg from 'pg'
import { openDb } from '../apps/server/src/db/db.ts'
import { compactCounts } from '../apps/server/src/features/orders/order-list.store.ts'

/** An order book as in a busy installation: realistic shares of states, stores, countries and amounts, 2.5 lines per order. */
export const STORES = Array.from({ length: 5 }, (_, n) => `01900000-0000-7000-8000-${String(n + 1).padStart(12, '0')}`)

const STATES: readonly (readonly [string, number])[] = [
  ['done', 62],
  ['shipped', 14],
  ['cancelled', 6],
  ['arriving', 4],
  ['to-buy', 4],
  ['buying', 3],
  ['pending', 3],
  ['to-ship', 2],
  ['unpaid', 1],
  ['held', 1],
]
const ITEMS = 5_000
const SLICE = 50_000
/** An item that the order's own shop sells: items and orders are assigned to shops by their numbers. */
const ITEM_OF_ORDER = `(1 + (5 * ((n * 31 + p * 977) % ${ITEMS / 5}) + (n / 3) % 5 + ${ITEMS - 1}) % ${ITEMS})`

/** An SQL expression that picks from a list by a row's number, by share: every hundred rows have the same mix of states. */
const stateOf = (n: string): string => {
  let upTo = 0
  const cases = STATES.map(([state, share]) => `when (${n} * 7919) % 100 < ${(upTo += share)} then '${state}'`)
  return `case ${cases.join(' ')} else 'done' end`
}
const oneOf = (values: readonly string[], n: string): string =>
  `(array[${values.map((value) => `'${value}'`).join(',')}])[(1 + (${n}) % ${values.length})::int]`
/** A UUID from a number: ascending, as ours are, with the kind in its third group. */
const uuidOf = (kind: string, n: string): string => {
  const hex = `lpad(to_hex(26000000000 + ${n}), 12, '0')`
  return `(left(${hex}, 8) || '-' || right(${hex}, 4) || '-7${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}

/** Fills an empty database with `count` orders of the last two years. Numbers are bigint: a million times a prime exceeds an integer. */
export async function fillOrders(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`insert into sold_item (id, store_id, key, variant_id, product_id, sku, title, variant_title, image)
      select ${uuidOf('001', 'n')}, (${oneOf(STORES, 'n')})::uuid, md5(n::text), 4000000000 + n, 3000000000 + n / 4, 'SKU-' || n,
        ${oneOf(['Cotton Tee', 'Desk Lamp', 'Travel Bag', 'Water Bottle', 'Phone Case', 'Yoga Mat', 'Ceramic Mug'], 'n / 4')} || ' ' || n / 4,
        ${oneOf(['Red / S', 'Blue / M', 'Black / L', ''], 'n')}, 'https://cdn.shopify.com/s/files/1/0001/0001/products/' || n || '.jpg'
      from generate_series(1, ${ITEMS}) n`)
    for (let from = 1; from <= count; from += SLICE) await fillSlice(client, from, Math.min(count, from + SLICE - 1))
    const db = openDb(url)
    await compactCounts(db.handle)
    await db.close()
    await client.query(
      'vacuum (analyze) sales_order, sales_order_line, sales_order_person, sold_item, sales_order_count_delta',
    )
    // Otherwise PostgreSQL would write the inserted data to disk during the next ten minutes, while pages are measured.
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function fillSlice(client: pg.Client, from: number, to: number): Promise<void> {
  await client.query(`
    insert into sales_order (id, store_id, shopify_id, number, ordered_at, shop_updated_at, depth, read_at, cancelled_at, test, edited,
      financial_status, fulfillment_status, return_status, state, payment, risk, address_missing, currency, total_minor, refunded_minor,
      current_minor, amounts, country, person_status, line_count, pieces, unsourced, sale_cny, goods_cny, freight_cny, fee_cny, profit_cny,
      rate, rate_day)
    select ${uuidOf('002', 'n')}, (${oneOf(STORES, 'n / 3')})::uuid, 5000000000 + n, '#' || 1000 + n, at, at + interval '3 hours', 1, at, null, false, false,
      'PAID', 'UNFULFILLED', 'NO_RETURN', state, case when state = 'unpaid' then 'unpaid' else 'paid' end, 'low', false, 'USD', total, 0,
      total, '{"subtotal":0,"shipping":0,"tax":0,"discount":0,"presentment":{"minor":0,"currency":"USD"}}',
      ${oneOf(['US', 'US', 'US', 'GB', 'DE', 'FR', 'CA', 'AU'], 'n')}, 'held', 1 + n % 4, 2 + n % 4, state = 'pending',
      total * 7, total * 3, 0, total / 5, total * 4 - total / 5, '7.1', '2026-11-01'
    from (select n, ${stateOf('n')} as state, 1500 + (n * 7901) % 20000 as total,
      timestamptz '2026-11-20' - make_interval(secs => (n * 61) % 63072000) as at from generate_series(${from}::bigint, ${to}) n) as made`)
  await client.query(`
    insert into sales_order_line (id, order_id, item_id, shopify_id, position, quantity, current, fulfilled, unit_price_minor, requires_shipping,
      offer_id, sku_id, source_origin, unit_cost_cny)
    select ${uuidOf('003', '(n * 4 + p)')}, ${uuidOf('002', 'n')}, ${uuidOf('001', ITEM_OF_ORDER)}, 6000000000 + n * 4 + p, p, 1 + p % 2, 1 + p % 2, 0, 1999, true,
      600000000000 + ${ITEM_OF_ORDER} / 4, 700000000000 + ${ITEM_OF_ORDER}, 'listing', 850
    from generate_series(${from}::bigint, ${to}) n, generate_series(0, 3) p where p <= n % 4`)
  await client.query(`
    insert into sales_order_person (order_id, store_id, customer_id, name, email, phone, words, ordered_at)
    select ${uuidOf('002', 'n')}, (${oneOf(STORES, 'n / 3')})::uuid, 8000000000 + n / 2, 'Ann Shopper' || n / 2, 's' || n / 2 || '@example.com', null,
      array['ann', 'shopper' || n / 2, 's' || n / 2 || '@example.com'], now()
    from generate_series(${from}::bigint, ${to}) n`)
}
