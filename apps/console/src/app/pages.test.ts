import { expect, test } from 'vitest'
import { findPage } from './pages.ts'

test('an address is case-sensitive, as the route table writes it', () => {
  const pages = [{ path: 'system/role' }, { path: 'system/dictionaries/:dictionaryId?' }]
  expect(findPage(pages, '/system/role')).toBe(pages[0])
  expect(findPage(pages, '/system/dictionaries/Abc')).toBe(pages[1])
  expect(findPage(pages, '/SYSTEM/ROLE')).toBeUndefined()
})
