// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { countedTabs } from './list-answer.tsx'

const STATES = [
  { key: 'open', label: '待处理', hue: 'attention' as const },
  { key: 'done', label: '已完成', hue: 'done' as const },
]

test('the states of which there are more than counted are marked, and with them the sum', () => {
  const tabs = countedTabs({ all: 2003, capped: ['done'], counts: { open: 3, done: 2000 } }, STATES)
  expect(tabs.map(({ key, count, isCapped }) => [key, count, isCapped])).toEqual([
    ['', 2003, true],
    ['open', 3, false],
    ['done', 2000, true],
  ])
})

test('counts that are exact are not marked', () => {
  const tabs = countedTabs({ all: 3, capped: [], counts: { open: 3 } }, STATES)
  expect(tabs.map(({ count, isCapped }) => [count, isCapped])).toEqual([
    [3, false],
    [3, false],
    [0, false],
  ])
})

test('a state of which none was met before counting stopped has no count, because there may be some', () => {
  const tabs = countedTabs({ all: 2001, capped: ['open', 'done'], counts: { done: 2001 } }, STATES)
  expect(tabs.map(({ count }) => count)).toEqual([2001, undefined, 2001])
})
