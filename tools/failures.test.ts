import { expect, it } from 'vitest'
import { failuresIn } from './test/failures.mjs'

const test = (status: string, fullName: string, ...failureMessages: string[]) => ({ status, fullName, failureMessages })

it('names each failed test with its file and the beginning of its message, in one line', () => {
  const failures = failuresIn(
    [
      { name: '/place/a.test.ts', status: 'passed', assertionResults: [test('passed', 'holds')] },
      {
        name: '/place/e2e/b.test.ts',
        status: 'failed',
        assertionResults: [
          test('passed', 'holds'),
          test('failed', 'is bought once', `AssertionError: expected 2\n  to be 1${'x'.repeat(300)}`),
        ],
      },
      { name: '/place/c.test.ts', status: 'failed', message: 'no module named d', assertionResults: [] },
    ],
    '/place',
  )
  expect(failures).toEqual([
    `e2e/b.test.ts › is bought once：${`AssertionError: expected 2 to be 1${'x'.repeat(300)}`.slice(0, 240)}`,
    'c.test.ts：no module named d',
  ])
})
