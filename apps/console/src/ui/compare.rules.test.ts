import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedSpan } from './compare.rules.ts'
import { groupFailures, groupPartly, groupSuccesses, outcomeWord } from './outcome-list.tsx'

/** Any character, including lone surrogates. Building fast-check's own table of characters takes most of a second. */
const unit = fc.oneof(fc.nat(0xffff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))

test('the marked part is all that differs: the text around it is equal on both sides', () => {
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
test('a changed price marks its digits only, and surrogate pairs stay whole', () => {
  expect(changedSpan('¥18.50', '¥19.50')).toEqual({ from: 2, oldTo: 3, newTo: 3 })
  expect(changedSpan('a🐶', 'a🐱')).toEqual({ from: 1, oldTo: 3, newTo: 3 })
})

test('a partial success is never called a success, and one cause is shown once', () => {
  expect(outcomeWord({ succeeded: 0, failed: 0 })).toBe('什么都没有做')
  expect(outcomeWord({ succeeded: 2, failed: 1 })).toBe('部分成功：2 成功，1 失败')
  const rows = ['a', 'b', 'c'].map((key) => ({ key, ok: false, message: key === 'b' ? '无货' : '限流' }))
  expect(
    groupFailures([...rows, { key: 'd', ok: true, message: '' }]).map((group) => [group.message, group.rows.length]),
  ).toEqual([
    ['限流', 2],
    ['无货', 1],
  ])
})

test('a partly successful row is no success, and its message is shown separately', () => {
  const whole = { key: 'a', ok: true, message: '已撤销' }
  const part = { key: 'b', ok: true, partly: true, message: '没有动标题（之后又改过）' }
  const rows = [whole, part]
  expect(outcomeWord({ succeeded: 2, failed: 0, rows })).toBe('部分成功：1 成功，1 只做了一部分')
  expect(groupPartly(rows)).toEqual([{ message: part.message, rows: [part] }])
  expect(groupSuccesses(rows)).toEqual([{ message: '已撤销', rows: [whole] }])
  expect(outcomeWord({ succeeded: 1, failed: 0, rows: [whole] })).toBe('全部成功（1）')
})

test('a row that says only that it succeeded has no sentence of its own, beside the heading that says so', () => {
  const rows = ['成功', '操作成功', ''].map((message, key) => ({ key: `${key}`, ok: true, message }))
  expect(groupSuccesses(rows).map((group) => [group.message, group.rows.length])).toEqual([['', 3]])
})

test('a cause that names each row is still one cause, and successes are listed separately while they are few', () => {
  const labelOf = (key: string): string => `CG${key}`
  const rows = ['1', '2'].map((key) => ({ key, ok: false, message: `CG${key}：余额不足` }))
  expect(groupFailures(rows, labelOf)).toEqual([{ message: '余额不足', rows }])
  const done = (key: string, says: string) => ({ key, ok: true, message: says })
  const read = [done('1', 'CG1：待发货'), done('2', 'CG2：待付款'), done('3', 'CG3：待发货')]
  expect(groupSuccesses([...rows, ...read], labelOf).map((group) => [group.message, group.rows.length])).toEqual([
    ['待发货', 2],
    ['待付款', 1],
  ])
  const many = ['1', '2', '3', '4', '5'].map((key) => done(key, `第 ${key} 句`))
  expect(groupSuccesses(many, labelOf)).toEqual([{ message: '', rows: many }])
  expect(groupSuccesses([], labelOf)).toEqual([])
})
