import pg from 'pg'
import { openDb } from '../apps/server/src/db/db.ts'
import { foldCountDeltas } from '../apps/server/src/features/products/products.store.ts'

/** A catalogue as in a busy installation: titles as on 1688, with realistic shares of states, stores and sources. */
export const STORES = Array.from({ length: 6 }, (_, n) => `01900000-0000-7000-8000-${String(n + 1).padStart(12, '0')}`)

const WORDS = {
  season: ['2026新款', '秋冬', '春夏', '跨境', '外贸', '网红', '厂家直销', '一件代发', '亚马逊', '欧美', '日韩', ''],
  who: ['女士', '男士', '儿童', '宝宝', '家用', '户外', '办公', '学生', '宠物', '车载', '酒店', '情侣'],
  style: [
    '加厚',
    '轻便',
    '防水',
    '便携',
    '折叠',
    '简约',
    '复古',
    '大容量',
    '不锈钢',
    '硅胶',
    '真皮',
    '纯棉',
    '速干',
    '可爱',
  ],
  thing: [
    '连衣裙',
    '双肩包',
    '保温杯',
    '运动鞋',
    '收纳盒',
    '蓝牙耳机',
    '毛绒玩具',
    '窗帘',
    '餐具套装',
    '瑜伽垫',
    '帐篷',
    '手机壳',
    '雨伞',
    '床上四件套',
    '台灯',
    '水壶',
    '拖鞋',
    '毛巾',
    '项链',
    '数据线',
    '加湿器',
    '剃须刀',
    '积木',
    '钓鱼竿',
    '狗窝',
    '吹风机',
  ],
  tail: ['批发', '定制logo', '现货', '支持定制', '爆款', '套装', '礼盒装', '升级版', ''],
  place: ['义乌市', '深圳市', '广州市', '泉州市', '温州市', '佛山市'],
  firm: ['华瑞', '鑫源', '嘉禾', '恒达', '锦绣', '百川', '优品', '尚美'],
  trade: ['日用品有限公司', '服饰有限公司', '电子科技有限公司', '箱包厂', '工艺品商行'],
} as const

/** Percent; the rest is online, the state of most products in a grown catalogue. */
const STATES: readonly [string, number][] = [
  ['draft', 20],
  ['ready', 15],
  ['outdated', 8],
  ['failed', 3],
  ['partial', 2],
  ['offline', 3],
  ['recycled', 4],
]

type Draws = { draw: <T>(this: void, from: readonly T[]) => T; below: (this: void, n: number) => number }
/** Pseudo-random numbers that are the same in every run: a small linear congruential generator (constants of Numerical Recipes). */
function drawing(seed: number): Draws {
  let state = seed >>> 0
  const below: Draws['below'] = (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  return { below, draw: (from) => from[below(from.length)]! }
}

function productRow(n: number, { draw, below }: Draws): Record<string, unknown> {
  const percent = below(100)
  let seen = 0
  const state = STATES.find(([, share]) => (seen += share) > percent)?.[0] ?? 'online'
  const titleZh = [
    draw(WORDS.season),
    draw(WORDS.who),
    draw(WORDS.style),
    draw(WORDS.thing),
    draw(WORDS.style),
    draw(WORDS.tail),
  ]
    .filter(Boolean)
    .join('')
  const storeIds = state === 'draft' && below(2) === 0 ? [] : [...new Set([draw(STORES), draw(STORES)])]
  const updated = new Date(Date.UTC(2026, 9, 1) - n * 97_000 - below(90_000)).toISOString()
  const cost = 500 + below(20_000)
  const manual = below(10) === 0
  const id = `01900000-0001-7000-8000-${n.toString(16).padStart(12, '0')}`
  return {
    id,
    version: 1,
    origin: manual ? 'manual' : '1688',
    offer_id: manual ? null : String(600_000_000_000 + n),
    supplier_name: manual ? null : draw(WORDS.place) + draw(WORDS.firm) + draw(WORDS.trade),
    title: `${titleZh} ${n}`,
    title_zh: titleZh,
    description_html: `<p>${titleZh}</p>`,
    vendor: draw(WORDS.firm),
    product_type: draw(WORDS.thing),
    tags: [draw(WORDS.style), draw(WORDS.season) || '常规'],
    note: '',
    images: Array.from({ length: 5 }, (_, at) => ({
      id: `i${at}`,
      url: `https://cbu01.alicdn.com/img/${n}-${at}.jpg`,
      alt: '',
      dropped: false,
    })),
    options: [],
    field_sources: {},
    source: null,
    store_ids: storeIds,
    listings: storeIds.map((storeId, at) => listing(storeId, state, n, at)),
    state,
    source_health: below(12) === 0 ? draw(['price-up', 'price-down', 'stock-low', 'offer-gone']) : 'normal',
    missing: state === 'draft' ? ['缺少英文标题'] : [],
    image: `https://cbu01.alicdn.com/img/${n}-0.jpg`,
    cost_min: cost,
    cost_max: cost + below(3000),
    price_min: cost * 3,
    price_max: cost * 3 + below(3000),
    price_currency: 'USD',
    margin_percent: 20 + below(5000) / 100,
    variant_count: 1 + below(20),
    stock_total: below(5000),
    recycled_at: state === 'recycled' ? updated : null,
    created_at: updated,
    updated_at: updated,
  }
}

const listing = (storeId: string, state: string, n: number, at: number): Record<string, unknown> => ({
  storeId,
  storeName: `Bridge Goods ${at + 1}`,
  state: state === 'draft' || state === 'ready' ? 'pending' : 'online',
  outdated: state === 'outdated',
  shopifyProductId: state === 'draft' ? null : `gid://shopify/Product/${9_000_000_000 + n}`,
  storefrontUrl: null,
  adminUrl: null,
  error: null,
  pushedAt: null,
})

const ROWS_AT_ONCE = 2000

/**
 * Fills a migrated, empty database with `count` products. Triggers update the counters; the search index is created once at the end, by its
 * own definition, as when a backup is restored.
 */
export async function fillCatalogue(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ def: string }>(`select pg_get_indexdef('product_search'::regclass) as def`)
    await client.query('drop index product_search')
    const random = drawing(2026)
    const columns = Object.keys(productRow(0, drawing(1))).join(', ')
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      const many = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, n) => productRow(from + n, random))
      await client.query(
        `insert into product (${columns}) select ${columns} from jsonb_populate_recordset(null::product, $1::jsonb)`,
        [JSON.stringify(many)],
      )
    }
    await client.query(rows[0]!.def)
    await client.query('alter index product_search alter column 1 set statistics 300')
    await client.query(`insert into product_variant (id, product_id, position, sku_code)
      select gen_random_uuid(), id, 0, 'HQ-' || offer_id from product where offer_id is not null`)
    // The app adds up the counters' changes every minute; a database that was just filled would have thousands of them.
    const db = openDb(url)
    await db.transaction((tx) => foldCountDeltas(tx))
    await db.close()
    await client.query('vacuum analyze')
    // Otherwise PostgreSQL would write the inserted data to disk during the next ten minutes, while pages are measured.
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
