import { expect, test } from 'vitest'
import { compareGrants, heldWhole, withAll } from './grant.rules.ts'

test('a group is ticked only when everything below it is granted, so that a later entry is not granted with it', () => {
  const tree = [
    { id: 'shop', children: [{ id: 'list' }, { id: 'added-later' }] },
    { id: 'home' },
    { id: 'system', children: [{ id: 'deep', children: [{ id: 'leaf' }] }] },
  ]
  expect(heldWhole(tree, new Set(['shop', 'list', 'leaf']))).toEqual(['list', 'leaf', 'deep', 'system'])
})

test('a whole group of rights is added or removed at once', () => {
  expect(withAll(['/a', '/b'], ['/b', '/c'], true)).toEqual(['/a', '/b', '/c'])
  expect(withAll(['/a', '/b'], ['/b', '/c'], false)).toEqual(['/a'])
})

test('a conflict of two grants lists who added and who removed what', () => {
  const opened = { menuIds: ['m1'], rights: ['/a', '/b'], elementIds: [] }
  const theirs = { ...opened, rights: ['/a'] }
  const mine = { ...opened, menuIds: ['m1', 'm2'], rights: ['/a', '/b', '/c'] }
  const same = (id: string): string => id
  const rows = compareGrants(opened, theirs, mine, { menu: same, right: same, element: same })
  expect(rows.map(({ storeNow, willBecome, why, isChanged }) => [storeNow, willBecome, why, isChanged])).toEqual([
    ['1 项', '2 项：增加 m2', '只有您改了', true],
    ['1 项：去掉 /b', '3 项：增加 /c', '两人都改了', true],
    ['0 项', '0 项', '', false],
  ])
})
