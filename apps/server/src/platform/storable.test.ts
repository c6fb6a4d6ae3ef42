import { expect, test } from 'vitest'
import { cut, storable } from './storable.ts'

test('what is stored contains nothing that the database refuses', () => {
  const given = { a: ['x\u0000y', 'half \uD83D'], b: '😀', c: new Map([['d', '\uDE00 z']]) }
  expect(storable(given)).toEqual({ a: ['xy', 'half '], b: '😀', c: new Map([['d', ' z']]) })
})

test('a cut text ends with a whole character', () => {
  expect([cut('a😀b', 2), cut('a😀b', 3), cut('a', 2)]).toEqual(['a', 'a😀', 'a'])
})
