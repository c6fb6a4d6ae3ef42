import { expect, it } from 'vitest'
import { maskPhone } from './accounts.rules.ts'

it('masks a phone but for its ends', () => {
  expect(['13812341234', '+8613812341234', '123456', ''].map(maskPhone)).toEqual([
    '138****1234',
    '+86138****1234',
    '****56',
    '',
  ])
})
