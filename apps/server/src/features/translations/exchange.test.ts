import { ENDPOINTS } from '@huoqiao/contract'
import type { OutputOf } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'

let bench: TranslationBench
beforeAll(async () => {
  bench = await startTranslationBench()
})
afterAll(() => bench?.close())

type Imported = { code: number; data: OutputOf<(typeof ENDPOINTS)['importTranslations']> & { why?: string } }

async function importFile(bytes: Buffer, query: object = {}): Promise<Imported> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'texts')
  const asked = new URLSearchParams({ locale: 'de', ...query })
  const response = await fetch(`${bench.app.url}${ENDPOINTS.importTranslations.path}?${asked.toString()}`, {
    method: 'POST',
    headers: { authorization: await bench.app.login('admin', 'admin888') },
    body: form,
  })
  return (await response.json()) as Imported
}
const exported = async (
  product: { id: string },
  format: 'xlsx' | 'xliff',
  over: { storeId?: string; marketId?: string; openOnly?: boolean } = {},
): Promise<Buffer> => {
  const asked = { productIds: [product.id], locale: 'de' as const, format, ...over }
  const { content } = await bench.app.ok('exportTranslations', asked)
  return Buffer.from(content, 'base64')
}
let count = 0
const made = () =>
  bench.product({ title: `Garden chair ${(count += 1)}`, descriptionHtml: '<p>Made of <b>teak</b> & steel</p>' })

const sheetFile = (rows: readonly string[][]): Buffer => Buffer.from(rows.map((row) => row.join(',')).join('\n'))

