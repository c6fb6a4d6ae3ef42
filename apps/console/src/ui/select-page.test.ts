import { expect, it } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

it('every table whose rows can be selected names the box in its head in Chinese', () => {
  const selecting = Object.entries(sources).filter(([, text]) => /rowSelection(=\{\{|: \{)/.test(text))
  expect(selecting.length).toBeGreaterThanOrEqual(12)
  // A table in which only one row can be selected has no checkbox in its head.
  const unnamed = selecting.filter(([, text]) => !text.includes('...SELECT_PAGE') && !text.includes("type: 'radio'"))
  expect(unnamed.map(([path]) => path)).toEqual([])
})
