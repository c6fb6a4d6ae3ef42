import { expect, test } from 'vitest'
import { sentAt } from './order-sums.rules.ts'

const AT = Date.UTC(2026, 10, 3)
const fulfillments = [
  { id: 'a', name: '#1.1', status: 'SUCCESS', company: null, numbers: ['1'], urls: [], at: AT - 86_400_000 },
  { id: 'b', name: '#1.2', status: 'SUCCESS', company: null, numbers: ['2'], urls: [], at: AT },
]
const line = { requiresShipping: true, current: 2, returned: 0, fulfilled: 2 }

test.each([
  ['all of it was sent', [line], new Date(AT)],
  ['a piece was not sent', [{ ...line, fulfilled: 1 }], null],
  ['a piece that was sent came back, and another was not sent', [{ ...line, current: 2, returned: 1 }], null],
  ['a piece that was sent came back, and all others were sent', [{ ...line, current: 1, returned: 1 }], new Date(AT)],
])('when an order went out whole: %s', (_when, lines, at) => {
  expect(sentAt({ cancelledAt: null, fulfillments }, lines)).toEqual(at)
})
