import { expect, test } from 'vitest'
import { firstFailure, lengthBetween, pattern, required } from './validate.rules.ts'

test('"The default required message says the item is required"; "The default pattern message says the input is not standard"', () => {
  expect([required()(' '), required()('x'), required('请输入原密码')('')]).toEqual([
    '该项为必填项',
    undefined,
    '请输入原密码',
  ])
  expect([pattern(/^\d+$/)('a'), pattern(/^\d+$/)('1'), pattern(/^\d+$/, '只填数字')('a')]).toEqual([
    '输入不规范',
    undefined,
    '只填数字',
  ])
  // Empty values are checked by `required`.
  expect(pattern(/^\d+$/)('')).toBeUndefined()
})

test('"Each must be 6 to 18 characters", both ends included', () => {
  const check = lengthBetween(6, 18, '密码长度必须在6到18位之间')
  expect([5, 6, 18, 19].map((length) => check('x'.repeat(length)) === undefined)).toEqual([false, true, true, false])
})

test('"An error toast shows on the first failure": the first in the order of the fields, then of their checks', () => {
  const checks = { first: [required(), pattern(/^a/)], second: [required()] }
  expect(firstFailure(checks, { first: 'b', second: '' })).toEqual({ field: 'first', message: '输入不规范' })
  expect(firstFailure(checks, { first: 'a', second: '' })).toEqual({ field: 'second', message: '该项为必填项' })
  expect(firstFailure(checks, { first: 'a', second: 'x' })).toBeUndefined()
})
