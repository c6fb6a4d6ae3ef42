import type pg from 'pg'

const NOUNS = ['台灯', '马克杯', '帆布包', '收纳盒', '无线充电座', '保温水壶', '宠物碗', '手机支架', '瑜伽垫', '香薰机']
const KINDS = ['北欧', '折叠', '便携', '加厚', '儿童', '复古', '静音', '防水', '迷你', '磁吸']
const ENGLISH = [
  'Desk lamp',
  'Mug',
  'Tote bag',
  'Storage box',
  'Wireless charger',
  'Bottle',
  'Pet bowl',
  'Stand',
  'Mat',
  'Diffuser',
]

/**
 * Fills an empty installation with realistic products: uneven shares of states, stores and prices, titles of Chinese words. Uses SQL
 * instead of the services, which would need 20,000 calls; triggers and indexes work as usual.
 */
export async function seedManyProducts(
  pool: pg.Pool,
  options: { count: number; storeIds: readonly [string, string] },
): Promise<void> {
  const { count, storeIds } = options
  // One long list of pending grams, which the vacuum merges at once, instead of a thousand short ones.
  await pool.query('alter index product_search set (gin_pending_list_limit = 1048576)')
  await pool.query(
    `insert into product (id, origin, offer_id, supplier_name, title, title_zh, state, source_health, store_ids, listings,
       missing, image, cost_min, cost_max, price_min, price_max, price_currency, margin_percent, variant_count,
       stock_total, tags, recycled_at, created_at, updated_at)
     select
       ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       case when n % 10 = 0 then 'manual' else '1688' end,
       case when n % 10 = 0 then null else 600000000000 + n end,
       '义乌市第' || (n % 977) || '商贸有限公司',
       ($3::text[])[1 + n % 10] || ' model ' || n,
       ($4::text[])[1 + (n / 10) % 10] || ($5::text[])[1 + n % 10] || '第' || n || '款' || case when n % 5003 = 0 then '琉璃' else '' end,
       state,
       case when n % 50 = 0 then 'price-up' else 'normal' end,
       stores,
       (select jsonb_agg(jsonb_build_object('storeId', s, 'storeName', '店', 'state', case when state in ('online', 'outdated') then 'online' else 'pending' end,
          'outdated', state = 'outdated', 'shopifyProductId', null, 'storefrontUrl', null, 'adminUrl', null, 'error', null, 'pushedAt', null))
        from unnest(stores) as s),
       case when state = 'draft' then array['没有图片'] else '{}'::text[] end,
       'https://pictures.example/' || n || '.jpg',
       500 + (n * 7919) % 20000, 600 + (n * 7919) % 20000,
       case when state = 'draft' then null else 999 + 100 * ((n * 7919) % 300) end,
       case when state = 'draft' then null else 1999 + 100 * ((n * 7919) % 300) end,
       'USD', case when state = 'draft' then null else (n * 31) % 8000 / 100.0 end, 1 + n % 12, n % 500, '{}',
       case when state = 'recycled' then now() end,
       now() - make_interval(secs => $1::int - n), now() - make_interval(secs => (n::bigint * 7919) % 5000000)
     from (
       select n,
         case when n % 1009 = 0 then 'failed' when n % 100 < 60 then 'online' when n % 100 < 75 then 'draft'
              when n % 100 < 90 then 'ready' when n % 100 < 97 then 'outdated' else 'recycled' end as state,
         case when n % 20 = 0 then $2::uuid[] else ($2::uuid[])[1:1] end as stores
       from generate_series(1, $1::int) as n
     ) as made`,
    [count, [...storeIds], ENGLISH, KINDS, NOUNS],
  )
  await pool.query('alter index product_search reset (gin_pending_list_limit)')
  await pool.query('vacuum (analyze) product')
}
