// @vitest-environment happy-dom
import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { expect, test } from 'vitest'
import { compareValues } from '../../ui/record-drawer.tsx'
import { COMPARED, draftOf } from './dictionary.form.tsx'

const opened: Dictionary = {
  id: 'd1',
  code: 'hold_reason',
  name: '搁置原因',
  note: '',
  entries: [{ value: 'a', label: '缺货', color: null, enabled: true }],
  version: 1,
  updatedAt: 0,
  can: {},
}

test('a conflict shows for each field who changed it since the form was opened', () => {
  const current = { ...draftOf(opened), name: '搁置的原因', note: '客服用' }
  const mine = { ...draftOf(opened), note: '仓库用', entries: [] }
  const rows = compareValues(COMPARED, draftOf(opened), current, mine)
  expect(rows.map((row) => [row.key, row.isChanged, row.why])).toEqual([
    ['code', false, ''],
    ['name', true, '只有别人改了'],
    ['note', true, '两人都改了'],
    ['entries', true, '只有您改了'],
  ])
})
