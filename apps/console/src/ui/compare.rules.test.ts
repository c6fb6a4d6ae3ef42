import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedSpan } from './compare.rules.ts'
import { groupFailures, outcomeWord } from './outcome-list.tsx'

/** Any character, halves of one too. fast-check's own table of them takes it most of a second. */
const unit = fc.oneof(fc.nat(0xffff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))

test('the marked span is all that differs: what stands around it is equal on both sides', () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), fc.string({ unit, maxLength: 20 }), (old, next) => {
      const { from, oldTo, newTo } = changedSpan(old, next)
      expect(old.slice(0, from)).toBe(next.slice(0, from))
      expect(old.slice(oldTo)).toBe(next.slice(newTo))
      expect(from <= oldTo && from <= newTo).toBe(true)
      if (old === next) expect(oldTo - from + (newTo - from)).toBe(0)
    }),
  )
})
test('a changed price marks its digits only, and pictures of two halves stay whole', () => {
  expect(changedSpan('¥18.50', '¥19.50')).toEqual({ from: 2, oldTo: 3, newTo: 3 })
  expect(changedSpan('a🐶', 'a🐱')).toEqual({ from: 1, oldTo: 3, newTo: 3 })
})

test('a partial success is never called a success, and one cause is told once', () => {
  expect(outcomeWord({ succeeded: 2, failed: 1 })).toBe('部分成功：2 成功，1 失败')
  const rows = ['a', 'b', 'c'].map((key) => ({ key, ok: false, message: key === 'b' ? '无货' : '限流' }))
  expect(
    groupFailures([...rows, { key: 'd', ok: true, message: '' }]).map((group) => [group.message, group.rows.length]),
  ).toEqual([
    ['限流', 2],
    ['无货', 1],
  ])
})
