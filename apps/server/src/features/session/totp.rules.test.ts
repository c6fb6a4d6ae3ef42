import { expect, it } from 'vitest'
import { base32, codeOf, fromBase32, stepAt, stepOfCode } from './totp.rules.ts'

const seed = Buffer.from('12345678901234567890')

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('returns the code of RFC 6238, appendix B, at second %d', (second, code) => {
  expect(codeOf(seed, stepAt(second * 1000), 8)).toBe(code)
})

it('writes and reads base 32 as in RFC 4648', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(fromBase32('MZXW6YTBOI').toString()).toBe('foobar')
  expect(fromBase32(base32(seed))).toEqual(seed)
})

it('accepts the code of the step before and after, and no other', () => {
  const at = 1_700_000_000_000
  const code = (steps: number) => codeOf(seed, stepAt(at) + steps)
  expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(base32(seed), code(steps), at))).toEqual([
    undefined,
    stepAt(at) - 1,
    stepAt(at),
    stepAt(at) + 1,
    undefined,
  ])
  for (const wrong of ['', '12345', '1234567', 'abcdef', `${code(0)}0`]) {
    expect(stepOfCode(base32(seed), wrong, at)).toBeUndefined()
  }
})
