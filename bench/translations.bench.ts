import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import pg from 'pg'
import { openDb } from '../apps/server/src/db/db.ts'
import type { Db } from '../apps/server/src/db/db.ts'
import { bandsOf } from '../apps/server/src/features/translations/near.rules.ts'
import { knownTexts, nearTexts } from '../apps/server/src/features/translations/proposals.service.ts'
import { digestOf } from '../apps/server/src/features/translations/source-fields.rules.ts'
import { termsOf } from '../apps/server/src/features/translations/terms.service.ts'
import type { SourceField } from '../apps/server/src/features/translations/translations.types.ts'
import { openCluster, query, startServer, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'
import { STORES, fillCatalogue } from './catalogue.ts'
import { median, openFigures, round, spread } from './figures.ts'
import type { Figures } from './figures.ts'
import { interleave, load } from './load.ts'
import type { Round } from './load.ts'

/**
 * Translations: look-ups of a product's 40 fields in the glossary and the memory, searches for similar texts in a large memory, and the pages
 * of the workbench over a large catalogue. Limits: at least 5,000 fields a second, 20 ms for half of the searches for similar texts, and
 * 10 ms for half of the calls of a page, one at a time, with session and rights.
 */
const PAIRS = Number(process.env['BENCH_TRANSLATIONS_PAIRS'] ?? 1_000_000)
const PRODUCTS = Number(process.env['BENCH_TRANSLATIONS_PRODUCTS'] ?? 200_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 500)
const LOCALES = ['de', 'fr', 'ja', 'es', 'it']
const FIELDS = 40
const TERMS = 500
const LOOKED_UP = 400
const SEARCHES = 300
const LEAST_FIELDS = 5_000
const MOST_MS = { near: 20, page: 10 }
const CHUNK = 5_000

type Asked = { name: string; call: EndpointName; fields: Record<string, string> }
const PAGES: readonly Asked[] = [
  { name: '第一页', call: 'queryTranslations', fields: { locale: 'de' } },
  { name: '缺译文的', call: 'queryTranslations', fields: { locale: 'ja', state: 'missing' } },
  { name: '机器译的，第100页', call: 'queryTranslations', fields: { locale: 'fr', state: 'machine', page: '100' } },
  { name: '一个店铺的', call: 'queryTranslations', fields: { locale: 'de', storeId: STORES[2]! } },
  { name: '搜标题', call: 'queryTranslations', fields: { locale: 'de', keyword: '保温杯' } },
  { name: '搜标题，缺译文的', call: 'queryTranslations', fields: { locale: 'de', keyword: '窗帘', state: 'missing' } },
  { name: '各状态的数量', call: 'getTranslationCountByState', fields: { locale: 'de' } },
]

const KINDS = [
  'Lamp',
  'Storage Box',
  'Backpack',
  'Curtain',
  'Bottle',
  'Towel',
  'Keyboard',
  'Necklace',
  'Kettle',
  'Tent',
]
const STYLES = [
  'Waterproof',
  'Foldable',
  'Vintage',
  'Portable',
  'Silicone',
  'Cotton',
  'Stainless',
  'Large',
  'Quick Dry',
]
const WHERE = ['for Home', 'for Travel', 'for Office', 'for Kids', 'for Pets', 'for Camping', 'for Cars', 'for Hotels']
/** Titles that are all different, but similar to others of the same kind. */
const sourceText = (n: number): string =>
  `${STYLES[n % STYLES.length]} ${KINDS[Math.floor(n / 7) % KINDS.length]} ${WHERE[Math.floor(n / 61) % WHERE.length]} ` +
  `${(n * 2_654_435_761) % 4_294_967_296} ${STYLES[Math.floor(n / 311) % STYLES.length]} ${n}`

const fieldOf = (text: string, at: number): SourceField => ({
  field: `option.0.${at}`,
  label: '规格',
  format: 'plain',
  most: 255,
  text,
  digest: digestOf(text),
  locale: 'en',
})

await withTemporaryFolder(async (open) => {
  const figures = openFigures('translations')
  const url = await (await openCluster(open)).create('translations')
  await fillCatalogue(url, PRODUCTS)
  await fillSheets(url)
  await fillGlossary(url)
  await fillMemory(url)
  await query(url, 'vacuum analyze')
  figures.note('size', { products: PRODUCTS, languages: LOCALES.length, pairs: PAIRS, terms: TERMS })
  const db = openDb(url)
  await lookingUp(figures, db)
  await findingNear(figures, db)
  await db.close()
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: open.folder, HUOQIAO_ROLE: 'web' })
  open.closing(server.stop)
  for (const one of PAGES) {
    const seen = await interleave({ page: asked(server, one) }, ROUNDS)
    figures.tell({
      name: `商品翻译，${one.name}：一半的调用不超过`,
      value: seen.spread.page.p50,
      unit: '毫秒',
      limit: MOST_MS.page,
    })
    figures.note(one.name, { spread: seen.spread, perSecond: seen.perSecond })
  }
  await figures.keep()
})

