import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordDigest } from './digest.ts'

test('a digest is the MD5 of the text as UTF-8, of whatever length', () => {
  const byNode = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')
  expect(passwordDigest('')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(passwordDigest(text)).toBe(byNode(text))
    }),
    { numRuns: 500 },
  )
  for (let length = 50; length < 70; length += 1)
    expect(passwordDigest('a'.repeat(length))).toBe(byNode('a'.repeat(length)))
})
