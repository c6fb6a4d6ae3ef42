import { expect, test } from 'vitest'
import { groupsInPieces } from './in-pieces.ts'

test('rows of one group are in one part, in their order, and no part is too large', () => {
  const groupOf = (row: string): string => row.slice(0, 1)
  expect(groupsInPieces(['a1', 'b1', 'a2', 'c1', 'c2', 'b2', 'd1'], 4, groupOf)).toEqual([
    ['a1', 'a2', 'b1', 'b2'],
    ['c1', 'c2', 'd1'],
  ])
  expect(groupsInPieces(['a1', 'a2', 'a3', 'b1', 'b2'], 4, groupOf)).toEqual([
    ['a1', 'a2', 'a3'],
    ['b1', 'b2'],
  ])
  expect(groupsInPieces([], 4, groupOf)).toEqual([])
})
