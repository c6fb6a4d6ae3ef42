import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProviders } from './providers.testing.ts'
import { refusedIn, startTranslationBench } from './translations.testing.ts'
import type { TranslationBench } from './translations.testing.ts'
import { DEEPL_KEY } from './vendor-deepl.testing.ts'

let bench: TranslationBench
let vendors: Awaited<ReturnType<typeof openProviders>>
let count = 0
beforeAll(async () => {
  vendors = await openProviders()
  bench = await startTranslationBench(['de', 'ja'])
})
afterAll(async () => {
  await bench?.close()
  vendors?.close()
})
beforeEach(async () => {
  vendors.forget()
  await bench.removeProviders()
})

const made = (over: object = {}) => bench.product({ title: `Folding table ${(count += 1)} {{shop}} 30 cm`, ...over })
const deepl = () =>
  bench.app.ok('addTranslationProvider', {
    name: `DeepL ${(count += 1)}`,
    kind: 'deepl',
    address: vendors.origin,
    secretKey: DEEPL_KEY,
    pricePerMillion: 15_000,
  })

describe('the glossary in machine translation', () => {
  it('keeps brand names and puts in forced terms, also with a provider that has no glossary of ours', async () => {
    await bench.app.ok('addGlossaryTerm', { kind: 'keep', source: 'Lumora' })
    await bench.app.ok('addGlossaryTerm', { kind: 'forced', source: 'dimmer', target: 'Dimmer|Dimmern', locale: 'de' })
    await deepl()
    const product = await made({ title: 'Lumora table with dimmer & hook' })
    await bench.translated([product])
    const { translation, terms } = await bench.field(product, 'title')
    expect(translation?.text).toMatch(/^Lumora .* Dimmer & /)
    expect(terms.map(({ source, kind }) => [source, kind])).toEqual([
      ['Lumora', 'keep'],
      ['dimmer', 'forced'],
    ])
  })

  it('refuses a translation with a forbidden word, with its reason', async () => {
    await bench.app.ok('addGlossaryTerm', { kind: 'forbidden', source: 'heilt', locale: 'de', note: '医疗宣称' })
    await deepl()
    const product = await made()
    vendors.force({ change: (text) => `${text} heilt` })
    expect(Object.values(refusedIn(await bench.translated([product])))[0]).toContain('有违禁词“heilt”：医疗宣称')
    expect(await bench.save(product, { 'option.0.1': 'heilt blau' })).toMatchObject({ code: 422 })
  })
})

describe('units', () => {
  it('are converted by rule before the text is sent, where the language wants inches', async () => {
    const { version } = await bench.app.ok('queryTranslationLanguages')
    await bench.app.ok('saveTranslationLanguages', { locales: ['de', 'ja'], imperial: ['de'], version })
    await deepl()
    const product = await made()
    await bench.translated([product])
    expect((await bench.field(product, 'title')).translation?.text).toContain('11.8 in')
    expect((await bench.field(product, 'title')).problems).toEqual([])
    await bench.languages(['de', 'ja'])
  })
})