describe('XLIFF', () => {
  it('of a translation tool may contain proposals beside its texts, which are not imported', async () => {
    const product = await made()
    const file = (await exported(product, 'xliff')).toString()
    const target = `<target>Gartenstuhl ${count}</target>`
    const proposal =
      '<alt-trans match-quality="80"><source>Chair</source><target><g id="1">Sessel</g> 9</target></alt-trans>'
    const filled = file.replace(`<source>${product.title}</source>`, `$&${target}${proposal}`)
    expect((await importFile(Buffer.from(filled))).data).toMatchObject({ change: 1, refused: 0 })
    expect((await bench.field(product, 'title')).translation?.text).toBe(`Gartenstuhl ${count}`)
  })

  it('goes out and in again: first what would change, then the texts as one change that can be undone', async () => {
    const product = await made()
    const file = (await exported(product, 'xliff')).toString()
    expect(file).toContain(`<file original="${product.id}" datatype="html" source-language="en" target-language="de">`)
    const filled = file
      .replace(
        `<source>${product.title}</source>`,
        `<source>${product.title}</source><target>Gartenstuhl ${count}</target>`,
      )
      .replace(/(&lt;\/p&gt;<\/source>)/, '$1<target>&lt;p&gt;Aus &lt;b&gt;Teak&lt;/b&gt; und Stahl&lt;/p&gt;</target>')
    const tried = await importFile(Buffer.from(filled), { dryRun: 'true' })
    expect(tried.data).toMatchObject({ change: 2, refused: 0, batchId: null })
    expect((await bench.field(product, 'title')).translation).toBeNull()
    const done = await importFile(Buffer.from(filled))
    expect((await bench.field(product, 'description')).translation).toMatchObject({
      text: '<p>Aus <b>Teak</b> und Stahl</p>',
      state: 'approved',
      locked: true,
    })
    expect((await importFile(Buffer.from(filled))).data).toMatchObject({ change: 0 })
    await bench.app.ok('undoTranslationBatch', { batchId: done.data.batchId! })
    expect((await bench.field(product, 'title')).translation).toBeNull()
  })

  it('of another product, of another language, of a changed source, or with broken texts, changes nothing and says why', async () => {
    const product = await made()
    const file = (await exported(product, 'xliff')).toString()
    const withTarget = (target: string) =>
      Buffer.from(
        file.replace(
          `<source>${product.title}</source>`,
          `<source>${product.title}</source><target>${target}</target>`,
        ),
      )
    const why = async (bytes: Buffer, query: object = {}): Promise<string> => {
      const { code, data } = await importFile(bytes, query)
      return code === 200 ? (data.texts.find(({ outcome }) => outcome === 'refused')?.why ?? '') : (data.why ?? '')
    }
    const good = withTarget(`Stuhl ${count}`)
    expect(await why(good, { locale: 'ja' })).toBe('文件是德语的译文，现在选的是日语')
    expect(await why(Buffer.from(good.toString().replaceAll(product.id, crypto.randomUUID())))).toContain(
      '没有这个商品',
    )
    expect(await why(withTarget('Stuhl ohne Zahl'))).toContain('少了数字')
    expect(await why(withTarget('<g id="1">Stuhl</g>'))).toContain('<g>')
    expect(await why(Buffer.from('<html></html>'))).toContain('XLIFF')
    expect(await why(Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><xliff version="1.2"/>'))).toContain('不允许')
    await bench.edit(product, { title: `${product.title} XL` })
    expect(await why(good)).toContain('原文和现在的不一样')
    expect((await bench.field(product, 'title')).translation).toBeNull()
  })
})

describe('a sheet', () => {
  it('goes out and in again with what was typed into it', async () => {
    const product = await made()
    await bench.save(product, { title: `Stuhl ${count}` })
    const same = await importFile(await exported(product, 'xlsx'))
    expect(same.data).toMatchObject({ change: 0, refused: 0, batchId: null })
    const rows = [
      ['商品编号', '字段编号', '原文', '译文'],
      [product.id, 'title', product.title, `Gartenstuhl ${count}`],
      [product.id, 'option.7', 'x', 'y'],
    ]
    const done = await importFile(sheetFile(rows))
    expect(done.data).toMatchObject({ change: 1, refused: 1 })
    expect((await bench.field(product, 'title')).translation?.text).toBe(`Gartenstuhl ${count}`)
    expect((await importFile(Buffer.from('a,b\n1,2'))).data.why).toContain('商品编号')
  })
})

it('more texts than a sheet takes are not exported, because it could not be imported again', async () => {
  const more = Array.from({ length: 100 }, (_none, at) => ({ value: `Colour ${at}`, valueZh: `颜色${at}` }))
  const names = [{ value: 'Red', valueZh: '红色' }, { value: 'Blue', valueZh: '蓝色' }, ...more]
  const ids: string[] = []
  for (let n = 0; n < 50; n += 1)
    ids.push(
      (
        await bench.product({
          title: `Many colours ${n}`,
          options: [{ name: 'Colour', nameZh: '颜色', values: names }],
        })
      ).id,
    )
  const asked = { productIds: ids, locale: 'de' as const }
  expect(await bench.app.call('exportTranslations', { ...asked, format: 'xlsx' })).toMatchObject({
    data: { refusal: 'too-large', why: expect.stringContaining('一次最多 5000 行') },
  })
  const { content } = await bench.app.ok('exportTranslations', { ...asked, format: 'xliff' })
  expect((await importFile(Buffer.from(content, 'base64'), { dryRun: 'true' })).data).toMatchObject({ refused: 0 })
})

describe('texts of markets', () => {
  const CANADA = 'gid://shopify/Market/11'
  const STATES = 'gid://shopify/Market/12'
  let storeId: string
  const haveMarkets = (...markets: object[]) =>
    bench.app.db.pool.query('update store set markets = $1 where id = $2', [JSON.stringify(markets), storeId])
  const canada = { id: CANADA, name: 'Canada', handle: 'canada', active: true }
  const states = { id: STATES, name: 'United States', handle: 'us', active: true }
  const ofMarket = async (product: { id: string }, market = CANADA) =>
    (await bench.app.ok('getProductTranslations', { productId: product.id, locale: 'de', storeId, marketId: market }))
      .fields[0]!
  const saveOfMarket = (product: { id: string }, text: string, market = CANADA) =>
    bench.app.ok('saveTranslations', {
      productId: product.id,
      locale: 'de',
      storeId,
      marketId: market,
      edits: [{ field: 'title', text, version: 0 }],
    })

  beforeAll(async () => {
    storeId = (await bench.app.ok('addShopifyStore', { name: 'Nord', origin: 'https://nord.myshopify.com' })).id
    await haveMarkets(canada, states)
  })

  it.each(['xlsx', 'xliff'] as const)('go out and in again beside those of all markets: %s', async (format) => {
    const product = await made()
    await bench.save(product, { title: `Stuhl ${count}` })
    await saveOfMarket(product, `Sessel ${count}`)
    const file = await exported(product, format)
    await bench.save(product, { title: `Bank ${count}` })
    const { version } = (await ofMarket(product)).translation!
    await bench.app.ok('saveTranslations', {
      productId: product.id,
      locale: 'de',
      storeId,
      marketId: CANADA,
      edits: [{ field: 'title', text: `Couch ${count}`, version }],
    })
    const tried = await importFile(file, { dryRun: 'true' })
    expect(tried.data).toMatchObject({ change: 2, refused: 0 })
    expect(tried.data.texts.filter(({ outcome }) => outcome === 'change')).toMatchObject([
      { before: `Bank ${count}`, after: `Stuhl ${count}` },
      { market: 'Nord · Canada', before: `Couch ${count}`, after: `Sessel ${count}` },
    ])
    const { batchId } = (await importFile(file)).data
    expect((await ofMarket(product)).translation).toMatchObject({ text: `Sessel ${count}`, state: 'approved' })
    expect((await bench.field(product, 'title')).translation?.text).toBe(`Stuhl ${count}`)
    expect((await ofMarket(product, STATES)).translation).toBeNull()
    await bench.app.ok('undoTranslationBatch', { batchId: batchId! })
    expect((await ofMarket(product)).translation?.text).toBe(`Couch ${count}`)
    expect((await bench.field(product, 'title')).translation?.text).toBe(`Bank ${count}`)
  })

  it('are given to translators for one market, with the text of all beside each, also where it has none yet', async () => {
    const product = await made()
    await bench.save(product, { title: `Stuhl ${count}` })
    const file = (await exported(product, 'xliff', { storeId, marketId: STATES })).toString()
    expect(file).toContain('（Nord · United States）')
    expect(file).toContain(`<note>通用译文：Stuhl ${count}</note>`)
    const filled = file.replace(`<source>${product.title}</source>`, `$&<target>Chair ${count}</target>`)
    expect((await importFile(Buffer.from(filled))).data).toMatchObject({ change: 1, refused: 0 })
    expect((await ofMarket(product, STATES)).translation?.text).toBe(`Chair ${count}`)
    expect((await bench.field(product, 'title')).translation?.text).toBe(`Stuhl ${count}`)
    // The title has an approved text for this market, so it is not open any more; the description still is.
    const open = (await exported(product, 'xliff', { storeId, marketId: STATES, openOnly: true })).toString()
    expect(open).not.toContain('id="title"')
    expect(open).toContain('id="description"')
  })

  it('of a market that is gone, of no market, or twice in one file, change nothing and say why', async () => {
    const product = await made()
    await bench.save(product, { title: `Stuhl ${count}` })
    const head = ['商品编号', '字段编号', '市场编号', '原文', '译文']
    const row = (market: string, target: string): string[] => [product.id, 'title', market, product.title, target]
    const outcomes = async (...rows: string[][]) =>
      (await importFile(sheetFile([head, ...rows]))).data.texts.map(({ outcome, why }) => `${outcome} ${why}`.trim())
    const key = `${storeId} ${CANADA}`
    expect(await outcomes(row('Canada', `Sessel ${count}`))).toEqual(['refused 市场编号读不懂，请用这里导出的文件'])
    expect(await outcomes(row(`${storeId} gid://shopify/Market/99`, `Sessel ${count}`))).toEqual([
      'refused 店铺“Nord”没有这个市场',
    ])
    expect(await outcomes(row(`${crypto.randomUUID()} ${CANADA}`, `Sessel ${count}`))).toEqual([
      'refused 店铺不存在或已被删除',
    ])
    expect(await outcomes(row(key, `Sessel ${count}`), row(key, `Couch ${count}`), row('', `Bank ${count}`))).toEqual([
      'change',
      'change',
      'refused 文件里这个字段有两段译文，只用前一段',
    ])
    // The same rows again: the second is refused again although the first is stored already, also with its store id in upper case.
    const shouted = `${storeId.toUpperCase()} ${CANADA}`
    expect(await outcomes(row(key, `Sessel ${count}`), row(shouted, `Couch ${count}`))).toEqual([
      'same',
      'refused 文件里这个字段有两段译文，只用前一段',
    ])
    expect((await ofMarket(product)).translation?.text).toBe(`Sessel ${count}`)
    await haveMarkets(states)
    expect(await outcomes(row(key, `Couch ${count}`))).toEqual(['refused 店铺没有这个市场了'])
    await haveMarkets(canada, states)
    expect((await ofMarket(product)).translation?.text).toBe(`Sessel ${count}`)
    expect((await bench.field(product, 'title')).translation?.text).toBe(`Bank ${count}`)
  })

  it('do not become texts of all markets when a translator removes the ids of the markets', async () => {
    const product = await made()
    const named = ['商品编号', '字段编号', '市场编号', '市场', '原文', '译文']
    const emptied = [product.id, 'title', '', 'Nord · Canada', product.title, `Sessel ${count}`]
    const { texts } = (await importFile(sheetFile([named, emptied]))).data
    expect(texts).toMatchObject([{ outcome: 'refused', why: '市场编号读不懂，请用这里导出的文件' }])
    const without = (cells: readonly string[]): string[] => cells.filter((_cell, at) => at !== 2)
    const { data } = await importFile(sheetFile([without(named), without(emptied)]))
    expect(data.why).toContain('少了“市场编号”一列')
    expect((await bench.field(product, 'title')).translation).toBeNull()
  })
})
