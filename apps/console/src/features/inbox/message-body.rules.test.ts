import { expect, it } from 'vitest'
import { laidOut } from './message-body.rules.ts'

it('formats JSON without rounding long ids, and leaves digits inside texts alone', () => {
  expect(laidOut('{"id":9223372036854775807,"note":"call 9223372036854775806","n":[1,-2.5]}')).toBe(
    [
      '{',
      '  "id": 9223372036854775807,',
      '  "note": "call 9223372036854775806",',
      '  "n": [',
      '    1,',
      '    -2.5',
      '  ]',
      '}',
    ].join('\n'),
  )
})

it('shows a body that is not JSON exactly as it was sent', () => {
  expect(laidOut('message=%7B%7D&_aop_signature=AB')).toBe('message=%7B%7D&_aop_signature=AB')
})
