import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as field from './field.ts'

describe('fields of an answer', () => {
  it('are null or empty whatever the answer has instead of them, and never throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const read of [
          field.text,
          field.id,
          field.count,
          field.decimal,
          field.percent,
          field.yuan,
          field.flag,
          field.mediaUrl,
        ]) {
          expect(() => read(value)).not.toThrow()
        }
        expect(Array.isArray(field.texts(value))).toBe(true)
      }),
    )
  })

  it.each([null, undefined, '', '  ', [], {}])('read %j as nothing', (nothing) => {
    const reads = [
      field.text,
      field.id,
      field.count,
      field.decimal,
      field.percent,
      field.yuan,
      field.flag,
      field.mediaUrl,
      field.chinaTime,
    ]
    expect(reads.map((read) => read(nothing))).toEqual(reads.map(() => null))
  })

  it.each([
    ['18.50', 1850],
    ['18.5', 1850],
    [18.5, 1850],
    [18, 1800],
    ['0', 0],
    ['0.005', 1],
    ['0.0049999999', 0],
    ['1.005', 101],
    ['19.994', 1999],
    ['19.995', 2000],
    ['-1', null],
    ['面议', null],
    ['1,000.00', null],
    ['99999999999999999.00', null],
  ])('read %j yuan as %j fen, half a fen up', (value, fen) => {
    expect(field.yuan(value)).toBe(fen)
  })

  it.each([
    [true, true],
    ['true', true],
    ['TRUE', true],
    [false, false],
    ['false', false],
    ['yes', null],
    [1, null],
  ])('read %j as the flag %j', (value, expected) => {
    expect(field.flag(value)).toBe(expected)
  })

  it.each([
    ['https://cbu01.alicdn.com/a.jpg', 'https://cbu01.alicdn.com/a.jpg'],
    ['//cbu01.alicdn.com/a.jpg', 'https://cbu01.alicdn.com/a.jpg'],
    ['img/ibank/2020/a.jpg', 'https://cbu01.alicdn.com/img/ibank/2020/a.jpg'],
    ['javascript:alert(1)', null],
  ])('read the picture %j as %j', (value, expected) => {
    expect(field.mediaUrl(value)).toBe(expected)
  })
})
