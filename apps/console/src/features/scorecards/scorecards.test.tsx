// @vitest-environment happy-dom
import { SCORE_KEYS } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ScoreFigures, ScoreKey } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { Scorecard } from '@huoqiao/contract/scorecards/scorecards.schema'
import { startOfChinaDay } from '@huoqiao/kit/time'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
import { PERSON } from '../../../test/person.ts'
import { session } from '../../lib/client.ts'
import ScorecardSection from './scorecard.section.tsx'
import SupplierBadge from './supplier-badge.tsx'
import SupplierFigure from './supplier-figure.tsx'
import SupplierWarning from './supplier-warning.tsx'

const DAY_MS = 86_400_000
const BASE = '/api/purchase/scorecard'
const [ONE, TWO] = ['0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-000000000002']

type Given = Partial<Record<ScoreKey, [value: number, cases: number]>>
const figuresOf = (given: Given): ScoreFigures =>
  Object.fromEntries(
    SCORE_KEYS.map((key) => [key, { value: given[key]?.[0] ?? null, cases: given[key]?.[1] ?? 0 }]),
  ) as ScoreFigures
const cardOf = (supplierId: string, name: string, recent: Given, past: Given = recent): Scorecard => ({
  supplierId,
  name,
  rating: 'normal',
  windows: [
    { days: 90, figures: figuresOf(recent) },
    { days: 365, figures: figuresOf(past) },
  ],
  vendor: null,
})
const GOOD: Given = { purchases: [9, 9], sendHours: [30, 9], late: [0, 9], short: [0, 9] }
const BAD: Given = { ...GOOD, sendHours: [149, 9], promisedHours: [48, 9], late: [900, 9], short: [80, 9] }

let cards: Scorecard[]
let asked: { suppliers: unknown; offers: unknown }[]
let spendingAsked: number
const bench = openPageBench({
  [`GET ${BASE}/querySupplierScorecards`]({ query }) {
    asked.push({ suppliers: query.get('supplierIds'), offers: query.get('offerIds') })
    return { list: cards, offers: [{ offerId: '7001', supplierId: TWO }] }
  },
  [`GET ${BASE}/querySupplierSpending`]() {
    spendingAsked += 1
    const windows = [90, 365].map((days) => ({
      days,
      spentMinor: 123_456,
      sharePermille: 250,
      refundAskedMinor: 0,
      refundedMinor: 0,
    }))
    return [{ supplierId: ONE, windows }]
  },
})
beforeEach(() => {
  asked = []
  spendingAsked = 0
  cards = [cardOf(ONE, '甲厂', GOOD), cardOf(TWO, '乙厂', BAD)]
})
const among = { suppliers: [ONE, TWO] }

describe('a badge', () => {
  it('says in a word how a supplier does, and all badges of a screen are read in one call', async () => {
    showPage(
      bench,
      <>
        <SupplierBadge supplierId={ONE} among={among} />
        <SupplierBadge supplierId={TWO} among={among} />
        <SupplierFigure figure="short" supplierId={TWO} among={among} />
      </>,
      '/',
    )
    expect(await screen.findByRole('button', { name: '甲厂：表现正常，看评分' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '乙厂：表现差，看评分' })).toBeTruthy()
    expect(screen.getByText('8 %')).toBeTruthy()
    expect(asked).toHaveLength(1)
  })

  it('of an offer is that of its supplier; an offer of nobody that was bought from has none', async () => {
    const offers = { offers: ['7001', '7002'] }
    showPage(
      bench,
      <>
        <SupplierBadge offerId="7001" among={offers} />
        <SupplierBadge offerId="7002" among={offers} />
      </>,
      '/',
    )
    expect(await screen.findAllByRole('button')).toHaveLength(1)
    expect(screen.getByRole('button', { name: '乙厂：表现差，看评分' })).toBeTruthy()
  })

  it('is asked for once however often it is on the screen, and says 未评分 beyond what one call takes', async () => {
    const many = Array.from({ length: 199 }, (_, at) => `${ONE.slice(0, -4)}${1000 + at}`)
    const suppliers = [ONE, ...many, ...many, ONE, TWO]
    showPage(
      bench,
      <>
        <SupplierBadge supplierId={ONE} among={{ suppliers }} />
        <SupplierBadge supplierId={TWO} among={{ suppliers }} />
        <SupplierWarning supplierId={TWO} among={{ suppliers }} />
      </>,
      '/',
    )
    expect(await screen.findByRole('button', { name: '甲厂：表现正常，看评分' })).toBeTruthy()
    expect(screen.getByText('未评分')).toBeTruthy()
    expect(screen.queryByRole('note')).toBeNull()
    expect(String(asked[0]!.suppliers).split(',')).toEqual([ONE, ...many])
  })

  it('opens its figures with their cases by focus, so that the keyboard reaches them', async () => {
    showPage(bench, <SupplierBadge supplierId={TWO} among={among} />, '/')
    fireEvent.focus(await screen.findByRole('button'))
    const shown = await screen.findByRole('tooltip')
    expect(shown.textContent).toContain('6.2 天 9 个订单')
    expect(shown.textContent).toContain('缺货')
  })

  it('is bad by a figure of the year if ninety days have too few cases of it, and says which figure is of which period', async () => {
    const fresh: Given = { sendHours: [30, 3], late: [0, 3], short: [0, 2] }
    cards = [cardOf(ONE, '甲厂', fresh, { ...BAD, late: [900, 40], refunded: [200, 40] })]
    showPage(
      bench,
      <>
        <SupplierBadge supplierId={ONE} among={among} />
        <SupplierWarning supplierId={ONE} among={among} />
        <ScorecardSection supplierId={ONE} />
      </>,
      '/',
    )
    const badge = await screen.findByRole('button', { name: '甲厂：表现差，看评分' })
    expect(screen.getByRole('note').textContent).toContain('近365天缺货 8 %；退款 20 %')
    fireEvent.focus(badge)
    const shown = await screen.findByRole('tooltip')
    expect(shown.textContent).toContain('1.3 天 3 个订单')
    expect(shown.textContent).toContain('! 8 % 9 张采购单 近365天')
    const table = await screen.findByRole('table')
    expect(within(table).getByRole('row', { name: /^缺货/ }).textContent).toContain('! 8 %')
    expect(within(table).getByRole('row', { name: /^发货超时/ }).textContent).not.toContain('!')
  })

  it('judges by the year where ninety days have too few cases, and not at all where both have', async () => {
    cards = [cardOf(ONE, '甲厂', { short: [900, 2] }, { short: [10, 5] }), cardOf(TWO, '乙厂', { short: [900, 2] })]
    showPage(
      bench,
      <>
        <SupplierBadge supplierId={ONE} among={among} />
        <SupplierBadge supplierId={TWO} among={among} />
      </>,
      '/',
    )
    expect(await screen.findByRole('button', { name: '甲厂：表现正常，看评分' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '乙厂：样本不足，看评分' })).toBeTruthy()
  })
})

