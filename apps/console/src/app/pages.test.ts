import { expect, test } from 'vitest'
import { findPage } from './pages.ts'

test('an address is matched as the route table writes it: in capitals it is no page', () => {
  const pages = [{ path: 'system/role' }, { path: 'system/dictionaries/:dictionaryId?' }]
  expect(findPage(pages, '/system/role')).toBe(pages[0])
  expect(findPage(pages, '/system/dictionaries/Abc')).toBe(pages[1])
  expect(findPage(pages, '/SYSTEM/ROLE')).toBeUndefined()
})
