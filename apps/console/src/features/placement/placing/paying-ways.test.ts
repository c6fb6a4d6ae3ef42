import type { PayingWay } from '@huoqiao/contract/placement/placement.schema'
import { expect, test } from 'vitest'
import { stagedTypeOf, wayLabel, wayOf } from './paying-ways.ts'

const whole: PayingWay = { tradeType: 'assureTrade', staged: false, stages: [] }
const staged = (tradeType: string, ...percents: number[]): PayingWay => ({
  tradeType,
  staged: true,
  stages: percents.map((percent) => ({ percent, dueMinor: percent })),
})
const [two, three] = [staged('37staged', 30, 70), staged('631staged', 60, 30, 10)]

test('the first way is used until another is chosen, and again when that one is no longer offered', () => {
  expect(wayOf([whole, two, three], undefined)).toBe(whole)
  expect(wayOf([whole, two, three], '631staged')).toBe(three)
  expect(wayOf([two], '631staged')).toBe(two)
  expect(wayOf([], '631staged')).toBeUndefined()
})

test('only a way in stages needs to be accepted', () => {
  expect(stagedTypeOf([whole, two], undefined)).toBeNull()
  expect(stagedTypeOf([whole, two], '37staged')).toBe('37staged')
  expect(stagedTypeOf([two, three], undefined)).toBe('37staged')
  expect(stagedTypeOf([], undefined)).toBeNull()
})

test('a way is described by its shares, or by its name if it has none', () => {
  expect([whole, three, staged('newstaged')].map(wayLabel)).toEqual([
    '一次付清',
    '分3次：60% + 30% + 10%',
    '分阶段付款（newstaged）',
  ])
})
