import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldedTabs } from './folded-tabs.rules.ts'

const BUTTON = 90
const GAP = 2
const tabs = (...weights: readonly number[]) => weights.map((weight, at) => ({ key: `t${at}`, width: 100, weight }))
const fold = (weights: readonly number[], room: number, selected = 't0') => [
  ...foldedTabs(tabs(...weights), { selected, room, button: BUTTON, gap: GAP }),
]

it('folds nothing where all tabs fit', () => {
  expect(fold([9, 0, 0, 4], 4 * 100 + 3 * GAP)).toEqual([])
})

it('folds the tabs with nothing behind them first, the last of them before the others', () => {
  expect(fold([9, 0, 4, 0, 5], 5 * 100)).toEqual(['t3'])
  expect(fold([9, 0, 4, 0, 5], 4 * 100)).toEqual(['t3', 't1'])
  expect(fold([9, 0, 4, 0, 5], 3 * 100)).toEqual(['t3', 't1', 't4'])
})

it('keeps the first tab and the selected one, however little room there is', () => {
  expect(fold([9, 0, 4, 0, 5], 10, 't3')).toEqual(['t1', 't4', 't2'])
})

it('fits into the room whenever more than the first tab and the selected one are left, and folds no tab in vain', () => {
  const measured = fc.array(fc.record({ width: fc.integer({ min: 40, max: 160 }), weight: fc.nat(3) }), {
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(measured, fc.nat(19), fc.nat(2_000), (sizes, at, room) => {
      const all = sizes.map((size, nr) => ({ ...size, key: String(nr) }))
      const selected = String(at % all.length)
      const folded = foldedTabs(all, { selected, room, button: BUTTON, gap: GAP })
      const left = all.filter(({ key }) => !folded.has(key))
      const widthOf = (those: typeof all, more: boolean) =>
        those.reduce((sum, { width }) => sum + width + GAP, -GAP) + (more ? GAP + BUTTON : 0)
      expect(left.some(({ key }) => key === '0') && left.some(({ key }) => key === selected)).toBe(true)
      if (folded.size === 0) {
        const isMinimal = left.every(({ key }) => key === '0' || key === selected)
        expect(widthOf(left, false) <= room || isMinimal).toBe(true)
        return
      }
      const isMinimal = left.every(({ key }) => key === '0' || key === selected)
      if (!isMinimal) expect(widthOf(left, true)).toBeLessThanOrEqual(room)
      const last = [...folded].at(-1)!
      const before = all.filter(({ key }) => !folded.has(key) || key === last)
      expect(widthOf(before, true)).toBeGreaterThan(room)
    }),
  )
})
