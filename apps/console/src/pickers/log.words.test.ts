import { ENDPOINTS } from '@huoqiao/contract'
import { expect, test } from 'vitest'
import { FIELD_WORDS } from './log.fields.ts'
import { fieldWord, valueText } from './log.words.ts'

test('a logged field is named in Chinese, by its path where it stands inside another', () => {
  expect(fieldWord('roleType')).toBe('账号类型')
  expect(fieldWord('entries.0.label')).toBe('字典项 · 第1项 · 显示的词')
  expect(fieldWord('variants.0192f0c0-aaaa-7bbb-8ccc-0123456789ab.state')).toBe('变体 · 状态')
  expect(fieldWord('session.idleHours')).toBe('值')
  expect(fieldWord('unheardOf')).toBe('unheardOf')
})

test('a logged value is told in words: choices, yes and no, China time, lists and documents', () => {
  expect(valueText('roleType', 1)).toBe('管理员')
  expect(valueText('enabled', false)).toBe('否')
  expect(valueText('note', '')).toBe('（无）')
  expect(valueText('lastLoginAt', 0)).toBe('1970-01-01 08:00:00')
  expect(valueText('tags', ['夏', '新'])).toBe('夏、新')
  expect(
    valueText('deleted', { id: 'x', name: '王五', status: 'suspended', roles: [{ id: 'r', name: '业务员' }] }),
  ).toBe('王五（状态：已停用；角色：业务员）')
})

test('every field of a call that is logged has a word of its own', () => {
  const nameless = Object.entries(ENDPOINTS)
    .filter(([, { logged }]) => logged)
    .flatMap(([name, { input }]) => Object.keys('shape' in input ? input.shape : {}).map((field) => ({ name, field })))
    .filter(({ field }) => !(field in FIELD_WORDS))
  expect(nameless).toEqual([])
})
