import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradictionOf, folded, termFinder } from './terms.rules.ts'
import type { Term } from './terms.rules.ts'

const term = (source: string, over: Partial<Term> = {}): Term => ({
  id: source,
  storeId: null,
  locale: null,
  kind: 'forced',
  source,
  target: `${source}-target`,
  note: '',
  ...over,
})
const found = (text: string, ...words: string[]): string[] =>
  termFinder(words.map((word) => term(word)))(text, 'de').map(({ start, end }) => text.slice(start, end))

describe('terms in a text', () => {
  it('are whole words, whatever their case, and the longest at each place', () => {
    expect(found('Pans, pan and Frying Pan', 'pan', 'frying pan')).toEqual(['pan', 'Frying Pan'])
    expect(found('保温杯和杯子', '杯', '保温杯')).toEqual(['保温杯', '杯'])
    expect(found('İstanbul lamp', 'lamp')).toEqual(['lamp'])
  })

  it('are those of the language, and those for all', () => {
    const find = termFinder([term('table', { locale: 'fr' }), term('chair'), term('table', { id: 'de', locale: 'de' })])
    expect(find('table and chair', 'de').map((hit) => hit.term.id)).toEqual(['de', 'chair'])
    expect(find('table and chair', 'ja').map((hit) => hit.term.id)).toEqual(['chair'])
  })

  it('are found as by a search for each of them', () => {
    const word = fc.stringMatching(/^[abc杯]{1,4}$/)
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 8 }),
        fc.stringMatching(/^[abc杯 ]{0,40}$/),
        (words, text) => {
          const hits = termFinder(words.map((one) => term(one)))(text, 'de')
          let from = 0
          for (const { start, end, term: of } of hits) {
            expect(folded(text.slice(start, end))).toBe(folded(of.source))
            expect(start).toBeGreaterThanOrEqual(from)
            from = end
          }
          // Outside of the hits no term occurs as a whole word.
          const isLetter = (at: number): boolean => /[abc]/.test(text[at] ?? ' ')
          const missed = words.some((one) => {
            const at = text.indexOf(one)
            if (at === -1) return false
            const isWhole =
              !(isLetter(at) && isLetter(at - 1)) && !(isLetter(at + one.length - 1) && isLetter(at + one.length))
            return isWhole && !hits.some(({ start, end }) => start < at + one.length && end > at)
          })
          expect(missed).toBe(false)
        },
      ),
    )
  })
})

describe('a glossary', () => {
  it.each([
    ['the same word twice', term('Table'), term('table', { target: 'Tisch' }), '已有'],
    ['a word to keep and to translate', term('table'), term('table', { kind: 'keep', locale: 'de' }), '不能同时遵守'],
    [
      'a demanded word that is forbidden',
      term('cream', { target: 'Heilcreme', locale: 'de' }),
      term('heilcreme', { kind: 'forbidden', locale: 'de', note: '医疗宣称' }),
      '违禁词',
    ],
  ])('refuses %s, in either order, with the other entry', (_what, one, other, why) => {
    expect(contradictionOf({ ...other, id: 'new' }, [one])).toContain(why)
    expect(contradictionOf({ ...one, id: 'new' }, [other])).toContain(why)
  })

  it('takes the same word for another language or another store, and a change of an entry itself', () => {
    const german = term('table', { locale: 'de' })
    expect(contradictionOf(term('table', { id: 'x', locale: 'fr' }), [german])).toBeUndefined()
    expect(contradictionOf(term('table', { id: 'x', storeId: 'a' }), [term('table', { storeId: 'b' })])).toBeUndefined()
    expect(contradictionOf({ ...german, target: 'Tisch' }, [german])).toBeUndefined()
  })
})