async function fillSheets(url: string): Promise<void> {
  await query(url, `insert into translation_languages (id, locales) values (1, $1)`, [LOCALES])
  await query(
    url,
    `insert into translation_sheet (product_id, locale, state, total, missing, outdated, machine, approved, updated_at)
     select id, locale, (array['missing', 'machine', 'approved', 'approved', 'outdated'])[1 + n % 5], ${FIELDS}, 0, 0, 0, ${FIELDS}, updated_at
     from (select id, updated_at, row_number() over () as n from product where recycled_at is null) p, unnest($1::text[]) locale`,
    [LOCALES],
  )
}

/** Forced words, of which each field of a product has one or two, and names to keep. */
async function fillGlossary(url: string): Promise<void> {
  await query(
    url,
    `insert into glossary_term (id, locale, kind, source, target, note, updated_by)
     select gen_random_uuid(), ($2::text[])[1 + n % 5], case when n % 3 = 0 then 'keep' else 'forced' end, word, 'Wort ' || n, '', 'bench'
     from unnest($1::text[]) with ordinality as w(word, n)`,
    [Array.from({ length: TERMS }, (_none, n) => (n < KINDS.length ? KINDS[n]! : `Word${n}`)), LOCALES],
  )
}

/** All pairs are in one language. Look-ups in the other languages find nothing, which takes as long. */
async function fillMemory(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Building the index once over all rows is ten times as fast.
    await client.query('drop index memory_pair_bands')
    for (let from = 0; from < PAIRS; from += CHUNK) {
      const rows = Array.from({ length: Math.min(CHUNK, PAIRS - from) }, (_none, at) => {
        const source = sourceText(from + at)
        return { source, target: `DE ${source}`, source_digest: digestOf(source), bands: bandsOf(source, 'de') }
      })
      await client.query(
        `insert into memory_pair (id, locale, source_locale, source_digest, source, target, bands)
         select gen_random_uuid(), 'de', 'en', source_digest, source, target, bands
         from json_to_recordset($1) as r(source text, target text, source_digest text, bands int[])`,
        [JSON.stringify(rows)],
      )
    }
    await client.query(`set maintenance_work_mem = '512MB'`)
    await client.query('create index memory_pair_bands on memory_pair using gin (bands)')
  } finally {
    await client.end()
  }
}

/** Every other field is in the memory. */
async function lookingUp(figures: Figures, db: Db): Promise<void> {
  const terms = termsOf({ db })
  const times: number[] = []
  let found = 0
  for (let nr = 0; nr < LOOKED_UP + LOCALES.length; nr++) {
    const locale = LOCALES[nr % LOCALES.length]!
    const sources = Array.from({ length: FIELDS }, (_none, at) =>
      fieldOf(sourceText(((nr * FIELDS + at) * 7_919) % PAIRS) + (at % 2 === 0 ? '' : ' not in it'), at),
    )
    const started = performance.now()
    const glossary = await terms.glossary(db.handle, [STORES[nr % STORES.length]!])
    const known = await knownTexts(db.handle, sources, locale, glossary)
    // Not measured: the first look-up of each language opens connections and prepares the glossary.
    if (nr >= LOCALES.length) times.push(performance.now() - started)
    if (locale === 'de') found += known.size
  }
  if (found < LOOKED_UP / LOCALES.length) throw new Error(`the memory was not found: ${found} fields`)
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  figures.tell({
    name: '术语和记忆：每秒查',
    value: (LOOKED_UP * FIELDS) / seconds,
    unit: '段',
    limit: LEAST_FIELDS,
    atLeast: true,
  })
  figures.note('lookup', { ...spread(times), found })
}

/** Searches for texts of the memory with one word added. */
async function findingNear(figures: Figures, db: Db): Promise<void> {
  const times: number[] = []
  let found = 0
  for (let nr = 0; nr < SEARCHES; nr++) {
    const source = fieldOf(`New ${sourceText((nr * 104_729) % PAIRS)}`, 0)
    const started = performance.now()
    const near = await nearTexts(db.handle, source, 'de')
    times.push(performance.now() - started)
    if (near.length > 0) found += 1
  }
  figures.tell({
    name: `相近的译文，${PAIRS} 对里：一半的不超过`,
    value: round(median(times)),
    unit: '毫秒',
    limit: MOST_MS.near,
  })
  figures.tell({ name: '相近的译文：找到', value: (found / SEARCHES) * 100, unit: '%', limit: 95, atLeast: true })
  figures.note('near', spread(times))
}

function asked(server: Server, { call, fields }: Asked): () => Promise<Round> {
  const url = `${server.url}${ENDPOINTS[call].path}?${new URLSearchParams(fields)}`
  return () => load({ url, headers: { authorization: server.token } }, { forMs: ROUND_MS, width: 1 })
}
