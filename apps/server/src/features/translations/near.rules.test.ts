import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NEAR_SCORE, bandsOf, nearest, similarity, trigramsOf } from './near.rules.ts'

const TITLES = [
  'Foldable camping table with carrying bag, aluminium, 70 x 70 cm',
  'Stainless steel water bottle with straw lid, 750 ml, leak proof',
  'Wireless reading lamp with three brightness levels and clip',
  '夏季新款纯棉短袖T恤男士宽松休闲打底衫',
  '不锈钢保温杯大容量便携车载水杯500毫升',
]
const score = (a: string, b: string): number => similarity(trigramsOf(a), trigramsOf(b))

describe('similar texts', () => {
  it.each(TITLES)('are found although a word differs: %s', (title) => {
    const changed = /\p{Script=Han}/u.test(title) ? title.replace(/款|大/, '新') : title.replace(' with ', ' and ')
    expect(score(title, changed)).toBeGreaterThan(0.7)
    const bands = new Set(bandsOf(title, 'de'))
    expect(bandsOf(changed, 'de').some((band) => bands.has(band))).toBe(true)
    expect(
      nearest(
        changed,
        TITLES.map((source) => ({ source })),
        3,
      ),
    ).toMatchObject([{ source: title }])
  })

  it('in another language, and unrelated ones, have no band in common', () => {
    for (const one of TITLES)
      for (const other of TITLES) {
        const bands = new Set(bandsOf(one, 'de'))
        if (one !== other) expect(bandsOf(other, 'de').filter((band) => bands.has(band))).toEqual([])
        expect(bandsOf(other, 'fr').filter((band) => bands.has(band))).toEqual([])
      }
  })

  it('are those whose trigrams are near enough, in this order, whatever the texts', () => {
    // Few characters, so that trigrams repeat; one has two code units, and some are equal after normalisation. Prefixes of the text share most
    // of its trigrams, so some of them score just above NEAR_SCORE.
    const characters = fc.constantFrom('a', 'b', 'A', 'ａ', '夏', '𠮷', ' ', '-', '1', '\ud842')
    const texts = fc.string({ unit: characters, maxLength: 20 })
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 30 }), (text, sources) => {
        const beginnings = Array.from(text, (_none, at) => text.slice(0, at + 1))
        const candidates = [`${text}b`, `a${text}`, ...sources, ...beginnings].map((source, nr) => ({ source, nr }))
        expect(nearest(text, candidates, 10)).toEqual(
          candidates
            .map((one) => ({ ...one, score: score(text, one.source) }))
            .filter((one) => one.score >= NEAR_SCORE)
            .toSorted((a, b) => b.score - a.score)
            .slice(0, 10),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it('do not depend on case, punctuation or width, and a text without letters has no bands', () => {
    expect(score('Reading Lamp', 'reading—lamp!')).toBe(1)
    expect(bandsOf('reading lamp', 'de')).toEqual(bandsOf('READING  LAMP.', 'de'))
    expect(bandsOf('…', 'de')).toEqual([])
    expect(bandsOf('x'.repeat(501), 'de')).toEqual([])
  })
})
