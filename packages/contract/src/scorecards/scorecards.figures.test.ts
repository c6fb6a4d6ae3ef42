import { describe, expect, it } from 'vitest'
import {
  declineOf,
  enough,
  faultsOf,
  gradeOf,
  isFaultIn,
  judgedFigure,
  MIN_CASES,
  SCORE_KEYS,
  SCORECARD_FIGURES,
  scoreText,
  sentenceOf,
  worseIn,
} from './scorecards.figures.ts'
import type { ScoreFigures, ScoreKey, ScoreWindow } from './scorecards.figures.ts'

/** A window with only the given figures (value and cases); all others have no value and no cases. */
const windowOf = (given: Partial<Record<ScoreKey, [value: number, cases?: number]>>, days = 90): ScoreWindow => ({
  days,
  figures: Object.fromEntries(
    SCORE_KEYS.map((key) => {
      const [value = null, cases = value === null ? 0 : 10] = given[key] ?? []
      return [key, { value, cases }]
    }),
  ) as ScoreFigures,
})

describe('a figure with too few cases', () => {
  it('is neither judged nor told, however bad it is', () => {
    const window = windowOf({ short: [900, MIN_CASES - 1], late: [1000, MIN_CASES - 1] })
    expect(enough(window.figures.short)).toBeUndefined()
    expect(faultsOf([window])).toEqual([])
    expect(gradeOf([window])).toBe('unknown')
    expect(sentenceOf([window], ['short', 'late'])).toBe('')
  })

  it('is compared with nothing', () => {
    expect(worseIn(windowOf({ short: [900, 2] }), windowOf({ short: [0] }))).toEqual([])
    expect(worseIn(windowOf({ short: [900] }), windowOf({ short: [0, 2] }))).toEqual([])
  })
})

describe('a judged figure', () => {
  it('is bad from its limit on, and good below', () => {
    for (const key of SCORE_KEYS) {
      const definition: { judged?: { poor: number } } = SCORECARD_FIGURES[key]
      if (!definition.judged) continue
      expect(faultsOf([windowOf({ [key]: [definition.judged.poor] })]), key).toEqual([key])
      expect(faultsOf([windowOf({ [key]: [definition.judged.poor - 1] })]), key).toEqual([])
    }
  })

  it('makes a supplier bad although all its other figures are good', () => {
    expect(gradeOf([windowOf({ late: [0], short: [0] })])).toBe('good')
    expect(gradeOf([windowOf({ late: [0], short: [80] })])).toBe('poor')
  })

  it('that is only a count is not judged', () => {
    expect(gradeOf([windowOf({ purchases: [50], paid: [50], promisedHours: [48] })])).toBe('unknown')
  })

  it('is worse than another only by a clear difference', () => {
    expect(worseIn(windowOf({ short: [60] }), windowOf({ short: [31] }))).toEqual([])
    expect(worseIn(windowOf({ short: [60] }), windowOf({ short: [30] }))).toEqual(['short'])
    expect(worseIn(windowOf({ short: [30] }), windowOf({ short: [60] }))).toEqual([])
  })
})

describe('several windows', () => {
  const recent = windowOf({ sendHours: [30, 3], late: [0, 3], short: [900, 2], defects: [10, 5] })
  const past = windowOf({ sendHours: [149], late: [600], short: [80], defects: [50], refunded: [200] }, 365)
  const windows = [recent, past]

  it('judge each figure by the shortest of them in which it has enough cases', () => {
    expect(judgedFigure(windows, 'late')).toEqual({ value: 0, cases: 3, days: 90 })
    expect(judgedFigure(windows, 'short')).toEqual({ value: 80, cases: 10, days: 365 })
    expect(judgedFigure(windows, 'closedBySeller')).toEqual({ value: null, cases: 0, days: 90 })
  })

  it('make a supplier bad by a figure of the year although three fresh orders were sent in time', () => {
    expect(faultsOf(windows)).toEqual(['short', 'refunded'])
    expect(gradeOf(windows)).toBe('poor')
    expect(gradeOf([recent])).toBe('good')
    expect(gradeOf([windowOf({ short: [900, 2] }), windowOf({ short: [10, 5] }, 365)])).toBe('good')
  })

  it('show a fault only where it is judged', () => {
    expect([isFaultIn(windows, recent, 'short'), isFaultIn(windows, past, 'short')]).toEqual([false, true])
    expect([isFaultIn(windows, recent, 'late'), isFaultIn(windows, past, 'late')]).toEqual([false, false])
  })

  it('are named in the sentence, each before its figures', () => {
    const poor = [windowOf({ sendHours: [149, 3], late: [900, 3] }), past]
    expect(sentenceOf(poor, faultsOf(poor))).toBe(
      '近90天一半订单 6.2 天内发货；发货超时 90 %；近365天缺货 8 %；不良 5 %；退款 20 %',
    )
  })
})

describe('a sentence', () => {
  it('tells the days and the promise beside them, then the other faults', () => {
    const window = windowOf({ sendHours: [149], promisedHours: [48], late: [800], short: [80] })
    expect(sentenceOf([window], faultsOf([window]))).toBe(
      '近90天一半订单 6.2 天内发货，承诺 2 天；发货超时 80 %；缺货 8 %',
    )
  })

  it('of a supplier without a promise leaves it out', () => {
    expect(sentenceOf([windowOf({ sendHours: [149] }, 365)], ['sendHours'])).toBe('近365天一半订单 6.2 天内发货')
  })

  it('of what became worse tells what it was before', () => {
    expect(declineOf(windowOf({ defects: [28] }), windowOf({ defects: [5] }, 365))).toBe(
      '近90天变差：不良 2.8 %（近365天 0.5 %）',
    )
    expect(declineOf(windowOf({ defects: [28] }), windowOf({ defects: [20] }, 365))).toBe('')
  })

  it('has no more than one decimal, and none for a whole number', () => {
    expect([
      scoreText('sendHours', 24),
      scoreText('sendHours', 25),
      scoreText('short', 5),
      scoreText('purchases', 7),
    ]).toEqual(['1 天', '1 天', '0.5 %', '7'])
  })
})
