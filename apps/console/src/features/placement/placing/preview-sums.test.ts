import type { PlacementPreview } from '@huoqiao/contract/placement/placement.schema'
import { expect, it } from 'vitest'
import { sumRows } from './preview-sums.ts'

const line = (expectedUnitMinor: number | null, amountMinor: number | null) => ({
  offerId: '1',
  specId: null,
  title: '',
  specText: '',
  quantity: 3,
  expectedUnitMinor,
  unitMinor: null,
  amountMinor,
  message: null,
})
const preview = (more: Partial<PlacementPreview>) =>
  ({
    lines: [line(100, 300)],
    expected: { goodsMinor: 300, freightMinor: 50, totalMinor: 350 },
    now: { goodsMinor: 300, freightMinor: 50, totalMinor: 350 },
    ...more,
  }) as PlacementPreview

it('shows what 1688 subtracts from the whole order, so that the lines add up to the fen', () => {
  const rows = sumRows(preview({ now: { goodsMinor: 280, freightMinor: 60, totalMinor: 341 } }))
  const of = (label: string) => rows.find((row) => row.label === label)
  expect(of('明细小计')).toMatchObject({ before: 300, after: 300 })
  expect(of('整单优惠与调整')).toMatchObject({ before: 0, after: -20 })
  expect(of('其他费用')).toMatchObject({ after: 1 })
  expect(300 - 20 + 60 + 1).toBe(of('合计')!.after)
})

it('has no row for zero, and shows an unknown amount instead of treating a missing price as zero', () => {
  expect(sumRows(preview({})).map((row) => row.label)).toEqual(['货款', '运费', '合计'])
  const rows = sumRows(
    preview({ lines: [line(null, 300)], now: { goodsMinor: 290, freightMinor: 0, totalMinor: 290 } }),
  )
  expect(rows.slice(0, 2)).toMatchObject([
    { before: null, after: 300 },
    { before: null, after: -10 },
  ])
})
