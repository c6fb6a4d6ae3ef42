import { pathLabel } from '@huoqiao/contract/operation-log/entry-fields'
import { ENDPOINTS } from '@huoqiao/contract'
import { expect, test } from 'vitest'
import { CALL_LABELS } from 'virtual:call-labels'
import { entryFields } from './log.words.ts'

test('the console has a label for each logged call', () => {
  const logged = Object.entries(ENDPOINTS).filter(([, { logged: isLogged }]) => isLogged)
  expect(Object.keys(CALL_LABELS).sort()).toEqual(logged.map(([name]) => name).sort())
})

test('a logged field is labelled by its call, its object and its parts', () => {
  const called = (call: string, field: string): string => pathLabel(entryFields({ call, objects: [] }), field)
  expect(called('updateAdminUser', 'roleType')).toBe('账号类型')
  expect(called('updateDictionary', 'entries.0.label')).toBe('字典项 · 第1项 · 显示的词')
  expect(called('confirmAuthenticator', 'code')).toBe('验证码')
  expect(called('relateGoods', 'rows')).toBe('各行')
})
