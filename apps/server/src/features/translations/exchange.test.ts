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
const exported = async (product: { id: string }, format: 'xlsx' | 'xliff'): Promise<Buffer> => {
  const { content } = await bench.app.ok('exportTranslations', { productIds: [product.id], locale: 'de', format })
  return Buffer.from(content, 'base64')
}
let count = 0
const made = () =>
  bench.product({ title: `Garden chair ${(count += 1)}`, descriptionHtml: '<p>Made of <b>teak</b> & steel</p>' })

describe('XLIFF', () => {
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
    const done = await importFile(Buffer.from(rows.map((row) => row.join(',')).join('\n')))
    expect(done.data).toMatchObject({ change: 1, refused: 1 })
    expect((await bench.field(product, 'title')).translation?.text).toBe(`Gartenstuhl ${count}`)
    expect((await importFile(Buffer.from('a,b\n1,2'))).data.why).toContain('商品编号')
  })
})
