import { expect, it } from 'vitest'
import { maskPhone } from './accounts.rules.ts'

it('masks a phone except for its first and last digits', () => {
  expect(['13812341234', '+8613812341234', '123456', ''].map(maskPhone)).toEqual([
    '138****1234',
    '+86138****1234',
    '****56',
    '',
  ])
})