describe('a warning', () => {
  it('says in one sentence with numbers that a supplier is bad, with the next step; a good one has no warning', async () => {
    showPage(
      bench,
      <>
        <SupplierWarning supplierId={ONE} among={among} next="换货源" />
        <SupplierWarning supplierId={TWO} among={among} next="换货源" />
      </>,
      '/',
    )
    const notes = await screen.findAllByRole('note')
    expect(notes).toHaveLength(1)
    expect(notes[0]!.textContent).toContain('近90天一半订单 6.2 天内发货，承诺 2 天；发货超时 90 %；缺货 8 %')
    expect(notes[0]!.textContent).toContain('换货源')
  })

  it('tells one that became worse than it was', async () => {
    cards = [cardOf(ONE, '甲厂', { ...GOOD, short: [45, 9] }, { ...GOOD, short: [10, 30] })]
    showPage(bench, <SupplierWarning supplierId={ONE} among={among} />, '/')
    expect((await screen.findByRole('note')).textContent).toContain('近90天变差：缺货 4.5 %（近365天 1 %）')
  })
})

describe('the section of the drawer', () => {
  it('shows both windows with cases and links to the purchases behind them', async () => {
    cards = [cardOf(ONE, '甲厂', { ...GOOD, defects: [500, 1] })]
    showPage(bench, <ScorecardSection supplierId={ONE} />, '/')
    const table = await screen.findByRole('table')
    const [recent, past] = within(table).getAllByRole('link')
    const today = startOfChinaDay(Date.now())
    for (const [link, days] of [
      [recent, 90],
      [past, 365],
    ] as const)
      expect(link!.getAttribute('href')).toBe(
        `/purchase/list?supplierId=${ONE}&from=${today - days * DAY_MS}&to=${today + DAY_MS - 1}`,
      )
    expect(screen.getByText(/含未下单的/)).toBeTruthy()
    const row = within(table).getByRole('row', { name: /^不良/ })
    expect(row.textContent).toContain('样本不足（1 张采购单）')
    expect(row.textContent).not.toContain('50 %')
    expect(await screen.findAllByText('25 %')).toHaveLength(2)
  })

  it('for a person who may not see amounts requests none', async () => {
    session.refresh(PERSON, `${BASE}/querySupplierScorecards`)
    showPage(bench, <ScorecardSection supplierId={ONE} />, '/')
    await screen.findByRole('table')
    expect(screen.queryByText('金额')).toBeNull()
    expect(spendingAsked).toBe(0)
  })

  it('of one without the right says so', () => {
    session.refresh(PERSON, '')
    showPage(bench, <ScorecardSection supplierId={ONE} />, '/')
    expect(screen.getByText('没有查看供应商评分的权限。')).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('of a supplier that is not there, or that nothing was bought from, says so', async () => {
    cards = []
    showPage(bench, <ScorecardSection supplierId={ONE} />, '/')
    expect(await screen.findByText(/没有这家供应商/)).toBeTruthy()
  })

  it('of a supplier of whom nothing was ordered in a year says so', async () => {
    cards = [cardOf(ONE, '甲厂', {})]
    showPage(bench, <ScorecardSection supplierId={ONE} />, '/')
    expect(await screen.findByText('一年内没有在1688下过单，还没有数据。')).toBeTruthy()
  })
})
