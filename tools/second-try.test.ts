import { expect, it } from 'vitest'
import { secondTry } from './test/second-try.mjs'

const at = (...files: string[]): string[] => files.map((file) => `/place/${file}`)

it('runs a few failed files once more', () => {
  const files = ['apps/simulator/src/main.test.ts', 'e2e/product-screens.test.ts']
  expect(secondTry(at(...files), '/place')).toEqual(files)
})

it('does not run them again when many files failed', () => {
  expect(secondTry(at('a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'), '/place')).toEqual([])
})

it.each([
  'apps/server/test/kill.test.ts',
  'apps/server/src/features/placement/payment.test.ts',
  'apps/server/src/features/inbox/inbox.test.ts',
  'packages/connector-1688/src/once.test.ts',
  'e2e/connectors/shopify-lost-answers.test.ts',
  'e2e/storm.test.ts',
])('does not run them again where money is spent or a shop is written: %s', (guard) => {
  expect(secondTry(at('e2e/product-screens.test.ts', guard), '/place')).toEqual([])
})

it('does not run the walk over all screens again, which takes too long', () => {
  expect(secondTry(at('e2e/walk.test.ts'), '/place')).toEqual([])
})
