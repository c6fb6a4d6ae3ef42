import { ENDPOINTS } from '@huoqiao/contract'
import type { OutputOf } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProviders } from './providers.testing.ts'
import { refusedIn, startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'
import { DEEPL_KEY } from './vendor-deepl.testing.ts'

let bench: TranslationBench
let vendors: Awaited<ReturnType<typeof openProviders>>
beforeAll(async () => {
  vendors = await openProviders()
  bench = await startTranslationBench(['de'])
  const { locales, version } = await bench.app.ok('queryTranslationLanguages')
  await bench.app.ok('saveTranslationLanguages', { locales, imperial: ['de'], version })
  await bench.app.ok('addTranslationProvider', {
    name: 'DeepL',
    kind: 'deepl',
    address: vendors.origin,
    secretKey: DEEPL_KEY,
  })
})
afterAll(async () => {
  await bench?.close()
  vendors?.close()
})

const ADDRESS = 'https://pictures.example/30cm/O1CN01zYqR5m_!!2200-0-cib.jpg'
const PICTURE = `<img src="${ADDRESS}" />`
const made = (words: string) =>
  bench.product({ title: `Box, ${words}`, descriptionHtml: `<p>Box of 30*20*10cm, ${words}.</p>${PICTURE}` })
const descriptionOf = async (product: { id: string }) => (await bench.field(product, 'description')).translation

it('a machine is given the measures of the language and the addresses as they are, and has to keep both', async () => {
  const product = await made('a machine')
  const seen = await bench.translated([product])
  expect(refusedIn(seen)).toEqual({})
  const text = (await descriptionOf(product))?.text
  expect(text).toContain('11.8*7.9*3.9 in')
  expect(text).toContain(PICTURE)
  vendors.force({ change: (one) => one.replace('11.8*7.9*3.9 in', '30*20*10cm') })
  expect(refusedIn(await bench.translated([product], { redo: true }))).toMatchObject({
    description: expect.stringContaining('少了数字'),
  })
})

it.each([
  ['those of the source', '30*20*10 cm'],
  ['the converted ones', '11,8 × 7,9 × 3,9 in'],
])('a person may write %s, also in a file', async (words, measures) => {
  const product = await made(words)
  const text = `<p>Kiste von ${measures}, ${words}.</p>${PICTURE}`
  const rows = [
    ['商品编号', '字段编号', '原文', '译文'],
    [product.id, 'description', product.descriptionHtml, text],
  ]
  const sheet = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
  const form = new FormData()
  form.append('file', new Blob([sheet]), 'texts.csv')
  const response = await fetch(`${bench.app.url}${ENDPOINTS.importTranslations.path}?locale=de`, {
    method: 'POST',
    headers: { authorization: await bench.app.login('admin', 'admin888') },
    body: form,
  })
  const { data } = (await response.json()) as { data: OutputOf<(typeof ENDPOINTS)['importTranslations']> }
  expect(data.texts).toMatchObject([{ outcome: 'change', why: '' }])
  expect((await descriptionOf(product))?.text).toBe(text)
  expect((await bench.field(product, 'description')).problems).toEqual([])
})
