import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { ENDPOINTS } from '@huoqiao/contract'
import { uuidV7 } from '@huoqiao/kit'
import pg from 'pg'
import { fillCatalogue } from './catalogue.ts'
import { openFigures } from './figures.ts'
import { openCluster, startServer, withTemporaryFolder } from './app.ts'
import { recordCreate } from './record-create.ts'
import type { Recorded } from './record-create.ts'
import { interleave } from './load.ts'
import type { Round } from './load.ts'

/**
 * Creating a product with 5 variants through the API, one at a time and durably, compared with the same INSERTs in one bare transaction on
 * one connection of the same database. Limit: 40 % of the bare transaction's rate. The difference is what the server does in addition
 * (session, checks, the entry in the operation log).
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 1500)
const PRODUCTS = Number(process.env['BENCH_CREATE_AMONG'] ?? 20_000)

const SIZES = ['S', 'M', 'L', 'XL', '2XL']
const input = {
  title: 'Waterproof folding camping tent for two',
  titleZh: '户外防水折叠双人帐篷',
  descriptionHtml: '<p>双层防水面料，两人三分钟搭好。</p>',
  vendor: '鑫源',
  tags: ['户外', '露营'],
  images: SIZES.map((size) => ({
    id: `i${size}`,
    url: `https://cbu01.alicdn.com/img/${size}.jpg`,
    alt: '',
    dropped: false,
  })),
  options: [{ name: 'Size', nameZh: '尺码', values: SIZES.map((value) => ({ value, valueZh: value })) }],
  variants: SIZES.map((size, at) => ({
    id: uuidV7(Date.now(), randomBytes(10)),
    skuCode: `TENT-${size}`,
    barcode: '',
    sourceSkuId: null,
    sourceSpecId: null,
    optionValues: [size],
    costMinor: 8_900 + at * 500,
    weightGrams: 1_800 + at * 50,
    stock: 100,
    stockPolicy: 'deny' as const,
    imageId: `i${size}`,
    dropped: false,
    prices: [],
  })),
}
const fresh = () => ({
  ...input,
  variants: input.variants.map((variant) => ({ ...variant, id: uuidV7(Date.now(), randomBytes(10)) })),
})

/** One after another for a fixed time. */
async function oneByOne(work: () => Promise<void>): Promise<Round> {
  const ms: number[] = []
  const started = performance.now()
  while (performance.now() - started < ROUND_MS) {
    const at = performance.now()
    await work()
    ms.push(performance.now() - at)
  }
  return { perSecond: (ms.length / (performance.now() - started)) * 1000, ms }
}

function poster(url: string, token: string): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return () =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(fresh())
      const headers = {
        authorization: token,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const sent = request(`${url}${ENDPOINTS.createProduct.path}`, { method: 'POST', agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => (text.startsWith('{"code":200') ? resolve() : reject(new Error(text.slice(0, 300)))))
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

const OUR_IDS = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Executes the recorded statements again, with new ids in place of the old ones, also inside the one parameter of all variants. */
async function replay(client: pg.Client, recorded: readonly Recorded[]): Promise<void> {
  const renamed = new Map<string, string>()
  const renewId = (old: string): string => {
    const id = renamed.get(old) ?? uuidV7(Date.now(), randomBytes(10))
    renamed.set(old, id)
    return id
  }
  const renew = (value: unknown): unknown => (typeof value === 'string' ? value.replace(OUR_IDS, renewId) : value)
  for (const { text, values } of recorded) await client.query(text, values.map(renew))
}

await withTemporaryFolder(async (open) => {
  const figures = openFigures('create')
  const cluster = await openCluster(open)
  const url = await cluster.create('create')
  await fillCatalogue(url, PRODUCTS)
  const recorded = await recordCreate(url, fresh())
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: open.folder })
  open.closing(server.stop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  open.closing(() => client.end())
  const post = poster(server.url, server.token)
  const seen = await interleave(
    { server: () => oneByOne(post), bare: () => oneByOne(() => replay(client, recorded)) },
    ROUNDS,
  )
  const percent = seen.ratio('server', 'bare') * 100
  figures.tell({ name: '新建5个变体的商品：为裸事务的', value: percent, unit: '%', limit: 40, atLeast: true })
  figures.tell({ name: '新建5个变体的商品：每秒', value: seen.perSecond.server, unit: '个' })
  figures.note('products before', PRODUCTS)
  figures.note('perSecond', seen.perSecond)
  figures.note('spread', seen.spread)
  const statements = recorded.map(({ text }) => text.slice(0, 60))
  figures.note('bare transaction', statements)
  await figures.keep()
})
