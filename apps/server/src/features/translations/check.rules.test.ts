import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemsOf } from './check.rules.ts'
import { toImperial } from './units.rules.ts'

const words = (source: string, text: string, over: object = {}): string[] =>
  problemsOf({ source, text, locale: 'de', format: 'plain', most: null, terms: [], forbidden: [], ...over }).map(
    ({ word }) => word,
  )
const html = (source: string, text: string): string[] => words(source, text, { format: 'html' })

describe('a translation is right', () => {
  it.each([
    ['Lamp 1,000.5 cm', 'Lampe 1.000,5 cm', 'de'],
    ['台灯 12瓦 30厘米', 'Lampe, 12 W, 30 cm', 'de'],
    ['3 in 1 charger', '3-in-1-Ladegerät', 'de'],
    ['Warm light, 12 W', '暖かい光、12W', 'ja'],
    ['Warm light, 30 cm', 'Тёплый свет, 30 см', 'ru'],
    ['Hello {{name}}, %s pieces', '%s Stück, hallo {{name}}', 'de'],
  ])('if numbers, units and placeholders are in it: %s → %s', (source, text, locale) => {
    expect(words(source, text, { locale })).toEqual([])
  })

  it('if its tags are those of the source, with other words between them', () => {
    expect(
      html(
        '<p>Red <b>lamp</b><br><img src="a.jpg" alt="x"></p>',
        '<p>Rote <b>Leuchte</b><br><img src="a.jpg" alt="y"></p>',
      ),
    ).toEqual([])
  })
})

describe('a translation is wrong', () => {
  it.each([
    ['number', 'Lamp 12 W', 'Lampe 21 W'],
    ['unit', 'Lamp 30 cm', 'Lampe 30 mm'],
    ['placeholder', 'Hello {{name}}', 'Hallo Name'],
    ['language', '台灯', '台灯 Lampe'],
    ['language', 'A warm reading lamp', 'A warm reading lamp'],
    ['language', 'Red', '   '],
    ['length', 'Red', `Rot${' sehr'.repeat(60)}`],
    ['html', 'Red lamp', 'Rote <b>Lampe</b>'],
  ])('%s: %s → %s', (word, source, text) => {
    expect(words(source, text)).toContain(word)
  })

  it('in another language, by its letters or its common words', () => {
    expect(words('A lamp for the table and the wall', 'これは机と壁のためのランプです')).toContain('language')
    expect(words('台灯', 'この製品はデスクと壁のためのランプです', { locale: 'ko' })).toContain('language')
    const french = 'Une lampe pour le bureau et la chambre avec une lumière dans les tons chauds'
    expect(words('A lamp for the table with warm light in the room', french)).toContain('language')
    expect(words('A lamp for the table with warm light in the room', french, { locale: 'fr' })).toEqual([])
  })

  it.each([
    ['cut', '<p>Rote <b>Lampe'],
    ['another order', '<b>Rote <p>Lampe</p></b>'],
    ['another address', '<p>Rote <b>Lampe</b><img src="https://evil.example/x.jpg"></p>'],
    ['a script', '<p>Rote <b>Lampe</b><img src="a.jpg"><script>x()</script></p>'],
  ])('if its HTML is %s', (_what, text) => {
    expect(html('<p>Red <b>lamp</b><img src="a.jpg"></p>', text)).toContain('html')
  })

  it('whenever a number of the source is changed, added or left out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 99_999 }), (one, other) => {
        const expected = one === other ? [] : ['number']
        expect(words(`Size ${one}`, `Größe ${other}`)).toEqual(expected)
        expect(words(`Size ${one}`, 'Größe')).toEqual(['number'])
        expect(words('Size', `Größe ${one}`)).toEqual(['number'])
      }),
    )
  })

  it('never for its own source, in the language of the source, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const found = words(text, text, { locale: 'en' })
        expect(found.filter((word) => word !== 'language' && word !== 'html')).toEqual([])
      }),
    )
  })
})

describe('units of a text', () => {
  it.each([
    ['30 cm x 2.5 kg', '11.8 in x 5.51 lb'],
    ['高30厘米', '高11.8 in'],
    ['Size M, 38 M, 10 mm²', 'Size M, 38 M, 10 mm²'],
    ['100g', '3.5 oz'],
    ['30×20×10 cm, 30cm*20cm', '11.8×7.9×3.9 in, 11.8 in*7.9 in'],
    ['20-30cm, 30±2cm, 3*100g', '7.9-11.8 in, 11.8±0.8 in, 3*3.5 oz'],
    ['1,000 mm, 1,000 g, 1,000.5 cm', '39.4 in, 35.3 oz, 393.9 in'],
  ])('are converted by formula: %s → %s', (source, wanted) => {
    expect(toImperial(source)).toBe(wanted)
  })

  it.each([
    '<img src="/a/30cm.jpg" alt="30 cm"> O1CN01zYqR5m_!!2200-0-cib.jpg',
    'https://pictures.example/30cm/5m.jpg, //pictures.example/30cm, {{size30cm}}',
    '2克拉 3米色 USB-C-2m, 1/2 m, 2,5 kg, Lamp 2 - 30 cm',
  ])('are not converted where they are none, or where it is not sure: %s', (source) => {
    expect(toImperial(source)).toBe(source)
  })
})
