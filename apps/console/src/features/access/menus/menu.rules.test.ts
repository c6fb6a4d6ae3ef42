import type { MenuRow } from '@huoqiao/contract/access/access.schema'
import { expect, test } from 'vitest'
import { familyOf, moved, movesFor } from './menu.rules.ts'

const row = (id: string, parentId: string | null, position: number): MenuRow => ({
  id,
  parentId,
  position,
  name: id,
  url: '',
  menuIcon: '',
  hidden: false,
  version: 0,
  can: {},
})
const rows = [
  row('home', null, 0),
  row('shop', null, 1),
  row('system', null, 2),
  row('list', 'shop', 0),
  row('box', 'shop', 1),
]

test('a menu entry dropped before another takes its place, and only entries with a new position are sent', () => {
  const moves = movesFor(rows, { id: 'system', target: 'shop', where: 'before' })!
  expect(moves).toEqual([
    { id: 'system', parentId: null, position: 1 },
    { id: 'shop', parentId: null, position: 2 },
  ])
  expect(
    moved(rows, moves)
      .filter((one) => one.parentId === null)
      .map((one) => one.id),
  ).toEqual(['home', 'system', 'shop'])
})

test('a menu entry dropped into a group becomes its last', () => {
  expect(movesFor(rows, { id: 'home', target: 'shop', where: 'into' })).toEqual([
    { id: 'home', parentId: 'shop', position: 2 },
  ])
})

test('a group can’t be dropped into one of its descendants', () => {
  expect(familyOf(rows, 'shop')).toEqual(new Set(['shop', 'list', 'box']))
  expect(movesFor(rows, { id: 'shop', target: 'box', where: 'after' })).toBeUndefined()
  expect(movesFor(rows, { id: 'shop', target: 'shop', where: 'into' })).toBeUndefined()
})

test('dropping an entry at its own place moves nothing', () => {
  expect(movesFor(rows, { id: 'box', target: 'list', where: 'after' })).toEqual([])
})
